import Foundation
import JSONText
import ServiceTestKit
import Synchronization
import TestKit

/// Clients that open accounts one after the other, each with short pauses, so that something
/// arrives during every transaction.
final class BusyClients: Sendable {
  private let counts = Mutex((opened: 0, failed: 0))
  private let isOver = Atomic(false)
  private let threads = DispatchGroup()

  var opened: Int { counts.withLock { $0.opened } }
  /// Requests that were not answered as they should.
  var failed: Int { counts.withLock { $0.failed } }

  init(of size: Int, at port: UInt16, pauseMilliseconds: Int) {
    for client in 0..<size {
      threads.enter()
      Thread.detachNewThread { [self] in
        defer { threads.leave() }
        let carrier = SocketCarrier(port: port)
        var dice = Dice(seed: UInt64(client + 1))
        var number = 0
        while !isOver.load(ordering: .relaxed) {
          number += 1
          let status = try? carrier.send(Self.request(client, number)).status
          counts.withLock {
            if status == 201 { $0.opened += 1 } else { $0.failed += 1 }
          }
          usleep(UInt32(dice.roll(pauseMilliseconds) * 1_000))
        }
      }
    }
  }

  private static func request(_ client: Int, _ number: Int) -> Sending {
    let secret = String(repeating: "ab", count: 28) + String(format: "%04x%04x", client, number)
    return Sending(
      "POST", "/v1/accounts", key: "\(client)-\(number)",
      json: ["secret": .string(secret), "born": "1980-05-17"])
  }

  /// Waits until all have stopped.
  func end() {
    isOver.store(true, ordering: .relaxed)
    threads.wait()
  }
}

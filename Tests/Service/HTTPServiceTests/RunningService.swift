import Foundation
import HTTPService
import ServiceTestKit
import Synchronization
import SystemLibrary
import TestKit
import Testing

/// The built program as a service in a process of its own, which a test may kill.
final class RunningService {
  let port: UInt16
  private let process = Process()
  private let errors: URL

  init(_ arguments: [String], port wanted: UInt16 = 0) throws {
    let output = Pipe()
    errors = FileManager.default.temporaryDirectory.appending(path: "shakeout-\(UUID()).log")
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    process.executableURL = try BuiltProgram.url("shakeout")
    process.arguments =
      ["serve", "--listen", "127.0.0.1:\(wanted)", "--client-rate", "0"] + arguments
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    var text = ""
    while !text.hasSuffix("\n") {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      text += String(decoding: piece, as: UTF8.self)
    }
    let digits = text.split(separator: ":").last?.filter(\.isNumber) ?? ""
    port = try #require(UInt16(digits), "the service did not start: \(text)")
  }

  deinit {
    if process.isRunning { end(by: SIGKILL) }
    try? FileManager.default.removeItem(at: errors)
  }

  var carrier: SocketCarrier { SocketCarrier(port: port) }

  var isRunning: Bool { process.isRunning }

  var identifier: Int32 { process.processIdentifier }

  func signal(_ number: Int32) { kill(identifier, number) }

  /// Waits for the end; returns the exit status, or the negative number of the signal.
  @discardableResult func end(by number: Int32) -> Int32 {
    signal(number)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
      ? -process.terminationStatus : process.terminationStatus
  }

  var log: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }
}

/// A service on a thread of the test.
final class LocalService: Sendable {
  let port: UInt16
  private let stopper: ServiceStopper
  private let ended = DispatchSemaphore(value: 0)

  init(_ change: @Sendable @escaping (inout ServiceSettings) -> Void = { _ in }) throws {
    let started = DispatchSemaphore(value: 0)
    let shared = Box()
    let ended = ended
    let problem = HostSystem.startThread(stackByteCount: 8 << 20) {
      do throws(ServiceStartError) {
        var settings = ServiceSettings()
        settings.port = 0
        settings.clientRate = 0
        settings.drainSeconds = 1
        settings.log = .nothing
        change(&settings)
        let service = try ServiceLoop(settings)
        shared.set(service.port, service.stopper)
        started.signal()
        try service.run()
      } catch {
        shared.fail("\(error)")
        started.signal()
      }
      ended.signal()
    }
    try #require(problem == 0)
    started.wait()
    let (port, stopper) = try #require(shared.value, "\(shared.problem)")
    self.port = port
    self.stopper = stopper
  }

  var carrier: SocketCarrier { SocketCarrier(port: port) }

  func stop() {
    stopper.stop()
    ended.wait()
  }

  private final class Box: Sendable {
    private let content = Mutex<(value: (UInt16, ServiceStopper)?, problem: String)>((nil, ""))

    var value: (UInt16, ServiceStopper)? { content.withLock { $0.value } }
    var problem: String { content.withLock { $0.problem } }
    func set(_ port: UInt16, _ stopper: ServiceStopper) {
      content.withLock { $0.value = (port, stopper) }
    }
    func fail(_ problem: String) { content.withLock { $0.problem = problem } }
  }
}

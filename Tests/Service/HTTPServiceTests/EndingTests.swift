import Foundation
import HTTPService
import Synchronization
import SystemLibrary
import TestKit
import Testing

@Suite("The end of a service")
struct EndingTests {
  @Test("a signal that comes when the address is known, and before it serves, ends it in order")
  func signalBeforeServing() throws {
    let ended = DispatchSemaphore(value: 0)
    let problems = Mutex<[String]>([])
    let problem = HostSystem.startThread(stackByteCount: 8 << 20) {
      do throws(ServiceStartError) {
        var settings = ServiceSettings()
        settings.port = 0
        settings.log = .nothing
        let service = try ServiceLoop(settings, endsBySignal: true)
        // Without the mask of the service it would end the tests.
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        if sigismember(&mask, SIGTERM) == 1 {
          pthread_kill(pthread_self(), SIGTERM)
          try service.run()
        } else {
          problems.withLock { $0.append("the signal would end the process") }
        }
      } catch {
        problems.withLock { $0.append("\(error)") }
      }
      ended.signal()
    }
    try #require(problem == 0)
    #expect(ended.wait(timeout: .now() + 20) == .success, "it goes on")
    problems.withLock { #expect($0.isEmpty, "\($0)") }
  }

  @Test("SIGTERM at once after the address was printed ends each of many services with 0")
  func signalAtOnce() throws {
    for _ in 0..<20 {
      let service = try RunningService([])
      #expect(service.end(by: SIGTERM) == 0)
    }
  }
}

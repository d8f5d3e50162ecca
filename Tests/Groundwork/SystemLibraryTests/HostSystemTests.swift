import Synchronization
import SystemLibrary
import Testing

@Suite("What C libraries call by other names")
struct HostSystemTests {
  @Test("the path of the program is that of a file")
  func programPath() throws {
    let path = try #require(HostSystem.programPath)
    #expect(path.hasPrefix("/") && access(path, X_OK) == 0)
  }

  @Test("a file that was just written was modified now")
  func modificationTime() throws {
    let path = "/tmp/shakeout-test-\(getpid())"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    try #require(descriptor >= 0)
    defer {
      close(descriptor)
      unlink(path)
    }
    var status = stat()
    #expect(fstat(descriptor, &status) == 0)
    #expect(abs(HostSystem.modificationTime(of: status).tv_sec - time(nil)) < 60)
  }

  @Test("a process has used memory and processor time")
  func usage() {
    let bytes = Int64(HostSystem.usage.ru_maxrss) * HostSystem.peakMemoryUnit
    #expect(bytes > 1 << 20 && bytes < 1 << 40)
    #if !canImport(Darwin)
      #expect(HostSystem.processorSeconds(of: getpid()) > 0)
    #endif
  }

  @Test("a thread runs what it was given")
  func thread() {
    let flag = Flag()
    let problem = HostSystem.startThread(stackByteCount: 1 << 20) {
      flag.isSet.store(true, ordering: .relaxed)
    }
    #expect(problem == 0)
    for _ in 0..<60_000 where !flag.isSet.load(ordering: .relaxed) { usleep(1_000) }
    let isSet = flag.isSet.load(ordering: .relaxed)
    #expect(isSet)
  }

  private final class Flag: Sendable {
    let isSet = Atomic<Bool>(false)
  }
}

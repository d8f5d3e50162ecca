import Testing

@testable import RunPipeline

@Suite("Child processes")
struct ChildProcessTests {
  @Test("processor time grows for a busy process and not for a waiting one")
  func work() throws {
    let busy = try ChildProcess("/bin/sh", ["-c", "while :; do :; done"])
    let idle = try ChildProcess("/bin/sleep", ["3600"])
    defer {
      busy.stop()
      idle.stop()
    }
    let begun = Machine.seconds
    while busy.processorSeconds < 0.2, Machine.seconds < begun + 60 {}
    #expect(busy.processorSeconds >= 0.2)
    #expect(idle.processorSeconds < 0.1)
    busy.stop()
    #expect(busy.processorSeconds == 0)
  }
}

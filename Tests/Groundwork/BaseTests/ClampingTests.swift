import Base
import Testing

@Suite("A count at its maximum")
struct ClampingTests {
  @Test("stays there, whatever is added to any number of eight bits")
  func clamps() {
    for first in Int8.min...Int8.max {
      for second in Int8.min...Int8.max {
        var sum = first
        sum.addClamped(second)
        #expect(sum == Int8(clamping: Int(first) + Int(second)))
      }
    }
    for first in UInt8.min...UInt8.max {
      var sum = first
      sum.addClamped(200)
      #expect(sum == UInt8(clamping: Int(first) + 200))
    }
  }
}

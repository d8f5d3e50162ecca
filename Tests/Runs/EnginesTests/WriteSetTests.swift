import Testing

@testable import Engines

@Suite("Sets of writes")
struct WriteSetTests {
  @Test("differences are in order, whatever the sizes")
  func differences() {
    var (left, right) = (WriteSet(), WriteSet())
    for write in [130, 3, 64, 63] { left.insert(write) }
    right.insert(63)
    #expect(left.subtracting(right) == [3, 64, 130])
    #expect(right.subtracting(left) == [])
    right.insert(200)
    #expect(right.subtracting(left) == [200])
    left.formUnion(right)
    left.remove(3)
    #expect(left.elements == [63, 64, 130, 200])
    #expect(left.contains(200) && !left.contains(3) && !left.contains(1_000))
  }
}

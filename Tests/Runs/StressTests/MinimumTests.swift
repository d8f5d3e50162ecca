import Testing

@testable import Stress

@Suite("The minimum of a list")
struct MinimumTests {
  @Test("keeps the elements that are needed together, wherever they are")
  func together() {
    let found = minimum(of: Array(0..<1_000)) { Set([3, 500, 999]).isSubset(of: $0) }
    #expect(found == [3, 500, 999])
  }

  @Test("has no element that can be removed, even if smaller parts failed at first")
  func oneMinimal() {
    // True for an even sum of at least a hundred.
    let holds: ([Int]) -> Bool = { $0.reduce(0, +) >= 100 && $0.reduce(0, +) % 2 == 0 }
    let found = minimum(of: Array(1...40), where: holds)
    #expect(holds(found))
    for place in found.indices {
      var less = found
      less.remove(at: place)
      #expect(!holds(less))
    }
  }

  @Test("is empty if no element is needed, and everything if all are")
  func ends() {
    #expect(minimum(of: [1, 2, 3]) { _ in true } == [])
    #expect(minimum(of: [1, 2, 3]) { $0.count == 3 } == [1, 2, 3])
    #expect(minimum(of: [Int]()) { _ in true } == [])
  }

  @Test("is the smallest result so far when the time is up")
  func timeIsUp() {
    var trials = 0
    let found = minimum(of: Array(0..<64), mayContinue: { trials < 3 }) { kept in
      trials += 1
      return kept.contains(40)
    }
    #expect(found.contains(40) && found.count < 64 && trials == 3)
  }

  @Test("of a count is the first one for which the condition is true")
  func counts() {
    for needed in 0...70 { #expect(leastCount(upTo: 70) { $0 >= needed } == needed) }
  }
}

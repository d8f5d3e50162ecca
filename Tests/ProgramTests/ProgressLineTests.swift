import Runs
import Testing

@testable import shakeout

@Suite("The line that says how far a run has come")
struct ProgressLineTests {
  /// What is written to the terminal for a run that has come so far at those seconds.
  private func written(_ advances: [(people: Int, seconds: Double)], width: Int = 80) -> [String] {
    var written: [String] = []
    var line = ProgressLine(width: width) { written.append($0) }
    for advance in advances {
      line.show(
        RunAdvance(people: advance.people, peopleTotal: 2000, seconds: advance.seconds))
    }
    line.clear()
    return written
  }

  @Test("is written over, and gone at the end")
  func rewriting() {
    #expect(
      written([(100, 1.5), (1000, 15)]) == [
        "\r5 %: 100 of 2,000 people, 29 s left\u{1B}[K",
        "\r50 %: 1,000 of 2,000 people, 15 s left\u{1B}[K", "\r\u{1B}[K",
      ])
  }

  @Test("is not shown for what is soon over, nor more often than can be read")
  func seldom() {
    #expect(written([(100, 0.1), (2000, 0.9)]) == [])
    #expect(written([(100, 1), (200, 1.1), (300, 1.19), (400, 1.21)]).count == 3)
  }

  @Test("fits into the terminal")
  func narrow() {
    #expect(written([(100, 1.5)], width: 20)[0] == "\r5 %: 100 of 2,000 p\u{1B}[K")
  }
}

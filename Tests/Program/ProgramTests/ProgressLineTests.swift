import RunPipeline
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
        RunProgressReport(people: advance.people, peopleTotal: 2000, seconds: advance.seconds))
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

@Suite("The line that says how far a stress run has come")
struct StressProgressLineTests {
  private func written(_ seconds: [Double], isRewritable: Bool = false) -> [String] {
    var written: [String] = []
    var line = StressProgressLine(isRewritable: isRewritable) { written.append($0) }
    for (place, seconds) in seconds.enumerated() {
      line.show(StressProgress(seeds: place + 1, total: 40, failures: 0, seconds: seconds))
    }
    return written
  }

  @Test("is a line a minute where none can be written over")
  func minutes() {
    #expect(
      written([20, 40, 60, 80, 100, 120]) == [
        "3 of 40 seeds, 0 failed, 180 seeds an hour\n",
        "6 of 40 seeds, 0 failed, 180 seeds an hour\n",
      ])
  }

  @Test("is written over on a terminal, once in a while")
  func terminal() {
    let lines = written((1...33).map { Double($0) }, isRewritable: true)
    #expect(
      lines == [
        "\r16 of 40 seeds, 0 failed, 3600 seeds an hour\u{1B}[K",
        "\r32 of 40 seeds, 0 failed, 3600 seeds an hour\u{1B}[K",
      ])
  }
}

import RunPipeline
import Testing

@testable import shakeout

@Suite("Progress line of a run")
struct ProgressLineTests {
  /// The terminal output for given progress at given seconds.
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

  @Test("the line overwrites itself and is cleared at the end")
  func rewriting() {
    #expect(
      written([(100, 1.5), (1000, 15)]) == [
        "\r5 %: 100 of 2,000 people, 29 s left\u{1B}[K",
        "\r50 %: 1,000 of 2,000 people, 15 s left\u{1B}[K", "\r\u{1B}[K",
      ])
  }

  @Test("short runs show no line, and updates are limited")
  func seldom() {
    #expect(written([(100, 0.1), (2000, 0.9)]) == [])
    #expect(written([(100, 1), (200, 1.1), (300, 1.19), (400, 1.21)]).count == 3)
  }

  @Test("the line fits into the terminal")
  func narrow() {
    #expect(written([(100, 1.5)], width: 20)[0] == "\r5 %: 100 of 2,000 p\u{1B}[K")
  }
}

@Suite("Progress line of a stress run")
struct StressProgressLineTests {
  private func written(_ seconds: [Double], isRewritable: Bool = false) -> [String] {
    var written: [String] = []
    var line = StressProgressLine(isRewritable: isRewritable) { written.append($0) }
    for (place, seconds) in seconds.enumerated() {
      line.show(StressProgress(seeds: place + 1, total: 40, failures: 0, seconds: seconds))
    }
    return written
  }

  @Test("without a terminal there is one line per minute")
  func minutes() {
    #expect(
      written([20, 40, 60, 80, 100, 120]) == [
        "3 of 40 seeds, 0 failed, 180 seeds per hour\n",
        "6 of 40 seeds, 0 failed, 180 seeds per hour\n",
      ])
  }

  @Test("on a terminal the line overwrites itself every 16 seeds")
  func terminal() {
    let lines = written((1...33).map { Double($0) }, isRewritable: true)
    #expect(
      lines == [
        "\r16 of 40 seeds, 0 failed, 3,600 seeds per hour\u{1B}[K",
        "\r32 of 40 seeds, 0 failed, 3,600 seeds per hour\u{1B}[K",
      ])
  }
}

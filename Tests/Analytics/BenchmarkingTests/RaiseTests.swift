import Testing

@testable import Benchmarking

@Suite("Raised limits")
struct RaiseTests {
  private static let line =
    "2026-11-27\tdefault: instructionsPerOperation\t16230\t16430\tfamilies over HTTP"

  @Test("a line is read as it is written")
  func lines() throws {
    let list = try RaiseList(Array("\(RaiseList.header)\n# a comment\n\(Self.line)\n".utf8))
    #expect(list.raises.map(\.line) == [Self.line])
    #expect(list.raises[0].from == 16_230 && list.raises[0].gain == "families over HTTP")
    let broken = Raise(
      date: "2026-11-28", figure: "a: messages", from: 1.5, to: 2, gain: "one\ntwo\tthree")
    #expect(broken.line == "2026-11-28\ta: messages\t1.5\t2\tone two three")
  }

  @Test(
    "a wrong line is a sentence with its number",
    arguments: [
      ("2026-11-27\tx\t1", "five columns separated by tabs"),
      (
        line.replacing("2026-11-27", with: "27.11.2026"),
        "'27.11.2026' is not a day such as 2026-11-28"
      ),
      (line.replacing("2026-11-27", with: "2026-13-27"), "is not a day"),
      (line.replacing("default: ", with: ""), "is not a workload and a figure"),
      (
        line.replacing("instructionsPerOperation", with: "instructionPerOperation"),
        "Did you mean 'instructionsPerOperation'?"
      ),
      (line.replacing("16430", with: "16229"), "are not two numbers of which the second is larger"),
      (line.replacing("16430", with: "more"), "are not two numbers"),
      (line.replacing("families over HTTP", with: " "), "does not say what a user got"),
    ])
  func wrong(line: String, sentence: String) {
    let found = problem { _ = try RaiseList(Array("\(RaiseList.header)\n\(line)\n".utf8)) }
    #expect(found?.hasPrefix("line 2: ") == true && found?.contains(sentence) == true, "\(found)")
  }

  private static func baseline(limit: Double, released: Double) -> BenchmarkResult {
    var baseline = SampleResult.result([(.instructionsPerOperation, [])], name: "default")
    baseline.workloads[0].figures[0].limit = limit
    baseline.workloads[0].figures[0].releasedLimit = released
    baseline.release = BenchmarkRelease(version: "0.1.0", date: "2026-11-20")
    return baseline
  }

  @Test("a limit above that of the release needs a line since then that reaches it")
  func unexplained() throws {
    let list = try RaiseList(Array(Self.line.utf8))
    let raised = Self.baseline(limit: 16_430, released: 16_230)
    #expect(list.unexplained(in: raised).isEmpty)
    #expect(
      RaiseList().unexplained(in: raised) == [
        "'default: instructionsPerOperation' rose from 16230 to 16430"
      ])
    #expect(RaiseList().unexplained(in: Self.baseline(limit: 16_000, released: 16_230)).isEmpty)
    // Higher than the line says, or another figure, or a line of before the release.
    #expect(list.unexplained(in: Self.baseline(limit: 16_500, released: 16_230)).count == 1)
    var other = list
    other.raises[0].figure = "all-products: instructionsPerOperation"
    #expect(other.unexplained(in: raised).count == 1)
    other = list
    other.raises[0].date = "2026-11-19"
    #expect(other.unexplained(in: raised).count == 1)
    #expect(other.since(raised.release).isEmpty && other.since(nil).count == 1)
  }

  @Test("recording sets limits above the counts, and names those that rise")
  func recording() {
    let old = Self.baseline(limit: 16_430, released: 16_400)
    func record(_ value: Double, release: String? = nil) -> BaselineRecording {
      BaselineRecording(
        SampleResult.result(
          [(.instructionsPerOperation, [value]), (.messages, [5])], name: "default"),
        over: old, date: "2026-11-28", gain: "groups", release: release)
    }
    let lower = record(16_000)
    #expect(lower.raises.isEmpty && lower.baseline.release == old.release)
    let figure = lower.baseline.workloads[0].figures
    // What the old baseline does not have stays out of the new one.
    #expect(figure.map(\.figure) == [.instructionsPerOperation])
    #expect(figure[0].limit == 16_160 && figure[0].releasedLimit == 16_400)
    #expect(figure[0].samples == [16_000])
    let higher = record(17_000)
    #expect(
      higher.raises.map(\.line) == [
        "2026-11-28\tdefault: instructionsPerOperation\t16430\t17170\tgroups"
      ])
    #expect(RaiseList(higher.raises).unexplained(in: higher.baseline).isEmpty)
    let released = record(17_000, release: "0.3.0").baseline
    #expect(released.workloads[0].figures[0].releasedLimit == 17_170)
    #expect(released.release == BenchmarkRelease(version: "0.3.0", date: "2026-11-28"))
  }

  @Test("values and samples without limits rise, too, when they are recorded again")
  func recordedAgain() {
    let old = SampleResult.result([
      (.messages, [100]), (.userTimeRatio, [10, 10.1, 10, 10.1, 10]),
    ])
    let same = BaselineRecording(old, over: old, date: "2026-11-28", gain: "")
    #expect(same.raises.isEmpty && same.baseline.workloads[0].figures[0].limit == 101)
    let slow = SampleResult.result([(.messages, [103]), (.userTimeRatio, [12, 12, 12, 12, 12.1])])
    let raised = BaselineRecording(slow, over: old, date: "2026-11-28", gain: "more")
    #expect(raised.raises.map(\.figure) == ["town: messages", "town: userTimeRatio"])
    #expect(raised.raises[0].from == 101 && raised.raises[0].to == 104.03)
    #expect(raised.raises[1].from == 10 && raised.raises[1].to == 12)
  }
}

import TestKit
import Testing

@testable import Benchmarking

@Suite("Noise of measurements")
struct BenchmarkNoiseTests {
  private static func results(_ runs: [[Double]], count: [Double]) -> [BenchmarkResult] {
    zip(runs, count).map {
      SampleResult.result([(.messages, [$1]), (.userTimeRatio, $0)])
    }
  }

  @Test("equal samples have no noise, and any change is visible")
  func none() throws {
    let runs = [[Double]](repeating: [2, 2, 2, 2], count: 3)
    let noise = try BenchmarkNoise(Self.results(runs, count: [5, 5, 5]))
    for row in noise.rows {
      #expect(row.deviation == 0 && row.drift == 0 && row.visible == 0 && row.falseAlarms == 0)
    }
    #expect(noise.runs == 3 && noise.rows.map(\.figure) == [.messages, .userTimeRatio])
  }

  @Test("the deviation is that within measurements, the drift that between them")
  func deviation() throws {
    let runs = [[9.0, 10, 11, 10], [18, 20, 22, 20]]
    let noise = try BenchmarkNoise(Self.results(runs, count: [100, 101]))
    // The sum of squares is 2, of three degrees of freedom.
    #expect((noise.rows[1].deviation - (2.0 / 3).squareRoot() / 10).magnitude < 1e-12)
    #expect(noise.rows[1].drift == 1 && noise.rows[1].suspicions == 1)
    // No third measurement confirms it.
    #expect(noise.rows[1].falseAlarms == 0)
    #expect((noise.rows[0].drift - 0.01).magnitude < 1e-12)
  }

  @Test("a change that lasts is counted as an alarm, and a count without confirmation")
  func alarms() throws {
    let runs = [[10.0, 10, 10, 10], [20, 20, 20, 20], [20, 20, 20, 20]]
    let noise = try BenchmarkNoise(Self.results(runs, count: [100, 100, 102]))
    #expect(noise.rows.map(\.suspicions) == [1, 1] && noise.rows.map(\.falseAlarms) == [1, 1])
  }

  @Test("a change as large as the visible one is found about four times out of five")
  func visible() throws {
    var numbers = SplitMix64(seed: 3)
    func samples(_ factor: Double) -> [Double] {
      (0..<10).map { _ in factor * (1 + 0.03 * numbers.bell()) }
    }
    let results = (0..<20).map { _ in SampleResult.result([(.userTimeRatio, samples(1))]) }
    let visible = try #require(try BenchmarkNoise(results).rows[0].visible)
    #expect((0.03...0.05).contains(visible), "\(visible)")
    let found = (0..<200).count { _ in
      RatioEstimate(old: samples(1), new: samples(1 + visible))?.interval?.excludesNoChange == true
    }
    #expect((130...190).contains(found), "\(found)")
    let needed = BenchmarkNoise.samplesNeeded(toShow: visible, deviation: 0.03)
    #expect((8...13).contains(needed), "\(needed)")
    #expect(BenchmarkNoise.samplesNeeded(toShow: 0.05, deviation: 0) == 4)
  }

  @Test("one measurement shows no noise")
  func single() {
    let one = [SampleResult.result([(.messages, [1])])]
    #expect(
      problem { _ = try BenchmarkNoise(one) } == "the noise needs at least two measurements")
  }
}

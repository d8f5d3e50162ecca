import Testing

@testable import Benchmarking

@Suite("Comparisons of measurements")
struct BenchmarkComparisonTests {
  @Test("a count that changed is shown, samples only if their interval excludes no change")
  func shown() throws {
    let old = SampleResult.result([
      (.operations, [100]), (.messages, [100]), (.userTimeRatio, [10, 11, 10, 11, 10]),
      (.peakMemoryBytes, [10, 11, 10, 11, 10]),
    ])
    let new = SampleResult.result([
      (.operations, [100]), (.messages, [101]), (.userTimeRatio, [11, 10, 11, 10, 11]),
      (.peakMemoryBytes, [20, 21, 20, 21, 20]),
    ])
    let changes = try BenchmarkComparison(old, new).changes
    #expect(changes.map(\.figure) == [.operations, .messages, .peakMemoryBytes, .userTimeRatio])
    #expect(changes.map(\.isShown) == [false, true, true, false])
    #expect(changes[1].ratio == 1.01 && changes[1].interval == nil)
    #expect(changes[2].interval?.lower ?? 0 > 1.7)
    #expect(changes[3].samples == (old: 5, new: 5))
  }

  @Test("twice as much and half as much have the geometric mean 1")
  func mean() throws {
    func result(_ one: Double, _ two: Double) -> BenchmarkResult {
      var result = SampleResult.result([(.messages, [one])])
      result.workloads.append(SampleResult.workload([(.messages, [two])], name: "city"))
      return result
    }
    let comparison = try BenchmarkComparison(result(100, 100), result(200, 50))
    #expect((try #require(comparison.mean(of: .messages)) - 1).magnitude < 1e-12)
    #expect(comparison.mean(of: .operations) == nil)
    #expect((try #require(GeometricMean.of([2, 8])) - 4).magnitude < 1e-12)
    #expect(GeometricMean.of([]) == nil && GeometricMean.of([0, 1]) == nil)
  }

  @Test("workloads of one file alone are listed, and others of the same name refused")
  func workloads() throws {
    let town = SampleResult.result([(.messages, [1])])
    let city = SampleResult.result([(.messages, [1])], name: "city")
    let comparison = try BenchmarkComparison(town, city)
    #expect(comparison.onlyInOld == ["town"] && comparison.onlyInNew == ["city"])
    #expect(comparison.changes.isEmpty)
    var larger = town
    larger.workloads[0].people = 70
    #expect(
      problem { _ = try BenchmarkComparison(town, larger) }
        == "the workload 'town' is another one: town, 60 people, 14 days, seed 1; then town, "
        + "70 people, 14 days, seed 1")
  }

  @Test("each part of the machine is compared")
  func machines() {
    let one = SampleResult.machine
    var two = one
    two.cores = 4
    two.library = "glibc 2.40"
    #expect(one.differences(from: one).isEmpty)
    #expect(
      one.differences(from: two) == [
        "cores '2', then '4'", "library 'glibc 2.36', then 'glibc 2.40'",
      ])
    let (old, new) = (
      SampleResult.result([(.userTimeRatio, [1])]),
      SampleResult.result([(.userTimeRatio, [1])], machine: two)
    )
    #expect(problem { _ = try BenchmarkComparison(old, new) } != nil)
    let across = try? BenchmarkComparison(old, new, acrossMachines: true)
    #expect(across?.changes.map(\.obstacle) == ["another machine"])
    #expect(across?.changes.map(\.isShown) == [false])
  }
}

import Testing

@testable import Benchmarking

@Suite("Checks against a baseline")
struct BenchmarkCheckTests {
  private static func verdicts(
    _ new: [(BenchmarkFigure, [Double])], by old: BenchmarkResult,
    tolerances: [FigureTolerance] = []
  ) throws -> [BenchmarkVerdict] {
    try BenchmarkCheck(SampleResult.result(new), by: old, tolerances: tolerances).rows
      .map(\.verdict)
  }

  @Test(
    "a count fails beyond its tolerance, exactly",
    arguments: [
      (100.0, BenchmarkVerdict.fine), (101, .fine), (101.001, .worse), (99, .fine),
      (98.9, .better),
    ])
  func count(value: Double, verdict: BenchmarkVerdict) throws {
    let old = SampleResult.result([(.messages, [100])])
    #expect(try Self.verdicts([(.messages, [value])], by: old) == [verdict])
  }

  @Test("a limit decides before tolerances, and a value far below it is better")
  func limit() throws {
    var old = SampleResult.result([(.instructionsPerOperation, [])])
    old.workloads[0].figures[0].limit = 16_430
    for (value, verdict) in [
      (16_430.0, BenchmarkVerdict.fine), (16_430.01, .worse), (16_000, .fine), (15_900, .better),
    ] {
      #expect(try Self.verdicts([(.instructionsPerOperation, [value])], by: old) == [verdict])
    }
  }

  @Test("fewer operations are another workload, not a better one")
  func operations() throws {
    let old = SampleResult.result([(.operations, [1_000])])
    #expect(try Self.verdicts([(.operations, [980])], by: old) == [.worse])
    #expect(try Self.verdicts([(.operations, [1_000])], by: old) == [.fine])
  }

  @Test("a time needs an interval and an effect, and tolerances of the command line win")
  func time() throws {
    var old = SampleResult.result([(.userTimeRatio, [10, 10.1, 10, 10.1, 10])])
    let slower = [10.5, 10.6, 10.5, 10.6, 10.5]
    let unclear = [9, 14, 9, 14, 13.0]
    #expect(try Self.verdicts([(.userTimeRatio, slower)], by: old) == [.fine])
    #expect(
      try Self.verdicts(
        [(.userTimeRatio, slower)], by: old, tolerances: [FigureTolerance(.userTimeRatio, 0.03)])
        == [.worse])
    old.workloads[0].figures[0].tolerance = 0.03
    #expect(try Self.verdicts([(.userTimeRatio, slower)], by: old) == [.worse])
    #expect(try Self.verdicts([(.userTimeRatio, unclear)], by: old) == [.fine])
    // Two samples against five decide nothing.
    #expect(try Self.verdicts([(.userTimeRatio, [20, 20])], by: old) == [.fine])
  }

  @Test("a limit of samples fails only when every sample is above it")
  func memory() throws {
    var old = SampleResult.result([(.peakMemoryBytes, [])])
    old.workloads[0].figures[0].limit = 50
    #expect(try Self.verdicts([(.peakMemoryBytes, [51, 52, 49])], by: old) == [.fine])
    #expect(try Self.verdicts([(.peakMemoryBytes, [51, 52, 53])], by: old) == [.worse])
  }

  @Test("a bound compares two workloads of one measurement")
  func bounds() throws {
    var old = SampleResult.result([(.operations, [1_000])])
    old.workloads.append(SampleResult.workload([], name: "city"))
    old.bounds = [
      RelativeBound(workload: "city", figure: .operations, reference: "town", atMost: 1.1)
    ]
    for (value, isKept) in [(1_100.0, true), (1_101, false)] {
      var new = SampleResult.result([(.operations, [1_000])])
      new.workloads.append(SampleResult.workload([(.operations, [value])], name: "city"))
      let check = try BenchmarkCheck(new, by: old)
      #expect(check.bounds.map(\.isKept) == [isKept] && check.isWorse == !isKept)
    }
    let check = try BenchmarkCheck(SampleResult.result([(.operations, [1_000])]), by: old)
    #expect(check.missing == ["city: operations"] && check.bounds.isEmpty)
  }

  @Test("what was not measured is missing, and not fine")
  func missing() throws {
    let old = SampleResult.result([(.messages, [100]), (.instructionsPerOperation, [5])])
    let check = try BenchmarkCheck(SampleResult.result([(.messages, [100])]), by: old)
    #expect(check.missing == ["town: instructionsPerOperation"] && !check.isWorse)
  }

  @Test("another machine is refused, or compares counts alone")
  func machines() throws {
    let old = SampleResult.result([
      (.messages, [100]), (.instructionsPerOperation, [100]), (.userTimeRatio, [1, 1, 1, 1]),
    ])
    var machine = SampleResult.machine
    machine.processor = "B 2000"
    let worse: [(BenchmarkFigure, [Double])] = [
      (.messages, [200]), (.instructionsPerOperation, [200]), (.userTimeRatio, [2, 2, 2, 2]),
    ]
    let new = SampleResult.result(worse, machine: machine)
    let sentence = problem { _ = try BenchmarkCheck(new, by: old) }
    #expect(
      sentence == "the machines differ: processor 'A 1000', then 'B 2000'; '--across-machines' "
        + "compares the counts alone")
    let check = try BenchmarkCheck(new, by: old, acrossMachines: true)
    #expect(check.rows.map(\.verdict) == [.worse, .worse, .notCompared])
    machine.toolchain = "Swift version 7"
    let other = try BenchmarkCheck(
      SampleResult.result(worse, machine: machine), by: old, acrossMachines: true)
    #expect(other.rows.map(\.verdict) == [.worse, .notCompared, .notCompared])
  }

  @Test("a tolerance of the command line has a figure and a share")
  func tolerances() {
    #expect(FigureTolerance("userTimeRatio=0.1") == FigureTolerance(.userTimeRatio, 0.1))
    for text in ["userTimeRatio", "userTime=0.1", "userTimeRatio=-1", "userTimeRatio=x", "=1"] {
      #expect(FigureTolerance(text) == nil, "\(text)")
    }
  }
}

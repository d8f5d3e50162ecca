public import Base

/// What a measurement gave, or a baseline for later ones: a file of `shakeout bench`.
public struct BenchmarkResult: Equatable, Sendable {
  /// The format of the file.
  public static let format = FormatVersion(
    "benchmark file", 1, remedy: "measure again with 'shakeout bench run'")

  public var program: ProgramIdentity
  public var machine: MachineFingerprint
  /// How often each workload was measured.
  public var repetitions: Int
  public var workloads: [MeasuredWorkload]
  /// What workloads may cost in comparison with each other.
  public var bounds: [RelativeBound]
  /// The release that the limits of a baseline count from.
  public var release: BenchmarkRelease?

  public init(
    program: ProgramIdentity, machine: MachineFingerprint, repetitions: Int,
    workloads: [MeasuredWorkload], bounds: [RelativeBound] = [], release: BenchmarkRelease? = nil
  ) {
    self.program = program
    self.machine = machine
    self.repetitions = repetitions
    self.workloads = workloads
    self.bounds = bounds
    self.release = release
  }

  /// The workload of a name.
  public subscript(name: String) -> MeasuredWorkload? { workloads.first { $0.name == name } }
}

/// A figure of one workload that may be at most a multiple of the same figure of another one.
public struct RelativeBound: Equatable, Sendable {
  public var workload: String
  public var figure: BenchmarkFigure
  /// The workload that it is compared with.
  public var reference: String
  /// The largest ratio that does not fail.
  public var atMost: Double

  public init(workload: String, figure: BenchmarkFigure, reference: String, atMost: Double) {
    self.workload = workload
    self.figure = figure
    self.reference = reference
    self.atMost = atMost
  }
}

/// A release, and the day from which raises of limits count.
public struct BenchmarkRelease: Equatable, Sendable {
  public var version: String
  /// The day, such as `2026-11-28`.
  public var date: String

  public init(version: String, date: String) {
    self.version = version
    self.date = date
  }
}

/// Why a file of `shakeout bench` cannot be used, as a sentence without its full stop.
public struct BenchmarkProblem: Error, Equatable, Sendable, CustomStringConvertible {
  public var description: String

  public init(_ description: String) {
    self.description = description
  }
}

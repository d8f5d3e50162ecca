/// What `shakeout bench` measures of a workload.
public enum BenchmarkFigure: String, CaseIterable, Sendable {
  case operations
  case messages
  case datasetBytes
  case datasetBytesPerPersonDay
  case instructionsPerOperation
  case instructionsPerEnrolledDay
  case marginalInstructionsPerOperation
  case allocationsPerThousandOperations
  case allocatedBytesPerFamily
  case peakMemoryBytes
  case userTimeRatio

  /// What a value depends on, which decides when two values can be compared.
  public enum Kind: Sendable {
    /// The scenario, the seed and the sources: every machine counts the same.
    case countOfRun
    /// The compiler and the libraries, too, but not how busy the machine is.
    case countOfProgram
    /// The machine and the moment: only several samples say anything.
    case sampled
  }

  public var kind: Kind {
    switch self {
    case .operations, .messages: .countOfRun
    case .datasetBytes, .datasetBytesPerPersonDay, .instructionsPerOperation,
      .instructionsPerEnrolledDay, .marginalInstructionsPerOperation,
      .allocationsPerThousandOperations, .allocatedBytesPerFamily:
      .countOfProgram
    case .peakMemoryBytes, .userTimeRatio: .sampled
    }
  }

  /// Whether it depends on how fast the machine is.
  public var isTime: Bool { self == .userTimeRatio }

  /// Whether less is as wrong as more: the workload is then another one, not a cheaper one.
  public var isWrongBothWays: Bool { self == .operations }

  /// How much worse it may be without failing, as a share, unless a baseline says otherwise. That
  /// of time lies between no change and the 15 % that a check should always find.
  public var defaultTolerance: Double {
    switch self {
    case .userTimeRatio: 0.07
    case .peakMemoryBytes: 0.05
    default: 0.01
    }
  }

  /// The name for tables.
  public var title: String {
    switch self {
    case .operations: "operations"
    case .messages: "messages"
    case .datasetBytes: "bytes of the dataset"
    case .datasetBytesPerPersonDay: "bytes of facts per person-day"
    case .instructionsPerOperation: "instructions per operation"
    case .instructionsPerEnrolledDay: "instructions per enrolled person-day"
    case .marginalInstructionsPerOperation: "marginal instructions per operation"
    case .allocationsPerThousandOperations: "allocations per 1,000 operations"
    case .allocatedBytesPerFamily: "allocated bytes per family"
    case .peakMemoryBytes: "peak memory, bytes"
    case .userTimeRatio: "user time, in calibration loops"
    }
  }

  /// How many decimals a table shows.
  public var digits: Int {
    switch self {
    case .operations, .messages, .datasetBytes, .peakMemoryBytes, .allocatedBytesPerFamily: 0
    case .userTimeRatio: 3
    default: 2
    }
  }

  /// All names, for messages and completions.
  public static var names: [String] { allCases.map(\.rawValue) }
}

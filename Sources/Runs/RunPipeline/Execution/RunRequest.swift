public import Base
public import Plans
import Population
public import Scenarios

/// The settings of one run.
public struct RunRequest: Sendable {
  public var scenario: Scenario
  /// The program that runs it, which the files name.
  public var program: ProgramIdentity
  public var threads: Int
  /// The folder that contains `datasets/` and `results/`.
  public var out: String
  /// The name of the run, which is also the name of its folders.
  public var name: String
  /// Replaces a finished run of the same name.
  public var force: Bool
  /// The plan to execute; without one, simulated people decide.
  public var plan: Plan?
  /// Where to record the plan of the run.
  public var record: Record?
  /// What the batches carry of the plan; without it, what `record` needs.
  var carriedPlan: PlanRecording?
  /// Whether to resume the interrupted run of that name.
  public var resumes = false
  /// Whether the run can be resumed: a plan takes seconds to execute, and a recorded plan cannot
  /// continue a partial one.
  var canBeResumed: Bool { plan == nil && record == nil }
  /// How often to write a snapshot.
  var personDaysBetweenSnapshots: Int64 = 500_000
  /// The size of a batch, the unit of writing.
  var personDaysPerBatch = 100_000
  /// Whether to replay the run to attribute measurement bias to causes.
  public var recordsBias = false

  /// Whether a large run is checked at each step in all scopes, and not in a sample of them.
  public var checksEveryScope = false

  /// What the batches of the run carry of its plan.
  public var recordedPlan: PlanRecording {
    get {
      if let carriedPlan { return carriedPlan }
      guard let record else { return .nothing }
      return record.includesDeliveries ? .stepsAndDeliveries : .steps
    }
    set { carriedPlan = newValue }
  }

  /// Where and how to record a plan.
  public struct Record: Sendable {
    public var path: String
    /// Whether to include the delivery of every message.
    public var includesDeliveries: Bool

    public init(path: String, includesDeliveries: Bool) {
      self.path = path
      self.includesDeliveries = includesDeliveries
    }
  }

  public init(
    scenario: Scenario, threads: Int, out: String, name: String, force: Bool, plan: Plan? = nil,
    record: Record? = nil, program: ProgramIdentity = .unstated
  ) {
    self.program = program
    self.plan = plan
    self.record = record
    self.scenario = scenario
    self.threads = threads
    self.out = out
    self.name = name
    self.force = force
  }

  var datasetPath: String { "\(outPrefix)datasets/\(name)" }
  var resultsPath: String { "\(outPrefix)results/\(name)" }

  /// The folder as a path prefix, empty for the working directory.
  private var outPrefix: String {
    let parts = out.split(separator: "/").filter { $0 != "." }
    return (out.hasPrefix("/") ? "/" : "") + parts.map { "\($0)/" }.joined()
  }

  /// The rule for names, worded to follow "a name has".
  static let nameRule =
    "up to \(nameLengthMax) letters, digits, '.', '_' and '-', and starts with a letter or a digit"

  private static let nameLengthMax = 100

  static func isUsable(name: String) -> Bool {
    guard let first = name.unicodeScalars.first, isLetterOrDigit(first) else { return false }
    return name.unicodeScalars.count <= nameLengthMax
      && name.unicodeScalars.allSatisfy { isLetterOrDigit($0) || [".", "_", "-"].contains($0) }
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }
}

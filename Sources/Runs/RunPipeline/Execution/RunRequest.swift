public import Plans
import Population
public import Scenarios

/// One run, as it was asked for.
public struct RunRequest: Sendable {
  public var scenario: Scenario
  public var threads: Int
  /// The folder that `datasets/` and `results/` lie in.
  public var out: String
  /// What the run's folders are called.
  public var name: String
  /// Replaces a finished run of the same name.
  public var force: Bool
  /// What is done, if it was planned; otherwise people decide.
  public var plan: Plan?
  /// Where the plan of the run is to be recorded.
  public var record: Record?
  /// Whether it goes on from where an interrupted run of that name has come to.
  public var resumes = false
  /// Whether another process could go on with it: plans are lived in seconds, and a plan that is
  /// written down has no second half.
  var canBeResumed: Bool { plan == nil && record == nil }
  /// How often it is written down how far the run has come.
  var personDaysBetweenSnapshots: Int64 = 500_000
  /// How much makes a batch, which is what is written at a time.
  var personDaysPerBatch = 100_000
  /// Whether the run is lived again to find where wrong figures come from.
  public var recordsBias = false

  /// A plan that is to be recorded.
  public struct Record: Sendable {
    public var path: String
    /// Whether the fate of every message stands in it.
    public var includesDeliveries: Bool

    public init(path: String, includesDeliveries: Bool) {
      self.path = path
      self.includesDeliveries = includesDeliveries
    }
  }

  public init(
    scenario: Scenario, threads: Int, out: String, name: String, force: Bool, plan: Plan? = nil,
    record: Record? = nil
  ) {
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

  /// The folder as paths begin with it; the working directory needs no mention.
  private var outPrefix: String {
    let parts = out.split(separator: "/").filter { $0 != "." }
    return (out.hasPrefix("/") ? "/" : "") + parts.map { "\($0)/" }.joined()
  }

  /// What a name may be, as it follows "a name has".
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

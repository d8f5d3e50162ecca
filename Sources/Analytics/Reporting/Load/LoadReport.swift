public import Base

/// What a load has measured, and what its thresholds say to it.
public struct LoadReport: Sendable {
  /// Durations of one kind, in microseconds.
  public struct Series: Sendable {
    /// The percentiles that are reported, in thousandths of a percent.
    public static let percentiles = [50_000, 90_000, 99_000, 99_900, 99_990]

    /// Its name in thresholds.
    public let name: String
    /// What it measures, as half a sentence.
    public let meaning: String
    public let count: Int64
    /// The values of `percentiles`; empty without any duration.
    public let values: [Int64]
    public let longest: Int64
    public let mean: Double

    public init(
      name: String, meaning: String, count: Int64, values: [Int64], longest: Int64, mean: Double
    ) {
      self.name = name
      self.meaning = meaning
      self.count = count
      self.values = values
      self.longest = longest
      self.mean = mean
    }
  }

  /// What happened in one interval of time.
  public struct Interval: Sendable {
    /// When it began, in seconds since the first arrival that counts.
    public var start = 0.0
    /// How long it was.
    public var seconds = 1.0
    /// How many arrivals there should have been, and how many requests were sent.
    public var intended: Int64 = 0
    public var sent: Int64 = 0
    public var answered: Int64 = 0
    public var failed: Int64 = 0
    /// Responses that acknowledged operations of the phone that asked.
    public var acknowledging: Int64 = 0
    /// Percentiles of the latency of what was answered, in microseconds.
    public var p50: Int64 = 0
    public var p99: Int64 = 0
    public var p999: Int64 = 0
    /// How late the sender was, at the 99th percentile.
    public var lateness: Int64 = 0
    /// Requests under way and arrivals that waited for a connection, at its end.
    public var open = 0
    public var waiting = 0
    /// The memory of the sender at its end.
    public var residentBytes: Int64 = 0
    /// What the server did in it; nil if that is not known.
    public var server: ServerCounters?

    public init() {}
  }

  /// What a server has counted since it was started, or in an interval.
  public struct ServerCounters: Sendable, Equatable {
    public var processorSeconds = 0.0
    /// Its memory, which is no count.
    public var residentBytes: Int64 = 0
    public var requests: Int64 = 0
    public var commits: Int64 = 0
    /// How long all commits together have taken.
    public var commitSeconds = 0.0

    public init() {}

    /// What was counted since an earlier time. A server that was started meanwhile began with zero.
    public func since(_ earlier: ServerCounters) -> ServerCounters {
      guard processorSeconds >= earlier.processorSeconds, commits >= earlier.commits else {
        return self
      }
      var counted = self
      counted.processorSeconds -= earlier.processorSeconds
      counted.requests = max(0, requests - earlier.requests)
      counted.commits -= earlier.commits
      counted.commitSeconds = max(0, commitSeconds - earlier.commitSeconds)
      return counted
    }

    /// Both together, with the larger memory.
    public static func + (one: ServerCounters, other: ServerCounters) -> ServerCounters {
      var sum = one
      sum.processorSeconds += other.processorSeconds
      sum.residentBytes = max(one.residentBytes, other.residentBytes)
      sum.requests += other.requests
      sum.commits += other.commits
      sum.commitSeconds += other.commitSeconds
      return sum
    }

    /// The processor time of a request on average, in microseconds; nil without any.
    public var requestMicroseconds: Double? {
      requests > 0 ? processorSeconds * 1e6 / Double(requests) : nil
    }

    /// How long a commit takes on average, in microseconds; nil without any.
    public var commitMicroseconds: Int64? {
      commits > 0 ? Int64((commitSeconds * 1e6 / Double(commits)).rounded()) : nil
    }
  }

  /// One step of a load that rises in steps.
  public struct Step: Sendable, Equatable {
    /// The arrivals that there should be in a second.
    public let rate: Double
    /// The responses that are no errors, in a second.
    public let goodput: Double
    /// Percentiles of the latency of its arrivals, in microseconds; zero without any.
    public let p50: Int64
    public let p99: Int64

    public init(rate: Double, goodput: Double, p50: Int64, p99: Int64) {
      self.rate = rate
      self.goodput = goodput
      self.p50 = p50
      self.p99 = p99
    }
  }

  /// A count with what is counted.
  public struct Count: Sendable, Equatable {
    public let name: String
    public let count: Int64

    public init(_ name: String, _ count: Int64) {
      self.name = name
      self.count = count
    }
  }

  /// What a threshold says.
  public struct Verdict: Sendable {
    /// As given: the load fails if it is true.
    public let expression: String
    /// What was measured, with its unit; nil if nothing was.
    public let measured: String?
    public let isMissed: Bool

    public init(expression: String, measured: String?, isMissed: Bool) {
      self.expression = expression
      self.measured = measured
      self.isMissed = isMissed
    }
  }

  /// Something that was done to the server or the network while the load ran.
  public struct Event: Sendable {
    /// Its kind.
    public let name: String
    /// It in a few words.
    public let text: String
    /// When it should have begun, in seconds of the measured time.
    public let planned: Double
    /// When it began and ended; nil if the load was over before.
    public let begin: Double?
    public let end: Double?

    /// Whether a server went on from an earlier copy of its store.
    public var isRestore: Bool { name == "restore" }

    public init(name: String, text: String, planned: Double, begin: Double?, end: Double?) {
      self.name = name
      self.text = text
      self.planned = planned
      self.begin = begin
      self.end = end
    }
  }

  /// The people of a load, what they did, and what was compared at its end.
  public struct People: Sendable {
    public let people: Int
    public let families: Int
    public let devices: Int
    /// What phones have saved, and how much of that the server has rejected.
    public let operations: Int64
    public let rejected: Int64
    /// Actions that a phone refused, and those that need what no step had created here.
    public let refused: Int64
    public let impossible: Int64
    /// Steps of the plan that such a load has not, such as those of groups.
    public let leftOut: Int64
    public let exchanges: Int64
    /// Those whose response acknowledged operations.
    public var acknowledging: Int64 = 0
    /// Phones that had something to send or to fetch when the time for it was over.
    public let undrained: Int
    /// The families whose copies were compared, and the rows of their feeds.
    public let checked: Int
    public let rows: Int64
    /// The groups that someone has joined, and those whose copies were compared.
    public var groups = 0
    public var checkedGroups = 0
    /// Those who joined a family or a group while the load was running, the phones that signed in
    /// then, and the accounts that were deleted.
    public var joined = 0
    public var installs = 0
    public var deleted = 0
    /// The children in groups whose parents have consented at the server (GRP-11).
    public var consents = 0
    /// After the server went on from an earlier copy: operations that it had acknowledged and that
    /// came back from phones alone, and how many phones; nil if it did not.
    public var resent: Int64?
    public var resenders = 0

    public init(
      people: Int, families: Int, devices: Int, operations: Int64, rejected: Int64, refused: Int64,
      impossible: Int64, leftOut: Int64, exchanges: Int64, undrained: Int, checked: Int, rows: Int64
    ) {
      self.people = people
      self.families = families
      self.devices = devices
      self.operations = operations
      self.rejected = rejected
      self.refused = refused
      self.impossible = impossible
      self.leftOut = leftOut
      self.exchanges = exchanges
      self.undrained = undrained
      self.checked = checked
      self.rows = rows
    }
  }

  /// The program that sent the load.
  public var program = ProgramIdentity.unstated
  public var title = ""
  public var target = ""
  /// The load in words: rate, profile, spacing.
  public var load = ""
  public var connections = 0
  /// Whether what is sent depends on the answers: then a slow server is asked for less, and no
  /// latency judges it.
  public var isClosedLoop = false
  /// The measured time, without what came before it.
  public var seconds = 0.0
  public var warmupSeconds = 0.0
  public var intervalSeconds = 1.0
  /// The arrivals of the measured time, and what happened to them.
  public var intended: Int64 = 0
  public var sent: Int64 = 0
  public var answered: Int64 = 0
  /// Requests that have no answer, and answers that are errors, by kind.
  public var errors: [Count] = []
  public var series: [Series] = []
  public var intervals: [Interval] = []
  /// Empty for a load that does not rise in steps.
  public var steps: [Step] = []
  /// The longest p99 of a step that was kept up with.
  public var kneeMicroseconds: Int64 = 250_000
  public var verdicts: [Verdict] = []
  public var events: [Event] = []
  /// What the server keeps its journal in, if the load has started it.
  public var store: String?
  /// Why the load ended before its time.
  public var abortion: String?
  /// Nil for a load of equal requests.
  public var people: People?
  /// What the simulator's properties say about all that happened.
  public struct Judgement: Sendable, Equatable {
    /// How often each was checked.
    public let checks: [Count]
    /// Each a sentence.
    public let violations: [String]

    public init(checks: [Count], violations: [String]) {
      self.checks = checks
      self.violations = violations
    }
  }

  /// Nil if nothing was judged.
  public var judgement: Judgement?
  /// What the server has lost, or shows to some copies only: each a sentence.
  public var losses: [String] = []
  /// Those, and what the properties found.
  public var violations: [String] { losses + (judgement?.violations ?? []) }
  /// The processor time of the sender while it ran, and its largest memory.
  public var processorSeconds = 0.0
  public var peakMemoryBytes: Int64 = 0
  /// The processor time of the proxy between sender and server; nil without one.
  public var proxySeconds: Double?

  public init() {}

  /// What the durations of a closed loop are worth; nil for arrivals that follow a schedule.
  var loopNote: String? {
    isClosedLoop
      ? "closed: what people do depends on the answers, so a slow server is asked for less, and "
        + "these durations judge none"
      : nil
  }

  /// What the people of a closed loop do not have; nil for other loads.
  var absenceNote: String? {
    isClosedLoop
      ? "groups, joining a family later, calendars and health stores: live people have none" : nil
  }

  /// What the server did in all intervals that are known; nil if none is.
  public var server: ServerCounters? {
    let known = intervals.compactMap(\.server)
    return known.isEmpty ? nil : known.reduce(ServerCounters(), +)
  }

  public var errorCount: Int64 { errors.reduce(0) { $0 + $1.count } }

  /// Requests that were sent in a second, on average.
  public var rate: Double { seconds > 0 ? Double(sent) / seconds : 0 }

  /// Requests that the sender would send in a second with a whole core.
  public var requestsPerCoreSecond: Double? {
    processorSeconds > 0 ? Double(sent) / processorSeconds : nil
  }

  /// So much of its rate has to be answered in a step that was kept up with.
  static let kneeShare = 0.95

  /// The last step that the server kept up with: later ones have less goodput, or wait too long.
  public var knee: Step? {
    steps.last { $0.goodput >= Self.kneeShare * $0.rate && $0.p99 < kneeMicroseconds }
  }

  /// The first step with at least twice the rate of the knee.
  public var beyondKnee: Step? {
    guard let knee else { return nil }
    return steps.first { $0.rate >= 2 * knee.rate }
  }

  public var missed: [Verdict] { verdicts.filter(\.isMissed) }
}

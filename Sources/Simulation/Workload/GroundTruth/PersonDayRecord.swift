import Base
import Metrics

/// One person's local day: what happened, and what the server knows of it.
public struct PersonDayRecord: BitwiseCopyable, Hashable, Sendable {
  /// One side of the day. The truth is written as it happens; the observed side is read from the
  /// server at the watermark.
  public struct Side: BitwiseCopyable, Hashable, Sendable {
    /// Core actions of the person, for any member.
    public var actions: UInt16 = 0
    public var operations: UInt16 = 0
    /// Operations of this day whose deadline has passed by the watermark.
    public var operationsDue: UInt16 = 0
    /// Those of them that were durable on the server in time.
    public var operationsWithinDeadline: UInt16 = 0
    /// Those that were durable there before their device would have sent them again.
    public var operationsFirstAttempt: UInt16 = 0
    public var habitsDue: UInt8 = 0
    public var habitsDone: UInt8 = 0
    public var meals: UInt16 = 0
    public var waters: UInt16 = 0
    public var waterTenthOunces: UInt16 = 0
    /// The longest streak of the person's habits so far.
    public var streakBest: UInt16 = 0
    public var tenthKilocalories: UInt32 = 0
    /// Workouts that the person logged by hand for this day.
    public var workouts: UInt8 = 0
    /// Both zero without a check-in.
    public var mental: UInt8 = 0
    public var physical: UInt8 = 0

    public init() {}

    /// Active: at least one core action; opening the app is not enough.
    @inlinable public var isActive: Bool { actions > 0 }
  }

  public var truth = Side()
  public var observed = Side()
  /// Whether the person had joined, not left, and uses the app.
  public var isEnrolled = false
  public var sessions: UInt8 = 0
  /// Those of them in which the app crashed, during the session or in what it did afterwards.
  public var crashedSessions: UInt8 = 0
  /// From opening the app to closing it, over all sessions that ended on the day.
  public var sessionSeconds: UInt16 = 0
  /// Commands that a device rejected.
  public var refusals: UInt16 = 0
  /// Operations that the server rejected after a device had shown them as done.
  public var rejectedAfterAck: UInt16 = 0
  /// Whether the person was active in the 24-hour window of this number since their first core
  /// action, counted from that day.
  public var isActive24Hours = false

  public init() {}
}

extension PersonDayRecord.Side {
  /// Resets the habits before they are counted again.
  mutating func forgetHabits() {
    (habitsDue, habitsDone, streakBest) = (0, 0, 0)
  }

  /// Counts one of the person's habits on this day.
  mutating func addHabit(isDue: Bool, isDone: Bool, longest: UInt16) {
    if isDue { habitsDue.addClamped(1) }
    if isDone { habitsDone.addClamped(1) }
    streakBest = max(streakBest, longest)
  }
}

extension PersonDayRecord {
  mutating func addHabit(isDue: Bool, isDone: Bool, longest: UInt16, to side: Metrics.Side) {
    switch side {
    case .truth: truth.addHabit(isDue: isDue, isDone: isDone, longest: longest)
    case .observed: observed.addHabit(isDue: isDue, isDone: isDone, longest: longest)
    }
  }
}

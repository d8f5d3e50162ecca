public import Chronology

/// TRN-3: the kind of a finished workout.
public enum WorkoutKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case strength = 0
  case running = 1
  case cycling = 2
  case swimming = 3
  case walking = 4
  case teamSport = 5
  case yoga = 6
  case other = 7
}

/// TRN-3: a finished workout that a person logged by hand.
///
/// It counts for the local day on which it started. The device freezes that day when it is logged,
/// so that a workout across midnight counts once, and later travel does not move it (HAB-3).
public struct Workout: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  public var person: MemberHandle
  public var kind: WorkoutKind
  public var start: Instant
  public var end: Instant
  public var calories: UInt16
  public var day: LocalDay
  public var isDeleted = false

  init(logged fact: Fact) {
    let log = WorkoutLog(fact.payload)
    entity = fact.identity
    person = fact.subject
    kind = log.kind
    start = log.start
    end = log.end
    calories = log.calories
    day = log.day
  }

  /// TRN-3: the span by which it is matched with imported workouts.
  var span: WorkoutSpan {
    WorkoutSpan(start: start, end: end, source: .hand, identity: entity)
  }

  /// By start, then by identity.
  func precedes(_ other: Workout) -> Bool {
    start != other.start ? start < other.start : entity < other.entity
  }
}

/// TRN-3: a finished workout as its fact carries it.
public struct WorkoutLog: BitwiseCopyable, Hashable, Sendable {
  public var kind: WorkoutKind
  public var start: Instant
  /// In milliseconds.
  public var duration: UInt32
  public var calories: UInt16
  /// The local day of the start, where the person was.
  public var day: LocalDay

  /// A workout of a day before 1970 or after 2149 is refused.
  public init(
    _ kind: WorkoutKind, start: Instant, duration: UInt32, calories: UInt16, day: LocalDay
  ) {
    self.kind = kind
    self.start = start
    self.duration = duration
    self.calories = calories
    self.day = day
  }

  static func canHold(_ day: LocalDay, _ start: Instant) -> Bool {
    (0..<1 << 48).contains(start.milliseconds)
      && (0...Int32(UInt16.max)).contains(day.number)
  }

  public init(_ payload: Payload) {
    start = Instant(milliseconds: Int64(payload.first & 0xFFFF_FFFF_FFFF))
    calories = UInt16(payload.first >> 48)
    duration = UInt32(truncatingIfNeeded: payload.second)
    kind = WorkoutKind(rawValue: UInt8(truncatingIfNeeded: payload.second >> 32)) ?? .other
    day = LocalDay(number: Int32(payload.second >> 48))
  }

  /// An instant has 48 bits, a day 16; a value that does not fit is encoded as a zero duration.
  public var payload: Payload {
    guard Self.canHold(day, start) else { return Payload() }
    return Payload(
      UInt64(start.milliseconds) | UInt64(calories) << 48,
      UInt64(duration) | UInt64(kind.rawValue) << 32 | UInt64(day.number) << 48)
  }

  public var end: Instant { start + Int64(duration) }

  /// Whether it lasted at most a day, burned a plausible amount, and its day is one that some clock
  /// showed when it started.
  public var isWellFormed: Bool {
    duration > 0 && Int64(duration) <= Span.day && calories <= Self.caloriesMax
      && abs(day.distance(to: start.utcDay)) <= 1
  }

  static var caloriesMax: UInt16 { 20_000 }
}

/// GRP-4, GRP-6: the number of workouts of a person's day, and the energy they burned: all that a
/// group ever receives.
public struct WorkoutTotals: BitwiseCopyable, Hashable, Sendable {
  public var count = 0
  public var calories = 0
}

public import Chronology

/// TRN-3: a workout as the health store has it.
public struct ImportedWorkout: BitwiseCopyable, Hashable, Sendable {
  /// The store's identifier, which is the key: two devices that import it submit the same fact.
  public var sample: UInt64
  /// Grows with each edit in the store, so an older reading never overwrites a newer one.
  public var revision: UInt32
  public var start: Instant
  public var durationMilliseconds: UInt32
  public var kind: UInt8
  public var kilocalories: UInt16

  public init(
    sample: UInt64, revision: UInt32, start: Instant, durationMilliseconds: UInt32, kind: UInt8,
    kilocalories: UInt16
  ) {
    self.sample = sample
    self.revision = revision
    self.start = start
    self.durationMilliseconds = durationMilliseconds
    self.kind = kind
    self.kilocalories = kilocalories
  }

  /// Decodes a fact, whose entity is the store's identifier.
  public init(sample: Entity, _ payload: Payload) {
    self.sample = sample.raw
    start = Instant(milliseconds: Int64(payload.first >> 16))
    kilocalories = UInt16(truncatingIfNeeded: payload.first)
    durationMilliseconds = UInt32(truncatingIfNeeded: payload.second)
    kind = UInt8(truncatingIfNeeded: payload.second >> 32)
    revision = UInt32(truncatingIfNeeded: payload.second >> 40)
  }

  public var payload: Payload {
    Payload(
      UInt64(bitPattern: start.milliseconds) << 16 | UInt64(kilocalories),
      UInt64(durationMilliseconds) | UInt64(kind) << 32 | UInt64(revision) << 40)
  }

  /// The revisions that 24 bits can represent, except the last, which stands for "deleted".
  public static var revisionMax: UInt32 { 1 << 24 - 2 }
  /// Anything longer is not a workout.
  public static var durationMillisecondsMax: UInt32 { UInt32(Span.day) }

  /// Whether it is a workout that a day can hold.
  public var isWellFormed: Bool {
    sample != 0 && (1...Self.revisionMax).contains(revision) && durationMilliseconds > 0
      && durationMilliseconds <= Self.durationMillisecondsMax
  }

  public var end: Instant { start + Int64(durationMilliseconds) }

  /// TRN-3: the span by which it is matched with logged workouts.
  public var span: WorkoutSpan {
    WorkoutSpan(start: start, end: end, source: .store, identity: Entity(raw: sample))
  }
}

/// TRN-3: decides an import; a person who may log for a member may also import for them.
///
/// A workout that was deleted in the store is not refused when another device, which has not
/// received the deletion, imports it once more: no user waits for the response. It changes nothing.
public func decideHealthImport(_ fact: Fact, on state: borrowing ScopeState) -> Refusal? {
  if let refusal = decideLogging(fact, on: state) { return refusal }
  if fact.kind == .workoutImportRemoved { return fact.entity.raw != 0 ? nil : .amountOutOfRange }
  let workout = ImportedWorkout(sample: fact.entity, fact.payload)
  guard workout.isWellFormed else { return .amountOutOfRange }
  // No store has a workout that is not over yet, but clocks differ by a zone at most.
  guard state.covers(workout.start.utcDay) else { return .dayOutOfRange }
  return workout.start.utcDay <= fact.day.adding(days: 1) ? nil : .dayInFuture
}

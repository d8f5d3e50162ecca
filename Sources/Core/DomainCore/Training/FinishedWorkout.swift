public import Chronology

/// TRN-3: a workout, counted once whether a person logged it, a health store had it, or both.
///
/// If there is both, the logged record wins, because a person entered it.
public struct FinishedWorkout: BitwiseCopyable, Hashable, Sendable {
  public let logged: Workout?
  public let imported: ImportedWorkout?
  /// GRP-4: the local day that it counts for.
  public let day: LocalDay

  init(logged: Workout? = nil, imported: ImportedWorkout? = nil, on day: LocalDay) {
    precondition(logged != nil || imported != nil, "a workout has a source")
    self.logged = logged
    self.imported = imported
    self.day = day
  }

  public var start: Instant { logged?.start ?? imported?.start ?? Instant(milliseconds: 0) }
  public var end: Instant { logged?.end ?? imported?.end ?? start }
  public var calories: UInt16 { logged?.calories ?? imported?.kilocalories ?? 0 }

  /// A store has kinds that the log has no name for.
  public var kind: WorkoutKind {
    logged?.kind ?? imported.flatMap { WorkoutKind(rawValue: $0.kind) } ?? .other
  }
}

/// TRN-1: an exercise as it is planned: how many sets of what.
///
/// Its number in the session or template is its natural key; an exercise with no sets was removed.
public struct ExercisePlan: BitwiseCopyable, Hashable, Sendable {
  public var name: TextHandle
  public var sets: UInt8
  public var reps: UInt16
  public var grams: UInt32

  public init(name: TextHandle, sets: UInt8, reps: UInt16, grams: UInt32) {
    self.name = name
    self.sets = sets
    self.reps = reps
    self.grams = grams
  }

  public init(packed: UInt64, sets: UInt8) {
    name = TextHandle(packed: packed)
    self.sets = sets
    reps = UInt16(packed >> 32 & 0xFFF)
    grams = UInt32(packed >> 44)
  }

  /// Reps have 12 bits and grams 20, far beyond what anyone does or lifts; the maximum itself is
  /// refused.
  public var packed: UInt64 {
    UInt64(name.raw) | UInt64(min(reps, 1 << 12 - 1)) << 32 | UInt64(min(grams, 1 << 20 - 1)) << 44
  }

  /// Removes an exercise.
  public static var none: ExercisePlan {
    ExercisePlan(name: .empty, sets: 0, reps: 0, grams: 0)
  }

  public var isWellFormed: Bool {
    Int(sets) <= Self.setsMax && reps <= SetResult.repsMax && grams <= SetResult.gramsMax
  }

  /// The most exercises of a session.
  public static var exercisesMax: Int { 24 }
  /// The most sets of an exercise.
  public static var setsMax: Int { 20 }
}

/// TRN-1: one set: how often which weight was lifted, how hard it felt, and whether it is done.
///
/// All of it is one value that is written as a whole: two devices that tick the same set agree, and
/// nothing is ever toggled.
public struct SetResult: BitwiseCopyable, Hashable, Sendable {
  public var reps: UInt16
  public var grams: UInt32
  /// The rate of perceived exertion, from 1 to 10; nil where it was not reported.
  public var rpe: UInt8?
  public var isDone: Bool

  public init(reps: UInt16, grams: UInt32, rpe: UInt8? = nil, isDone: Bool = true) {
    self.reps = reps
    self.grams = grams
    self.rpe = rpe
    self.isDone = isDone
  }

  /// A set as planned, before it was done.
  init(planned: ExercisePlan) {
    self.init(reps: planned.reps, grams: planned.grams, isDone: false)
  }

  public init(packed: UInt64) {
    grams = UInt32(truncatingIfNeeded: packed)
    reps = UInt16(truncatingIfNeeded: packed >> 32)
    rpe = EffortReport.effort(packed >> 48)
    isDone = packed >> 56 & 1 == 1
  }

  public var packed: UInt64 {
    UInt64(grams) | UInt64(reps) << 32 | EffortReport.byte(rpe) << 48 | (isDone ? 1 << 56 : 0)
  }

  public var isWellFormed: Bool { reps <= Self.repsMax && grams <= Self.gramsMax }

  static var repsMax: UInt16 { 1_000 }
  /// One metric ton, more than anyone has lifted.
  static var gramsMax: UInt32 { 1_000_000 }
}

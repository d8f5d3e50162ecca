public import Chronology

/// What happens to a workout in a health store later.
public enum SampleChange: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case none = 0
  case corrected = 1
  case deleted = 2
}

/// How a health store records a workout: how far off, how late, and whether it changes later.
public struct RecordedWorkout: BitwiseCopyable, Hashable, Sendable {
  /// Minutes by which the store's start and end differ from what the person would enter.
  public var startShift: Int
  public var endShift: Int
  /// How long after its end the workout reaches the store.
  public var delay: Int64
  public var change: SampleChange
  /// How long after that it is changed there.
  public var changeDelay: Int64

  public init(
    startShift: Int, endShift: Int, delay: Int64, change: SampleChange, changeDelay: Int64
  ) {
    self.startShift = startShift
    self.endShift = endShift
    self.delay = delay
    self.change = change
    self.changeDelay = changeDelay
  }
}

/// A workout on a person's watch, and how the store will record it.
public struct WearableWorkout: BitwiseCopyable, Hashable, Sendable {
  public var start: Instant
  public var end: Instant
  public var kilocalories: UInt16
  public var recorded: RecordedWorkout
  /// The store's number, zero before it has one.
  public var sample: UInt64 = 0

  public init(start: Instant, end: Instant, kilocalories: UInt16, recorded: RecordedWorkout) {
    self.start = start
    self.end = end
    self.kilocalories = kilocalories
    self.recorded = recorded
  }
}

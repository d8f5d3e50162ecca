/// REW-2: what a family can set points for.
public enum PointItem: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case practiceOrTraining = 0
  case gameOrTournament = 1
  case nutritionDay = 2
  case streakWeek = 3
  case goalLow = 4
  case goalMedium = 5
  case goalHigh = 6

  /// What attending a class of that type is.
  @inlinable public init(attending type: ClassType) {
    switch type {
    case .practice, .training: self = .practiceOrTraining
    case .game, .tournament: self = .gameOrTournament
    }
  }

  /// What completing a goal of that priority is.
  @inlinable public init(completing priority: GoalPriority) {
    switch priority {
    case .low: self = .goalLow
    case .medium: self = .goalMedium
    case .high: self = .goalHigh
    }
  }
}

/// REW-2: the points that a family gives for each cause; the defaults until a parent says
/// otherwise.
///
/// They hold for what comes later in the log: a cause pays what was set when it was folded, and is
/// taken back with what it paid.
public struct PointValues: BitwiseCopyable, Hashable, Sendable {
  private var amounts = SIMD8<Int32>(10, 20, 15, 50, 100, 150, 200, 0)

  public init() {}

  public subscript(item: PointItem) -> Int32 {
    get { amounts[Int(item.rawValue)] }
    set { amounts[Int(item.rawValue)] = newValue }
  }

  /// What can be set; 0 pays nothing, for a family that wants none of it.
  public static var allowed: ClosedRange<UInt64> { 0...10_000 }
  /// REW-2: a bonus is any positive amount that a person could have meant.
  public static var bonusAllowed: ClosedRange<UInt64> { 1...1_000_000 }
  /// REW-5: what a real-world reward can cost; nothing is for free.
  public static var priceAllowed: ClosedRange<UInt64> { 1...1_000_000 }
}

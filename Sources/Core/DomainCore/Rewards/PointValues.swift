/// REW-2: an item whose points a family can set.
public enum PointItem: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case practiceOrTraining = 0
  case gameOrTournament = 1
  case nutritionDay = 2
  case streakWeek = 3
  case goalLow = 4
  case goalMedium = 5
  case goalHigh = 6

  /// The item for attending a class of that type.
  @inlinable public init(attending type: ClassType) {
    switch type {
    case .practice, .training: self = .practiceOrTraining
    case .game, .tournament: self = .gameOrTournament
    }
  }

  /// The item for completing a goal of that priority.
  @inlinable public init(completing priority: GoalPriority) {
    switch priority {
    case .low: self = .goalLow
    case .medium: self = .goalMedium
    case .high: self = .goalHigh
    }
  }
}

/// REW-2: the points that a family awards for each cause; the defaults until a parent sets others.
///
/// A change applies to later facts of the log: a cause pays what was set when it was folded, and
/// its reversal returns what it paid.
public struct PointValues: BitwiseCopyable, Hashable, Sendable {
  private var amounts = SIMD8<Int32>(10, 20, 15, 50, 100, 150, 200, 0)

  public init() {}

  public subscript(item: PointItem) -> Int32 {
    get { amounts[Int(item.rawValue)] }
    set { amounts[Int(item.rawValue)] = newValue }
  }

  /// What can be set; with 0 a family awards nothing for the item.
  public static var allowed: ClosedRange<UInt64> { 0...10_000 }
  /// REW-2: a bonus is positive and within a plausible range.
  public static var bonusAllowed: ClosedRange<UInt64> { 1...1_000_000 }
  /// REW-5: the price of a real-world reward; no reward is free.
  public static var priceAllowed: ClosedRange<UInt64> { 1...1_000_000 }
}

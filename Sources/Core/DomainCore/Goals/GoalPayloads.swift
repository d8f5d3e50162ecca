public import Chronology

/// GOAL-1: the initial values of a goal.
///
/// A type or priority that this build does not know is nil, and refused.
public struct GoalCreation: BitwiseCopyable, Hashable, Sendable {
  public var title: TextHandle
  public var unit: TextHandle
  public var target: UInt32
  public var start: LocalDay
  public var end: LocalDay
  public var type: GoalType?
  public var priority: GoalPriority?

  public init(
    _ type: GoalType, title: TextHandle, target: Int, unit: TextHandle, from start: LocalDay,
    through end: LocalDay, priority: GoalPriority
  ) {
    self.title = title
    self.unit = unit
    self.target = UInt32(clamping: target)
    self.start = start
    self.end = end
    self.type = type
    self.priority = priority
  }

  /// Units have 16 bits. The last number stands for one that does not fit.
  static var unitNone: UInt32 { UInt32(UInt16.max) }

  var isUnitHeld: Bool { unit.raw < Self.unitNone }

  // Days have 20 bits, which reach the year 4840.
  private static var dayMask: UInt64 { 1 << 20 - 1 }

  public init(_ payload: Payload) {
    func bits(_ shift: UInt64, _ mask: UInt64) -> UInt64 { payload.second >> shift & mask }
    title = TextHandle(packed: payload.first)
    target = UInt32(truncatingIfNeeded: payload.first >> 32)
    start = LocalDay(number: Int32(bits(0, Self.dayMask)))
    end = LocalDay(number: Int32(bits(20, Self.dayMask)))
    unit = TextHandle(UInt32(bits(40, 0xFFFF)))
    type = GoalType(rawValue: UInt8(bits(56, 0xF)))
    priority = GoalPriority(rawValue: UInt8(bits(60, 0xF)))
  }

  public var payload: Payload {
    // A value too large for its bits is clamped to the largest one, which the rules refuse.
    func bits(_ day: LocalDay) -> UInt64 {
      UInt64(exactly: day.number).map { min($0, Self.dayMask) } ?? Self.dayMask
    }
    let choices = UInt64(type?.rawValue ?? 0xF) << 56 | UInt64(priority?.rawValue ?? 0xF) << 60
    return Payload(
      UInt64(target) << 32 | UInt64(title.raw),
      choices | UInt64(min(unit.raw, Self.unitNone)) << 40 | bits(end) << 20 | bits(start))
  }
}

/// GOAL-1: the first and the last day of a goal; one field, because neither means anything without
/// the other.
public struct GoalDates: BitwiseCopyable, Hashable, Sendable {
  public var start: LocalDay
  public var end: LocalDay

  public init(from start: LocalDay, through end: LocalDay) {
    self.start = start
    self.end = end
  }

  public init(_ payload: Payload) {
    start = LocalDay(packed: payload.first)
    end = LocalDay(packed: payload.second)
  }

  public var payload: Payload {
    Payload(start.packed, end.packed)
  }
}

/// The limits of a goal's numbers.
public enum GoalLimits {
  /// GOAL-1: a target is above zero; a target of zero would be reached before it is set.
  public static var target: ClosedRange<Int64> { 1...1_000_000 }
  /// GOAL-2: the progress that can be set by hand; a plus-minus score may be below zero, which
  /// counts as 0 %.
  public static var progress: ClosedRange<Int64> { -1_000_000...1_000_000 }
}

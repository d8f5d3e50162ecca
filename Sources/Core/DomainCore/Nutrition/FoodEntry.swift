import Base
public import Chronology

/// NUT-10: a portion of a meal, or a drink, with its latest changes: what can be listed, edited and
/// deleted.
public struct FoodEntry: BitwiseCopyable, Hashable, Sendable {
  /// The fact that logged it.
  public var entity: Entity
  /// What was eaten or drunk: a `MealPortion`, or a `WaterAmount`.
  public var payload: Payload
  /// The day that it counts for, from the scope's first.
  var dayIndex: Int16
  public var person: MemberHandle
  /// When on its day it was eaten or drunk, if that is known.
  var minute: UInt16
  public var isWater: Bool
  public var isDeleted = false

  @inlinable static var noMinute: UInt16 { .max }

  /// A meal or water as it was logged.
  @usableFromInline init(logged fact: Fact, day: Int, isWater: Bool) {
    entity = fact.identity
    payload = fact.payload
    dayIndex = Int16(truncatingIfNeeded: day)
    person = fact.subject
    self.isWater = isWater
    minute = isWater ? WaterAmount(fact.payload).minuteOfDay : Self.noMinute
  }

  public var minuteOfDay: Int? { minute == Self.noMinute ? nil : Int(minute) }

  public var meal: MealPortion? { isWater ? nil : MealPortion(payload) }
  public var water: WaterAmount? { isWater ? WaterAmount(payload) : nil }

  /// Whether it is a further portion of the meal before it.
  var isContinuation: Bool { !isWater && MealPortion(payload).isContinuation }

  /// NUT-5: the nutrients that it adds to its day.
  func nutrients(by rows: UnsafePointer<Nutrients>) -> Nutrients {
    guard isWater else { return MealPortion(payload).total(by: rows) }
    var sum = Nutrients.zero
    sum.lanes[7] = UInt32(WaterAmount(payload).tenthOunces)
    return sum
  }
}

/// NUT-5: the texts of a portion of a meal, or of the meal.
public enum FoodText: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The name of a portion that is not from the food table.
  case name = 0
  /// The amount, in the person's own words.
  case portion = 1
  case description = 2
  case notes = 3
}

/// NUT-10: a text of an entry, as its fact carries it.
public struct FoodTextChange: BitwiseCopyable, Hashable, Sendable {
  /// Nil for a field that only a later app version knows.
  public var field: FoodText?
  public var text: TextHandle

  public init(_ field: FoodText, _ text: TextHandle) {
    self.field = field
    self.text = text
  }

  public init(_ payload: Payload) {
    text = TextHandle(packed: payload.first)
    field = UInt8(exactly: payload.first >> 32).flatMap(FoodText.init)
  }

  public var payload: Payload {
    Payload(UInt64(field?.rawValue ?? .max) << 32 | UInt64(text.raw))
  }
}

/// NUT-5: when something was eaten or drunk, for an earlier day as well.
public struct FoodTime: BitwiseCopyable, Hashable, Sendable {
  public var day: LocalDay
  /// Nil where the time of that day is unknown.
  public var minuteOfDay: UInt16?

  public init(day: LocalDay, minuteOfDay: UInt16? = nil) {
    self.day = day
    self.minuteOfDay = minuteOfDay
  }

  public init(_ payload: Payload) {
    day = LocalDay(packed: payload.first)
    let minute = UInt16(truncatingIfNeeded: payload.first >> 32)
    minuteOfDay = minute == .max ? nil : minute
  }

  public var payload: Payload {
    Payload(day.packed | UInt64(minuteOfDay ?? .max) << 32)
  }

  public var isWellFormed: Bool { minuteOfDay.map { $0 < 1_440 } ?? true }
}

/// TRN-7: water from a health store; the store's own identifier makes it count once.
public struct ImportedWater: BitwiseCopyable, Hashable, Sendable {
  public var sample: UInt64
  public var day: LocalDay
  public var tenthOunces: UInt16
  public var minuteOfDay: UInt16

  public init(sample: UInt64, day: LocalDay, tenthOunces: UInt16, minuteOfDay: UInt16) {
    self.sample = sample
    self.day = day
    self.tenthOunces = tenthOunces
    self.minuteOfDay = minuteOfDay
  }

  public init(sample: Entity, _ payload: Payload) {
    self.sample = sample.raw
    day = LocalDay(packed: payload.first)
    tenthOunces = UInt16(truncatingIfNeeded: payload.first >> 32)
    minuteOfDay = UInt16(truncatingIfNeeded: payload.first >> 48)
  }

  public var payload: Payload {
    Payload(day.packed | UInt64(tenthOunces) << 32 | UInt64(minuteOfDay) << 48)
  }

  public var water: WaterAmount {
    WaterAmount(tenthOunces: tenthOunces, source: .other, minuteOfDay: minuteOfDay)
  }
}

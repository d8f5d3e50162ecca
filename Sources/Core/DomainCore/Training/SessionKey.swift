import Base
public import Chronology

/// TRN-1: identifies a session: one that a person made, or that of a template on a local day.
///
/// A generated session has no operation of its own that could name it: two devices that generate
/// the same day offline mean the same session, so the template and the day are its identity.
public struct SessionKey: BitwiseCopyable, Hashable, Sendable {
  /// The session itself, or the template that generates it.
  public var entity: Entity
  /// The number of the day that the template generated it for.
  var dayNumber: Int32

  /// A session that a person made by hand.
  public init(_ session: Entity) {
    entity = session
    dayNumber = Self.byHand
  }

  /// The session of a template on a local day.
  public init(template: Entity, on day: LocalDay) {
    entity = template
    // The first of all days marks a session made by hand; no template plans for it.
    dayNumber = max(day.number, Self.byHand + 1)
  }

  init(_ entity: Entity, dayNumber: Int32) {
    self.entity = entity
    self.dayNumber = dayNumber
  }

  /// Replaces the day where no template generated the session.
  public static var byHand: Int32 { .min }

  /// The day that a template generated the session for; it stays when the session is moved.
  public var generatedDay: LocalDay? {
    dayNumber == Self.byHand ? nil : LocalDay(number: dayNumber)
  }

  var rowKey: RowKey { RowKey(entity.raw, UInt64(UInt32(bitPattern: dayNumber)) << 16) }

  /// The key of an exercise, or of one of its sets, which both count from 0.
  func rowKey(exercise: UInt8, set: UInt8 = 31) -> RowKey {
    RowKey(entity.raw, detail(field: 0, exercise: exercise, set: set))
  }

  /// 48 bits: the day, the field, and where that is not enough which exercise and set.
  func detail(field: UInt8, exercise: UInt8 = 0, set: UInt8 = 0) -> UInt64 {
    // Values that a rule accepted fit; of a fact that no rule has decided the bits that fit are
    // used.
    UInt64(UInt32(bitPattern: dayNumber)) << 16 | UInt64(field & 63) << 10
      | UInt64(exercise & 31) << 5 | UInt64(set & 31)
  }
}

extension SessionKey: Comparable {
  public static func < (left: SessionKey, right: SessionKey) -> Bool {
    (left.entity.raw, left.dayNumber) < (right.entity.raw, right.dayNumber)
  }
}

public import Base
public import Chronology

/// The second word of a calendar fact: day, calendar, field and author's install.
///
/// The class is in the fact's entity.
public struct CalendarAddress: BitwiseCopyable, Hashable, Sendable {
  public var day: LocalDay
  public var calendar: UInt8
  /// A field, a set of fields or the details of a conflict, depending on the fact's kind.
  public var part: UInt8
  /// The install that wrote a version.
  public var site: UInt32

  public init(_ day: LocalDay, in calendar: UInt8, part: UInt8 = 0, site: UInt32 = 0) {
    self.day = day
    self.calendar = calendar
    self.part = part
    self.site = site
  }

  public init(_ word: UInt64) {
    day = LocalDay(number: Int32(UInt16(truncatingIfNeeded: word)))
    calendar = UInt8(truncatingIfNeeded: word >> 16)
    part = UInt8(truncatingIfNeeded: word >> 24)
    site = UInt32(truncatingIfNeeded: word >> 32)
  }

  public var word: UInt64 {
    UInt64(UInt16(truncatingIfNeeded: day.number)) | UInt64(calendar) << 16 | UInt64(part) << 24
      | UInt64(site) << 32
  }

  /// Distinguishes the fields of one class in the registers.
  public func detail(part: UInt8 = 0) -> UInt64 {
    var field = self
    field.part = part
    field.site = 0
    return field.word
  }

  /// The key by which a mapping is found.
  public func key(of identity: CalendarIdentity) -> RowKey {
    RowKey(identity.trainingClass.raw, detail())
  }
}

/// CAL-3: the part of an address that describes which edit of a conflict lost, and against what.
public struct CalendarConflictPart: Equatable {
  public var field: CalendarField
  public var loser: CalendarSide
  public var isByDeletion: Bool

  public init(field: CalendarField, loser: CalendarSide, isByDeletion: Bool) {
    self.field = field
    self.loser = loser
    self.isByDeletion = isByDeletion
  }

  public init?(_ part: UInt8) {
    guard part >> 6 == 0, let field = CalendarField(rawValue: part & 0xF) else { return nil }
    self.field = field
    loser = part >> 4 & 1 == 0 ? .ours : .theirs
    isByDeletion = part >> 5 & 1 == 1
  }

  public var part: UInt8 {
    field.rawValue | loser.rawValue << 4 | (isByDeletion ? 1 << 5 : 0)
  }
}

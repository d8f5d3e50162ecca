public import Chronology

/// SCH-1: the first and the last local day on which a sport has classes.
public struct Season: BitwiseCopyable, Hashable, Sendable {
  public var first: LocalDay
  public var last: LocalDay

  @inlinable public init(first: LocalDay, last: LocalDay) {
    self.first = first
    self.last = last
  }

  @inlinable public init(packed: UInt64) {
    first = LocalDay(packed: packed)
    last = LocalDay(packed: packed >> 32)
  }

  @inlinable public var packed: UInt64 {
    last.packed << 32 | first.packed
  }

  @inlinable public func contains(_ day: LocalDay) -> Bool { first <= day && day <= last }
}

/// SCH-1: the initial fields of a sport; the child it is made for is the fact's subject.
public struct SportCreation: BitwiseCopyable, Hashable, Sendable {
  public var name: TextHandle
  public var icon: UInt16
  public var season: Season

  @inlinable public init(name: TextHandle, icon: UInt16 = 0, season: Season) {
    self.name = name
    self.icon = icon
    self.season = season
  }

  @inlinable public init(_ payload: Payload) {
    name = TextHandle(packed: payload.first)
    icon = UInt16(truncatingIfNeeded: payload.first >> 32)
    season = Season(packed: payload.second)
  }

  @inlinable public var payload: Payload {
    Payload(UInt64(icon) << 32 | UInt64(name.raw), season.packed)
  }
}

/// SCH-1: the fields of a sport that change separately; the numbers are part of the log's format.
///
/// The season is one field, so that two edits never make one that ends before it begins.
public enum SportField: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case name = 0
  case category = 1
  case team = 2
  case coachName = 3
  case coachContact = 4
  case place = 5
  case icon = 6
  case season = 7
  case archived = 8
}

/// SCH-1: a sport with its season and the children who play it.
public struct Sport: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  /// The version of its fields until they are changed.
  public var created: Version
  public var season: Season
  public var players = MemberSet()
  public var name: TextHandle
  public var category = TextHandle.empty
  public var team = TextHandle.empty
  public var coachName = TextHandle.empty
  public var coachContact = TextHandle.empty
  public var place = TextHandle.empty
  public var icon: UInt16
  public var isArchived = false
  public var isDeleted = false
  /// The local day of the person who archived it: the last one with classes.
  public var archivedDay = LocalDay(number: 0)

  init(created fact: Fact) {
    let creation = SportCreation(fact.payload)
    entity = fact.identity
    created = fact.version
    season = creation.season
    name = creation.name
    icon = creation.icon
    players.set(fact.subject, true)
  }

  /// SCH-1: the days on which classes take place: inside the season, and not after the sport was
  /// archived. May be empty.
  public var days: Season {
    isArchived ? Season(first: season.first, last: min(season.last, archivedDay)) : season
  }

  mutating func take(_ field: SportField, _ value: UInt64, on day: LocalDay) {
    let text = TextHandle(packed: value)
    switch field {
    case .name: name = text
    case .category: category = text
    case .team: team = text
    case .coachName: coachName = text
    case .coachContact: coachContact = text
    case .place: place = text
    case .icon: icon = UInt16(truncatingIfNeeded: value)
    case .season: season = Season(packed: value)
    case .archived:
      isArchived = value != 0
      archivedDay = day
    }
  }
}

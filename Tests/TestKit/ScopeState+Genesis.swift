import Base
public import Chronology
public import DomainCore

// What all test worlds begin with. The worlds themselves are about different things and stay with
// their tests: a family's or group's rules without devices (DomainCoreTests), messages that a test
// delivers in any order (SyncCoreTests), devices whose every step a monitor checks
// (PropertiesTests), journeys that people read (JourneyTests), and simulated households.
extension ScopeState {
  /// A scope with these founders, in which no one has done anything yet.
  public init(founders: [Member], firstDay: LocalDay, dayCapacity: Int = 128) {
    var members = FlatArray<Member>()
    for founder in founders { members.append(founder) }
    self.init(members: members, firstDay: firstDay, dayCapacity: dayCapacity)
  }

  /// A scope with founders of these roles, who were all born on the same day.
  public init(
    founders roles: [Role], born: LocalDay = LocalDay(year: 1990, month: 1, day: 1),
    firstDay: LocalDay, dayCapacity: Int = 128
  ) {
    self.init(
      founders: roles.map { Member(role: $0, born: born) }, firstDay: firstDay,
      dayCapacity: dayCapacity)
  }

  /// Folds a fact that was committed when it was written.
  @discardableResult public mutating func apply(_ fact: Fact) -> Effect {
    apply(fact, committed: fact.version.instant)
  }
}

extension LocalDay {
  /// An hour of the day in UTC.
  public func at(hour: Int64) -> Instant { Zone.utc.startOfDay(self) + hour * Span.hour }

  /// Noon in UTC: when most actions of a test happen.
  public var noon: Instant { at(hour: 12) }
}

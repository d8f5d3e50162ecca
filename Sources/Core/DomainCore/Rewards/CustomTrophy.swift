import Base
public import Chronology

/// REW-7: a trophy that a family has made up: "Most helpful at home".
public struct CustomTrophy: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  public var title: TextHandle
}

extension Command {
  /// REW-7: a parent makes a trophy up.
  public static func makeTrophy(_ title: TextHandle, by parent: MemberHandle) -> Command {
    Command(.trophyMade, subject: parent, payload: Payload(UInt64(title.raw)))
  }

  /// REW-7: a parent gives somebody a trophy by hand, or takes it back; a value, never a flip.
  public static func giveTrophy(
    _ trophy: Entity, to person: MemberHandle, _ given: Bool = true
  ) -> Command {
    Command(.trophyGiven, subject: person, entity: trophy, payload: Payload(given ? 1 : 0))
  }
}

extension ScopeState {
  mutating func makeTrophy(_ fact: Fact) -> Effect {
    let key = RowKey(fact.identity.raw)
    guard rewards.trophies.place(of: key) == nil else { return .superseded }
    accountOnce(fact)
    let title = TextHandle(packed: fact.payload.first)
    rewards.trophies.add(CustomTrophy(entity: fact.identity, title: title), under: key)
    return .changed
  }

  mutating func giveTrophy(_ fact: Fact) -> Effect {
    guard customTrophy(fact.entity) != nil else { return .superseded }
    return write(fact, to: Self.trophyKey(fact.entity, fact.subject)) ? .changed : .superseded
  }

  private static func trophyKey(_ trophy: Entity, _ person: MemberHandle) -> FieldKey {
    FieldKey(.trophyGiven, of: trophy, detail: UInt64(person.index))
  }

  /// REW-7: a trophy that the family has made up.
  public func customTrophy(_ trophy: Entity) -> CustomTrophy? {
    rewards.trophies.row(of: RowKey(trophy.raw))
  }

  /// REW-7: what the family has made up, in the order in which it was.
  public func customTrophies() -> [CustomTrophy] {
    (0..<rewards.trophies.count).map { rewards.trophies[$0] }
  }

  /// REW-7: whether somebody holds such a trophy.
  public func holds(_ trophy: CustomTrophy, _ person: MemberHandle) -> Bool {
    registers[Self.trophyKey(trophy.entity, person)]?.value.first == 1
  }

  /// REW-7: what somebody was given by hand.
  public func customTrophies(of person: MemberHandle) -> [CustomTrophy] {
    customTrophies().filter { holds($0, person) }
  }

  // MARK: Trophies that follow

  /// REW-7: by the met nutrition days of somebody.
  public func nutritionTrophy(of person: MemberHandle) -> TrophyTier? {
    let days = rewards.person(person).nutritionDays
    return TrophyTier.allCases.last { days >= $0.nutritionDaysMin }
  }

  /// REW-7: whether somebody came to nine of ten occurrences of a sport in its season.
  ///
  /// **Decided**: the season must be over, since until then something can still be missed; and
  /// there must have been something to come to.
  public func hasSeasonTrophy(
    _ person: MemberHandle, in sport: Entity, asOf today: LocalDay
  ) -> Bool {
    guard let season = schedule.sport(sport)?.season, season.last < today else { return false }
    let (scheduled, attended) = attendance(
      of: person, from: season.first, through: season.last, in: sport)
    return scheduled > 0 && attended * 10 >= scheduled * 9
  }

  /// REW-7: the sports in which somebody holds the trophy of a season, in the order in which they
  /// were made. O(classes + occurrences).
  public func seasonTrophies(of person: MemberHandle, asOf today: LocalDay) -> [Entity] {
    (0..<schedule.sports.count).map { schedule.sports[$0] }
      .filter { !$0.isDeleted && hasSeasonTrophy(person, in: $0.entity, asOf: today) }
      .map(\.entity)
  }
}

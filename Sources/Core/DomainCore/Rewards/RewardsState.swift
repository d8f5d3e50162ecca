import Base

/// A scope's points ledger and what is derived from it.
public struct RewardsState: AreaState, ~Copyable {
  /// REW-2: what each cause pays from this point of the log on.
  public internal(set) var values = PointValues()
  /// REW-6: whether the siblings' leaderboard is shown.
  public internal(set) var hasLeaderboard = false
  public internal(set) var ledger = Ledger()
  /// By member; a member beyond the end has nothing.
  var people = FlatArray<PersonRewards>()
  /// REW-2: the whole weeks of each habit's runs, by habit.
  var weeks = IndexedTable<Int32>()
  /// By the key of the cause.
  var attended = IndexedTable<AttendedOccurrence>()
  /// The index of each member's last row in `attended`.
  var attendedLast = FlatArray<UInt32>()
  /// Attended occurrences by sport and member.
  var attendedBySport = IndexedTable<Int32>()
  /// Attended occurrences by member and calendar month.
  var attendedByMonth = IndexedTable<Int32>()
  /// REW-5: the rewards on offer and the withdrawn ones; claims are kept apart.
  var catalog = IndexedTable<Reward>()
  var claims = IndexedTable<RewardClaim>()
  /// REW-7: the trophies that a family has created; the registers say who holds them.
  var trophies = IndexedTable<CustomTrophy>()

  public init() {}

  func row(of person: MemberHandle) -> PersonRewards {
    let place = Int(person.index)
    return place < people.count ? people[place] : PersonRewards()
  }

  /// Adds a row for the member if needed, and returns its index.
  mutating func place(of person: MemberHandle) -> Int {
    people.extend(to: Int(person.index) + 1, repeating: PersonRewards())
    return Int(person.index)
  }

  public mutating func pair(with other: borrowing RewardsState, _ fields: inout some FieldVisitor) {
    fields.same(&values, other.values)
    fields.same(&hasLeaderboard, other.hasLeaderboard)
    fields.same(&ledger, other.ledger)
    fields.same(&people, other.people, by: Self.areSamePeople)
    fields.same(&weeks, other.weeks)
    fields.same(&attended, other.attended) {
      $0.isIdentical(to: $1) { $0.hasSameContent(as: $1) }
    }
    fields.follows(&attendedLast, other.attendedLast)
    fields.same(&attendedBySport, other.attendedBySport)
    fields.same(&attendedByMonth, other.attendedByMonth)
    fields.same(&catalog, other.catalog)
    fields.same(&claims, other.claims)
    fields.same(&trophies, other.trophies)
  }

  /// A member beyond the end of either array has nothing there.
  private static func areSamePeople(
    _ one: borrowing FlatArray<PersonRewards>, _ other: borrowing FlatArray<PersonRewards>
  ) -> Bool {
    for place in 0..<max(one.count, other.count) {
      let left = place < one.count ? one[place] : PersonRewards()
      if left != (place < other.count ? other[place] : PersonRewards()) { return false }
    }
    return true
  }
}

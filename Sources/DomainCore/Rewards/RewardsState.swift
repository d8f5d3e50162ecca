import Base

/// What a scope has agreed on about the ledger of points and what rests on it.
public struct RewardsState: ~Copyable {
  /// REW-2: what each cause pays from here on in the log.
  public internal(set) var values = PointValues()
  /// REW-6: whether the siblings' leaderboard is shown.
  public internal(set) var hasLeaderboard = false
  public internal(set) var ledger = Ledger()
  /// By member; whoever lies beyond the end has nothing.
  var people = FlatArray<PersonRewards>()
  /// REW-2: the whole weeks of each habit's runs, by habit.
  var weeks = KeyedRows<Int32>()
  /// By the key of the cause.
  var attended = KeyedRows<AttendedOccurrence>()
  /// Where each member's last row of `attended` is.
  var attendedLast = FlatArray<UInt32>()
  /// Attended occurrences by sport and member.
  var attendedBySport = KeyedRows<Int32>()
  /// Attended occurrences by member and calendar month.
  var attendedByMonth = KeyedRows<Int32>()
  /// REW-5: the catalogue, and what was claimed of it.
  var catalogue = KeyedRows<Reward>()
  var claims = KeyedRows<RewardClaim>()
  /// REW-7: what a family has made up itself; who holds what stands in the registers.
  var trophies = KeyedRows<CustomTrophy>()

  public init() {}

  func person(_ person: MemberHandle) -> PersonRewards {
    let place = Int(person.index)
    return place < people.count ? people[place] : PersonRewards()
  }

  /// Makes room for a member's row, and says where it is.
  mutating func place(of person: MemberHandle) -> Int {
    people.extend(to: Int(person.index) + 1, repeating: PersonRewards())
    return Int(person.index)
  }

  /// The same in memory of its own.
  public func copy() -> RewardsState {
    var copy = RewardsState()
    copy.values = values
    copy.hasLeaderboard = hasLeaderboard
    copy.ledger = ledger.copy()
    copy.people = people.copy()
    copy.weeks = weeks.copy()
    copy.attended = attended.copy()
    copy.attendedLast = attendedLast.copy()
    copy.attendedBySport = attendedBySport.copy()
    copy.attendedByMonth = attendedByMonth.copy()
    copy.catalogue = catalogue.copy()
    copy.claims = claims.copy()
    copy.trophies = trophies.copy()
    return copy
  }

  /// Whether both hold the same, in whatever order it came about.
  public func isIdentical(to other: borrowing RewardsState) -> Bool {
    guard values == other.values, hasLeaderboard == other.hasLeaderboard else { return false }
    for index in 0..<max(people.count, other.people.count) {
      let member = MemberHandle(UInt16(index))
      if person(member) != other.person(member) { return false }
    }
    return ledger.isIdentical(to: other.ledger) && hasIdenticalAttendance(as: other)
      && weeks.isIdentical(to: other.weeks)
      && attendedBySport.isIdentical(to: other.attendedBySport)
      && attendedByMonth.isIdentical(to: other.attendedByMonth)
      && catalogue.isIdentical(to: other.catalogue) && claims.isIdentical(to: other.claims)
      && trophies.isIdentical(to: other.trophies)
  }

  private func hasIdenticalAttendance(as other: borrowing RewardsState) -> Bool {
    guard attended.count == other.attended.count else { return false }
    for place in 0..<attended.count {
      let row = attended[place]
      guard let twin = other.attended.row(of: attended.key(at: place)), row.sport == twin.sport,
        row.day == twin.day, row.type == twin.type, row.isAttended == twin.isAttended
      else { return false }
    }
    return true
  }
}

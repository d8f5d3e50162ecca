// Rewards, achievements: badges and trophies.

import Base
public import Chronology

extension ScopeState {
  /// REW-3, REW-4: what somebody has achieved, but for Perfect Attendance. O(1).
  ///
  /// For comparing before and after a fact. A month becomes perfect by passing and not by a fact,
  /// so that badge needs to know the day: `achievements(of:asOf:)`.
  public func achievements(of person: MemberHandle) -> Achievements {
    let row = rewards.person(person)
    var achievements = Achievements()
    achievements.streakTrophy = PersonRewards.best(of: row.streakTiers)
    achievements.nutritionTrophy = nutritionTrophy(of: person)
    achievements.sportTrophies = row.sportTiers
    achievements.level = Level(lifetimePoints: row.lifetime)
    achievements.badges.insert(.firstGoal, if: row.goalsCompleted > 0)
    // Of a habit that was deleted since, too: deleting is not an undo, and takes no points either.
    achievements.badges.insert(.weekWarrior, if: achievements.streakTrophy != nil)
    achievements.badges.insert(.nutritionNinja, if: row.nutritionDays >= Badge.ninjaDays)
    achievements.badges.insert(.centuryClub, if: row.lifetime >= Badge.centuryPoints)
    return achievements
  }

  /// REW-4: the same with Perfect Attendance. O(months of the family so far).
  public func achievements(of person: MemberHandle, asOf today: LocalDay) -> Achievements {
    var achievements = achievements(of: person)
    achievements.badges.insert(.perfectAttendance, if: hasPerfectMonth(person, asOf: today))
    return achievements
  }

  /// REW-4: whether somebody attended every occurrence of a calendar month, and at least four.
  ///
  /// **Decided**: the month must be over on `today`. Until then another occurrence can be planned,
  /// and a badge would come and go with each; it is given for a month, not for its first half. An
  /// occurrence belongs to the month in which it takes place. What the plan no longer has, because
  /// its series or sport went, still counts if it was attended and is not missed if it was not;
  /// what was cancelled was neither.
  public func isPerfectMonth(
    _ person: MemberHandle, year: Int, month: Int, asOf today: LocalDay
  ) -> Bool {
    let first = LocalDay(year: year, month: month, day: 1)
    let last = first.adding(days: first.daysInMonth - 1)
    // Asked in this order, because what was planned is the dearer question.
    guard last < today, attendedCount(of: person, inMonthOf: first) >= Badge.perfectOccurrencesMin
    else { return false }
    let (scheduled, attended) = schedule.attendance(
      of: person, from: first, through: last, shared)
    return scheduled == attended
  }

  private func hasPerfectMonth(_ person: MemberHandle, asOf today: LocalDay) -> Bool {
    // Nothing is on record beyond the ten years that a scope covers.
    let last = min(today, firstDay.adding(days: 3_660 + 31))
    var (year, month) = (firstDay.year, firstDay.month)
    while LocalDay(year: year, month: month, day: 1) < last {
      if isPerfectMonth(person, year: year, month: month, asOf: today) { return true }
      (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
    }
    return false
  }

  /// REW-4: the occurrences of a sport that somebody attended.
  public func attendedCount(of person: MemberHandle, in sport: Entity) -> Int {
    Int(rewards.attendedBySport.row(of: Self.sportKey(sport, person)) ?? 0)
  }

  /// REW-4: the occurrences that somebody attended in the calendar month of a day. O(1).
  public func attendedCount(of person: MemberHandle, inMonthOf day: LocalDay) -> Int {
    Int(rewards.attendedByMonth.row(of: Self.monthKey(person, day)) ?? 0)
  }

  /// REW-4: the trophy that somebody holds in a sport.
  public func trophy(of person: MemberHandle, in sport: Entity) -> TrophyTier? {
    let attended = Int32(attendedCount(of: person, in: sport))
    return TrophyTier.allCases.last { attended >= $0.attendedMin }
  }

  /// REW-4: the met nutrition days of somebody, for the way to Nutrition Ninja.
  public func nutritionDaysMet(of person: MemberHandle) -> Int {
    Int(rewards.person(person).nutritionDays)
  }
}

extension ScopeState {
  mutating func makeTrophy(_ fact: Fact) -> Effect {
    let key = RowKey(fact.identity.raw)
    guard rewards.trophies.place(of: key) == nil else { return .superseded }
    shared.accountOnce(fact)
    let title = TextHandle(packed: fact.payload.first)
    rewards.trophies.add(CustomTrophy(entity: fact.identity, title: title), under: key)
    return .changed
  }

  mutating func giveTrophy(_ fact: Fact) -> Effect {
    guard customTrophy(fact.entity) != nil else { return .superseded }
    return shared.write(fact, to: Self.trophyKey(fact.entity, fact.subject))
      ? .changed : .superseded
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
    shared.registers[Self.trophyKey(trophy.entity, person)]?.value.first == 1
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
    let (scheduled, attended) = schedule.attendance(
      of: person, from: season.first, through: season.last, in: sport, shared)
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

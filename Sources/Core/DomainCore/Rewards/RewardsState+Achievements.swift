// Rewards, achievements: badges and trophies.

import Base
public import Chronology

extension RewardsState {
  /// REW-3, REW-4: a person's achievements, without Perfect Attendance. O(1).
  ///
  /// For comparing before and after a fact. A month becomes perfect when it ends and not by a fact,
  /// so that badge needs to know the day: `achievements(of:asOf:)`.
  public func achievements(of person: MemberHandle) -> Achievements {
    let row = row(of: person)
    var achievements = Achievements()
    achievements.streakTrophy = PersonRewards.best(of: row.streakTiers)
    achievements.nutritionTrophy = nutritionTrophy(of: person)
    achievements.sportTrophies = row.sportTiers
    achievements.level = Level(lifetimePoints: row.lifetime)
    achievements.badges.insert(.firstGoal, if: row.goalsCompleted > 0)
    // Also for a habit that was deleted since: deleting is not an undo, and reverses no points
    // either.
    achievements.badges.insert(.weekWarrior, if: achievements.streakTrophy != nil)
    achievements.badges.insert(.nutritionNinja, if: row.nutritionDays >= Badge.ninjaDays)
    achievements.badges.insert(.centuryClub, if: row.lifetime >= Badge.centuryPoints)
    return achievements
  }

  /// REW-4: the same with Perfect Attendance. O(months of the family so far).
  public func achievements(
    of person: MemberHandle, asOf today: LocalDay, _ shared: borrowing SharedState,
    _ schedule: borrowing ScheduleState
  ) -> Achievements {
    var achievements = achievements(of: person)
    achievements.badges.insert(
      .perfectAttendance, if: hasPerfectMonth(person, asOf: today, shared, schedule))
    return achievements
  }

  /// REW-4: whether a person attended every occurrence of a calendar month, and at least four.
  ///
  /// **Decided**: the month must be over on `today`. Until then another occurrence can be planned,
  /// and the badge would appear and disappear with each. An occurrence belongs to the month in
  /// which it takes place. An occurrence that left the plan because its series or sport was deleted
  /// still counts if it was attended and is not missed if it was not; a canceled one counts as
  /// neither.
  public func isPerfectMonth(
    _ person: MemberHandle, year: Int, month: Int, asOf today: LocalDay,
    _ shared: borrowing SharedState, _ schedule: borrowing ScheduleState
  ) -> Bool {
    let first = LocalDay(year: year, month: month, day: 1)
    let last = first.adding(days: first.daysInMonth - 1)
    // In this order, because finding what was planned is more expensive.
    guard last < today, attendedCount(of: person, inMonthOf: first) >= Badge.perfectOccurrencesMin
    else { return false }
    let (scheduled, attended) = schedule.attendance(
      of: person, from: first, through: last, shared)
    return scheduled == attended
  }

  private func hasPerfectMonth(
    _ person: MemberHandle, asOf today: LocalDay, _ shared: borrowing SharedState,
    _ schedule: borrowing ScheduleState
  ) -> Bool {
    // Nothing is on record beyond the ten years that a scope covers.
    let last = min(today, shared.firstDay.adding(days: 3_660 + 31))
    var (year, month) = (shared.firstDay.year, shared.firstDay.month)
    while LocalDay(year: year, month: month, day: 1) < last {
      if isPerfectMonth(person, year: year, month: month, asOf: today, shared, schedule) {
        return true
      }
      (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
    }
    return false
  }

  /// REW-4: how many occurrences of a sport a person attended.
  public func attendedCount(of person: MemberHandle, in sport: Entity) -> Int {
    Int(attendedBySport.row(of: Self.sportKey(sport, person)) ?? 0)
  }

  /// REW-4: how many occurrences a person attended in the calendar month of a day. O(1).
  public func attendedCount(of person: MemberHandle, inMonthOf day: LocalDay) -> Int {
    Int(attendedByMonth.row(of: Self.monthKey(person, day)) ?? 0)
  }

  /// REW-4: the trophy that a person holds in a sport.
  public func trophy(of person: MemberHandle, in sport: Entity) -> TrophyTier? {
    let attended = Int32(attendedCount(of: person, in: sport))
    return TrophyTier.allCases.last { attended >= $0.attendedMin }
  }

  /// REW-4: how many nutrition days a person has met, as progress to Nutrition Ninja.
  public func nutritionDaysMet(of person: MemberHandle) -> Int {
    Int(row(of: person).nutritionDays)
  }

  /// GOAL-2: how many nutrition days a person has met in a term. O(days).
  func nutritionDaysMet(
    of person: MemberHandle, from start: LocalDay, through end: LocalDay,
    _ shared: borrowing SharedState
  ) -> Int32 {
    // A row that was never decided may name any days; only these can have logs.
    let first = max(start, shared.firstDay)
    let last = min(end, shared.firstDay.adding(days: shared.dayCapacity))
    guard first <= last else { return 0 }
    var count: Int32 = 0
    for day in first...last where ledger.stands(.nutritionDay(day, of: person)) {
      count += 1
    }
    return count
  }
}

extension RewardsState {
  mutating func makeTrophy(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    let key = RowKey(fact.identity.raw)
    guard trophies.place(of: key) == nil else { return .superseded }
    shared.accountOnce(fact)
    let title = TextHandle(packed: fact.payload.first)
    trophies.add(CustomTrophy(entity: fact.identity, title: title), under: key)
    return .changed
  }

  func giveTrophy(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard customTrophy(fact.entity) != nil else { return .superseded }
    return shared.write(fact, to: Self.trophyKey(fact.entity, fact.subject))
      ? .changed : .superseded
  }

  private static func trophyKey(_ trophy: Entity, _ person: MemberHandle) -> FieldKey {
    FieldKey(.trophyGiven, of: trophy, detail: UInt64(person.index))
  }

  /// REW-7: a trophy that the family has created.
  public func customTrophy(_ trophy: Entity) -> CustomTrophy? {
    trophies.row(of: RowKey(trophy.raw))
  }

  /// REW-7: the trophies that the family has created, in the order of creation.
  public func customTrophies() -> [CustomTrophy] {
    (0..<trophies.count).map { trophies[$0] }
  }

  /// REW-7: whether a person holds such a trophy.
  public func holds(
    _ trophy: CustomTrophy, _ person: MemberHandle, _ shared: borrowing SharedState
  ) -> Bool {
    shared.registers[Self.trophyKey(trophy.entity, person)]?.value.first == 1
  }

  /// REW-7: the trophies that a person was given by hand.
  public func customTrophies(
    of person: MemberHandle, _ shared: borrowing SharedState
  ) -> [CustomTrophy] {
    customTrophies().filter { holds($0, person, shared) }
  }

  // MARK: Derived trophies

  /// REW-7: by a person's met nutrition days.
  public func nutritionTrophy(of person: MemberHandle) -> TrophyTier? {
    let days = row(of: person).nutritionDays
    return TrophyTier.allCases.last { days >= $0.nutritionDaysMin }
  }

  /// REW-7: whether a person attended nine of ten occurrences of a sport in its season.
  ///
  /// **Decided**: the season must be over, since until then an occurrence can still be missed; and
  /// there must have been at least one occurrence to attend.
  public func hasSeasonTrophy(
    _ person: MemberHandle, in sport: Entity, asOf today: LocalDay,
    _ shared: borrowing SharedState, _ schedule: borrowing ScheduleState
  ) -> Bool {
    guard let season = schedule.sport(sport)?.season, season.last < today else { return false }
    let (scheduled, attended) = schedule.attendance(
      of: person, from: season.first, through: season.last, in: sport, shared)
    return scheduled > 0 && attended * 10 >= scheduled * 9
  }

  /// REW-7: the sports in which a person holds the trophy of a season, in the order of creation.
  /// O(classes + occurrences).
  public func seasonTrophies(
    of person: MemberHandle, asOf today: LocalDay, _ shared: borrowing SharedState,
    _ schedule: borrowing ScheduleState
  ) -> [Entity] {
    (0..<schedule.sports.count).map { schedule.sports[$0] }
      .filter {
        !$0.isDeleted && hasSeasonTrophy(person, in: $0.entity, asOf: today, shared, schedule)
      }
      .map(\.entity)
  }
}

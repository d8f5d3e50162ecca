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
    let (scheduled, attended) = attendance(of: person, from: first, through: last)
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

import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// P14 of achievements: automatic goals have the progress that follows from the log, are completed
// exactly while the target is reached, and have paid as long as they are (GOAL-2, NUT-11); badges,
// trophies and levels follow from what was done (REW-3, REW-4); and siblings are ranked by their
// lifetime points, if the family has enabled that (REW-6).
//
// Checked at quiescence, against what other reference models compute for meals, days, attendance,
// the plan and habits.
/// REW-6: the rank of a child among its siblings.
private struct SiblingPlace: Equatable {
  var rank: Int
  var child: MemberHandle
  var points: Int
}

extension LogReplay {
  mutating func checkAchieved(
    _ attended: [AttendanceModel.Attended], _ met: [[LocalDay]], _ days: [[FoodModel.Day]],
    _ read: borrowing Scope
  ) {
    checkAutomaticGoals(attended, met, days, read)
    var longest = [Int](repeating: 0, count: people.people.count)
    var index = 0
    var done: [Int32] = []
    while let habit = streaks.nextHabit(&index, doneDays: &done) {
      guard let slot = read.state.slot(of: habit) else { continue }
      let owner = Int(read.state.habitAt(slot).owner.index)
      let streak = StreakModel.streaks(of: done, today: LocalDay(number: 0)).longest
      longest[owner] = max(longest[owner], streak)
    }
    for person in people.people.indices {
      checkAchievements(
        of: MemberHandle(UInt16(person)), attended, daysMet: met[person].count,
        longestStreak: longest[person], read.state)
      checkSeasons(of: MemberHandle(UInt16(person)), attended, read.state)
    }
    checkSiblings(read.state)
  }

  /// REW-6: children ranked by lifetime points, if the family has enabled that. Ties are sorted by
  /// name; the checker passes an order in which the child who joined last comes first.
  private mutating func checkSiblings(_ state: borrowing ScopeState) {
    let isWanted = records.write(.leaderboardSet, of: .none, 0).map { $0.word != 0 } ?? false
    let children = people.people.indices.reversed().filter {
      people.people[$0].isActive && people.people[$0].role == .child
    }.map { MemberHandle(UInt16($0)) }
    let points = children.map { balances.lifetime(of: $0) }
    let expected = children.indices.sorted { (points[$1], $0) < (points[$0], $1) }.map { place in
      SiblingPlace(
        rank: 1 + points.count { $0 > points[place] }, child: children[place],
        points: points[place])
    }
    let shown = state.rewards.siblingLeaderboard(state.shared) { $0.index > $1.index }.map { rows in
      rows.map { SiblingPlace(rank: $0.rank, child: $0.member, points: $0.points) }
    }
    tally.count(.derivedState)
    if shown != (isWanted ? expected : nil) {
      report(.derivedState, "siblings are not ranked by the points that they have earned")
    }
  }

  private mutating func checkAchievements(
    of person: MemberHandle, _ attended: [AttendanceModel.Attended], daysMet: Int,
    longestStreak: Int, _ state: borrowing ScopeState
  ) {
    var sports: [Entity: Int] = [:]
    for one in attended where one.person == person { sports[one.sport, default: 0] += 1 }
    let lifetime = balances.lifetime(of: person)
    let shown = state.rewards.achievements(of: person)
    let goals = balances.standing(.goal).keys.count { $0.person == person }
    tally.count(.derivedState)
    let tiers = TrophyTier.allCases
    let isRight =
      shown.streakTrophy == tiers.last { longestStreak >= [7, 30, 100][Int($0.rawValue)] }
      && shown.nutritionTrophy == tiers.last { daysMet >= [7, 30, 100][Int($0.rawValue)] }
      && tiers.allSatisfy { tier in
        shown.sports(with: tier) == sports.values.count { $0 >= [25, 50, 100][Int(tier.rawValue)] }
      }
      && Int(shown.level.rawValue) == [500, 2_000, 5_000].count { lifetime >= $0 }
      && shown.badges.contains(.firstGoal) == (goals > 0)
      && shown.badges.contains(.weekWarrior) == (longestStreak >= 7)
      && shown.badges.contains(.nutritionNinja) == (daysMet >= 30)
      && shown.badges.contains(.centuryClub) == (lifetime >= 100)
      && state.rewards.nutritionDaysMet(of: person) == daysMet
    if isRight { return }
    report(
      .derivedState, "a person's badges are not those that they have earned",
      expected:
        "the badges of \(Self.words(person)) for \(longestStreak) days in a row, \(daysMet) days "
        + "met, \(goals) goals and \(lifetime) points",
      found: "level \(shown.level), badges \(shown.badges), trophies \(trophies(shown))")
  }

  private func trophies(_ shown: Achievements) -> String {
    let (streak, food) = (shown.streakTrophy, shown.nutritionTrophy)
    return
      "\(streak.map { "\($0)" } ?? "none") for streaks, \(food.map { "\($0)" } ?? "none") for food"
  }

  private mutating func checkAutomaticGoals(
    _ attended: [AttendanceModel.Attended], _ met: [[LocalDay]], _ days: [[FoodModel.Day]],
    _ read: borrowing Scope
  ) {
    for position in 0..<read.feed.count {
      let row = read.feed[position]
      guard row.operation.fact.kind == .goalCreated, !row.verdict.isRejected,
        let goal = read.state.goals.goal(row.operation.fact.identity), goal.type.isAutomatic,
        !goal.isDeleted, goal.start <= goal.end
      else { continue }
      let term = goal.start...goal.end
      let person = Int(goal.person.index)
      let expected =
        if goal.type == .attendance && goal.attendance.isShare {
          percent(of: goal)
        } else if goal.type == .attendance {
          attended.count {
            $0.person == goal.person && term.contains($0.takesPlaceOn)
              && (goal.sport == .none || $0.sport == goal.sport)
              && goal.attendance.includes($0.type)
          }
        } else if let metric = goal.metric {
          days[person].indices.count {
            term.contains(read.state.firstDay.adding(days: $0))
              && Self.meets(metric, goal.metricAmount, days[person][$0])
          }
        } else {
          met[person].count { term.contains($0) }
        }
      tally.count(.derivedState)
      if Int(goal.current) != expected || goal.isCompleted != (expected >= Int(goal.target)) {
        report(
          .derivedState, goal.entity, "the progress of a goal differs from the log",
          expected: "\(expected) of \(goal.target)",
          found: "\(goal.current)\(goal.isCompleted ? ", completed" : "")")
      }
      tally.count(.conservation)
      let hasPaid = balances.standing(PointCause(.goal, goal.entity, of: goal.person)) != nil
      if hasPaid != (expected >= Int(goal.target)) {
        report(
          .conservation, goal.entity, "a goal's reward points differ from the log",
          expected: "\(expected) of \(goal.target)", found: hasPaid ? "paid" : "not paid")
      }
    }
  }

  // MARK: Whole months and seasons

  /// REW-4, REW-7: checked as of a day after the end of all months and seasons that a person
  /// attended.
  private mutating func checkSeasons(
    of person: MemberHandle, _ attended: [AttendanceModel.Attended], _ state: borrowing ScopeState
  ) {
    let own = attended.filter { $0.person == person }
    guard let last = own.map(\.takesPlaceOn).max() else { return }
    let begin = state.firstDay.adding(days: 1 - state.firstDay.day)
    let months = Set(own.map { $0.takesPlaceOn.adding(days: 1 - $0.takesPlaceOn.day) }).filter {
      month in month >= begin && own.count { Self.isSameMonth($0.takesPlaceOn, month) } >= 4
    }
    let perfect = months.map { ($0, $0.adding(days: $0.daysInMonth - 1)) }.filter { month, end in
      let (planned, came) = came(person, in: month...end)
      return planned == came
    }.map(\.1)
    // Two months later, but not after the last recorded day; and at the end of a month, which has
    // not ended on its last day.
    let later = last.adding(days: 62)
    for day in [later] + (perfect.min().map { [$0, $0.adding(days: 1)] } ?? []) {
      tally.count(.derivedState)
      let isPerfect = perfect.contains { $0 < day }
      if state.rewards.achievements(of: person, asOf: day, state.shared, state.schedule).badges
        .contains(.perfectAttendance) != isPerfect
      {
        report(
          .derivedState, "the perfect-attendance badge of a month differs from the attendance",
          expected: isPerfect ? "a perfect month" : "none")
      }
    }
    let earned = activity.plan.seasons.filter { sport, season in
      guard season.first <= season.last, season.last < later else { return false }
      let (planned, came) = came(person, in: season.first...season.last, sport)
      return planned > 0 && came * 10 >= planned * 9
    }
    let firstEnd = earned.map(\.days.last).min()
    for day in [later] + (firstEnd.map { [$0, $0.adding(days: 1)] } ?? []) {
      let trophies = Set(earned.filter { $0.days.last < day }.map(\.sport))
      let shown = state.rewards.seasonTrophies(of: person, asOf: day, state.shared, state.schedule)
      if Set(shown) != trophies {
        report(
          .derivedState, "a season trophy differs from the attendance of the season",
          expected: "\(trophies.count) trophies", found: "\(shown.count)")
      }
    }
  }

  /// How many planned occurrences a person has, and how many of them they attended.
  private func came(
    _ person: MemberHandle, in days: ClosedRange<LocalDay>, _ sport: Entity = .none,
    _ rule: AttendanceRule = .all
  ) -> (planned: Int, came: Int) {
    let planned = activity.plan.planned(for: person.index, in: days).filter {
      let made = $0.trainingClass
      return (sport == .none || attendance.sport(of: made) == sport)
        && attendance.type(of: made).map { rule.includes($0) } ?? false
    }
    let came = planned.count {
      attendance.attended($0.trainingClass, $0.day, by: person.index) == true
    }
    return (planned.count, came)
  }

  /// GOAL-3: the percentage of planned occurrences that a person attended.
  private func percent(of goal: Goal) -> Int {
    let (planned, came) = came(
      goal.person, in: goal.start...goal.end, goal.sport, goal.attendance)
    return planned == 0 ? 0 : came * 100 / planned
  }

  /// NUT-8, NUT-11: whether a day meets a single metric.
  private static func meets(
    _ metric: NutritionGoal, _ amount: UInt32, _ day: FoodModel.Day
  ) -> Bool {
    let goal = UInt64(amount)
    switch metric {
    case .protein: return goal > 0 && UInt64(day.lanes[1]) >= goal
    case .energy:
      let eaten = UInt64(day.lanes[0]) * 100
      return goal > 0 && goal * 95 <= eaten && eaten <= goal * 105
    case .water: return goal > 0 && UInt64(day.lanes[7]) * 295_735 >= goal * 100_000
    case .vegetables: return goal > 0 && UInt64(day.lanes[6]) >= goal
    case .lessSugar: return day.mealCount > 0 && UInt64(day.lanes[5]) <= goal
    }
  }
}

import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// P14 of the lists that people look up: assignments due at school, their days, and how many are
// late (ACA-1); the sessions and assignments of a day, wherever they were moved (TRN-1, TRN-2); the
// milestones of goals and those reached (GOAL-3); the rewards on offer and those claimed (REW-5).
//
// Checked at quiescence, against the raw log. `RecordsChecker` checks the fields of each record;
// this checks which records are listed, where, and in which order.
extension LogReplay {
  mutating func ingestAgenda(_ fact: Fact) {
    switch fact.kind.area {
    case .academics, .goals: school.ingest(fact)
    default: break
    }
    if fact.kind == .rewardOffered { offered.append(fact.identity) }
  }

  mutating func checkAgenda(_ state: borrowing ScopeState) {
    if wasErased || state.group.head.isFounded { return }
    for person in people.members {
      checkSchool(of: person, state)
      checkDays(of: person, state)
      checkClaims(of: person, state)
    }
    for goal in school.goalsWithMilestones { checkMilestones(of: goal, state) }
    tally.count(.derivedState)
    let gone = Set(ends.rewards)
    if state.rewards.rewardsOffered().map(\.entity) != offered.filter({ !gone.contains($0) }) {
      report(.derivedState, "the rewards on offer, or their order, differ from the log")
    }
  }

  // MARK: School

  private mutating func checkSchool(of person: MemberHandle, _ state: borrowing ScopeState) {
    let due = school.due(of: person)
    let days = school.daysEverDue(of: person)
    tally.count(.derivedState)
    if [false, true].contains(where: { isArchived in
      state.academics.courses(of: person, archived: isArchived).map(\.entity)
        != school.courses(of: person, archived: isArchived)
    }) {
      report(.derivedState, "a person's courses differ from the log")
    }
    if days.isEmpty { return }
    if state.academics.academicItems(of: person).map(\.entity) != due.map(\.entity) {
      report(.derivedState, "the assignments due, or their order, differ from the log")
    }
    for day in days where state.covers(day) {
      let listed = state.academics.academicItems(of: person, from: day, through: day, state.shared)
      if listed.map(\.entity) != due.filter({ $0.time.day == day }).map(\.entity) {
        report(.derivedState, "the deadlines of a day differ from the log")
      }
    }
    // A week begins on a Sunday; day 0 was a Thursday.
    let sunday = now.utcDay.adding(days: -Int(now.utcDay.number + 4) % 7)
    let week = sunday...sunday.adding(days: 6)
    let open = due.filter { !$0.isDone && week.contains($0.time.day) && state.covers($0.time.day) }
    if state.academics.deadlines(of: person, inWeekOf: now.utcDay, state.shared).map(\.entity)
      != open.map(\.entity)
    {
      report(.derivedState, "the deadlines of a week differ from the log")
    }
    if state.academics.academicCounts(of: person, at: now, in: .utc) != counts(of: due) {
      report(.derivedState, "the number of late assignments differs from the log")
    }
  }

  private func counts(of due: [AcademicsModel.Due]) -> AcademicCounts {
    let minute = now.milliseconds / Span.minute
    let open = due.filter { !$0.isDone }
    let late = open.count {
      Int64($0.time.day.number) * 1_440 + Int64(min($0.time.minuteOfDay, 1_439)) < minute
    }
    return AcademicCounts(
      upcoming: open.count - late, overdue: late, completed: due.count - open.count,
      highPriority: open.count { $0.isImportant })
  }

  // MARK: Training

  private mutating func checkDays(of person: MemberHandle, _ state: borrowing ScopeState) {
    let works = activity.works(of: person)
    for day in Set(works.flatMap(\.daysEver)).sorted() where state.covers(day) {
      tally.count(.derivedState)
      let own = works.filter { $0.isListed && $0.day == day }
      let sessions = own.filter { !$0.isAssigned }.map(\.session).sorted()
      if state.training.sessions(of: person, on: day).map(\.key).sorted() != sessions {
        report(.derivedState, "the sessions of a day differ from the log")
      }
      let assigned = own.filter { $0.isAssigned }.map(\.session.entity).sorted()
      if state.training.assignments(of: person, dueOn: day).map(\.entity).sorted() != assigned {
        report(.derivedState, "the assignments of a day differ from the log")
      }
    }
  }

  // MARK: Goals and rewards

  private mutating func checkMilestones(of goal: Entity, _ state: borrowing ScopeState) {
    guard let shown = state.goals.goal(goal), !shown.isDeleted else { return }
    let expected = school.milestones(of: goal)
    tally.count(.derivedState)
    if state.goals.milestones(of: goal, state.shared) != expected {
      report(.derivedState, goal, "the milestones of a goal differ from the log")
    } else if state.goals.milestonesReached(of: shown, state.shared)
      != expected.filter({ Int64($0.value) <= Int64(shown.current) })
    {
      report(.derivedState, goal, "the milestones reached differ from the goal's progress")
    }
  }

  private mutating func checkClaims(of person: MemberHandle, _ state: borrowing ScopeState) {
    tally.count(.derivedState)
    let shown = state.rewards.rewardClaims(of: person).filter { !$0.isCancelled }
    let expected = points.claims.filter { $0.value.person == person }
    let isRight =
      shown.count == expected.count
      && shown.allSatisfy { expected[$0.entity]?.amount == 0 &- $0.price }
    if !isRight {
      report(.derivedState, "the rewards that a person has claimed differ from the log")
    }
  }
}

// MARK: Habits

// P14 of habit screens: a person's list in its order, archived habits in a list of their own
// (HAB-6), the number of a habit whose name another one has (HAB-1), and how many of the last days
// of each habit were done since it began (HAB-4).
//
// Checked at quiescence, against the raw log, as of now and as of the last day that was done: both
// have recent completions, and only the first has days without any.
extension LogReplay {
  mutating func checkHabits(_ state: borrowing ScopeState) {
    if state.group.head.isFounded { return }
    for owner in people.members {
      for isArchived in [false, true] {
        tally.count(.derivedState)
        let shown = state.habits.habitsInOrder(of: owner, archived: isArchived)
          .map { state.habitAt($0).entity }
        if shown != habits.list(of: owner, archived: isArchived, in: lives) {
          report(
            .derivedState, "the habits in a person's list, or their order, differ from the log")
        }
      }
    }
    var doneDays: [Entity: [Int32]] = [:]
    var (index, done) = (0, [] as [Int32])
    while let habit = streaks.nextHabit(&index, doneDays: &done) { doneDays[habit] = done }
    for slot in 0..<state.habitCount {
      let habit = state.habitAt(slot).entity
      checkHistory(of: habit, at: slot, done: doneDays[habit] ?? [], state)
    }
  }

  private mutating func checkHistory(
    of habit: Entity, at slot: Int, done: [Int32], _ state: borrowing ScopeState
  ) {
    guard lives.isAlive(habit) else {
      tally.count(.derivedState)
      let shown = state.habits.statistics(slot, asOf: now.utcDay, state.shared)
      if shown.total != 0 || !shown.success.isEmpty || shown.daysSinceLast != nil {
        report(.derivedState, habit, "a deleted habit has a history")
      }
      return
    }
    tally.count(.derivedState)
    if state.habits.nameNumber(slot) != habits.number(of: habit, in: lives) {
      report(.derivedState, habit, "a habit's details differ from the log")
    }
    for today in Set([now.utcDay, done.last.map { LocalDay(number: $0) } ?? now.utcDay]).sorted() {
      tally.count(.derivedState)
      let shown = state.habits.statistics(slot, asOf: today, state.shared)
      let expected = habits.history(of: habit, done: done, on: today)
      let runs = StreakModel.streaks(of: done, today: today)
      let isRight =
        shown.success.map(\.done) == expected?.done && shown.success.map(\.days) == expected?.days
        && shown.daysSinceLast == expected?.daysSinceLast && shown.current == runs.current
        && shown.longest == runs.longest && shown.total == runs.total
      if !isRight {
        report(
          .derivedState, habit, "the history of a habit differs from its completions",
          expected: Self.words(expected?.done ?? [], expected?.days ?? [], expected?.daysSinceLast),
          found: Self.words(
            shown.success.map(\.done), shown.success.map(\.days), shown.daysSinceLast))
      }
    }
  }

  private static func words(_ done: [Int], _ days: [Int], _ since: Int?) -> String {
    "\(done) of \(days) days, the last \(since.map { "\($0) days ago" } ?? "never")"
  }
}

// MARK: First screens

// P12 and P14 of the first screen: each part shows what the log has of it to a person who may read
// it, and nothing to others (HOME-1, FAM-2, FAM-3).
//
// Checked at quiescence, for the screen of one person as another one sees it; the time selects the
// two. Other checkers check each list by itself.
extension LogReplay {
  mutating func checkDashboard(_ state: borrowing ScopeState) {
    if wasErased || state.group.head.isFounded || people.people.isEmpty { return }
    let (count, randomWord) = (people.people.count, Int(now.milliseconds / Span.minute))
    let person = MemberHandle(UInt16(randomWord % count))
    // Mostly a person's own screen, and sometimes a parent's view of a child.
    let reader =
      randomWord / count % 2 == 0 ? person : MemberHandle(UInt16(randomWord / count / 2 % count))
    let shown = state.dashboard(of: person, to: reader, at: now, in: .utc)
    checkDay(of: person, to: reader, shown)
    checkAhead(of: person, to: reader, shown, state)
  }

  private func reads(
    _ topic: ReadingTopic, of subject: MemberHandle, _ reader: MemberHandle
  ) -> Bool {
    people.reads(topic, of: subject, reader, on: now.utcDay)
  }

  private mutating func checkDay(
    of person: MemberHandle, to reader: MemberHandle, _ shown: Dashboard
  ) {
    let today = now.utcDay
    let isDiary = reads(.diary, of: person, reader)
    let doneToday = isDiary ? Set(streaks.habits(doneOn: today)) : []
    let list = isDiary ? habits.list(of: person, archived: false, in: lives) : []
    let wellness = isDiary ? recovery.wellness(of: person, on: today) : nil
    let isTraining = reads(.training, of: person, reader)
    let own = activity.works(of: person).filter { $0.isListed && $0.day == today }
    let sessions = isTraining ? own.filter { !$0.isAssigned } : []
    let assigned = isTraining ? own.filter(\.isAssigned) : []
    let done = isTraining ? workouts.done(by: person).filter { $0.day == today } : []
    tally.count(.isolation)
    let isRight =
      shown.habits.map(\.habit) == list
      && shown.habits.allSatisfy { $0.isDone == doneToday.contains($0.habit) }
      && shown.wellnessTwice == wellness
      && (isDiary || (shown.meals == 0 && shown.eaten == .zero))
      && (isDiary || shown.target == NutritionTarget())
      && shown.sessions.map(\.key).sorted() == sessions.map(\.session).sorted()
      && shown.sessionsDone == sessions.count { $0.isDone }
      && shown.assignments.map(\.entity).sorted() == assigned.map(\.session.entity).sorted()
      && shown.workouts.count == done.count
    if !isRight {
      report(
        .derivedState,
        "a first screen shows another day than the person has, or than the reader may see",
        expected: "the day of \(Self.words(person)) for \(Self.words(reader))")
    }
  }

  private mutating func checkAhead(
    of person: MemberHandle, to reader: MemberHandle, _ shown: Dashboard,
    _ state: borrowing ScopeState
  ) {
    let everybody = people.people.indices.map { MemberHandle(UInt16($0)) }
    let isAcademic = reads(.academics, of: person, reader)
    // A topic that one of the two may not read is not on a screen that both see.
    func seen(_ topic: ReadingTopic) -> [MemberHandle] {
      everybody.filter { reads(topic, of: $0, person) && reads(topic, of: $0, reader) }
    }
    let seesAll = [person, reader].allSatisfy {
      let one = people.people[Int($0.index)]
      return (one.role == .parent || one.role == .observer) && reads(.schedule, of: $0, $0)
    }
    let schedules = seen(.schedule)
    let isOfThem = shown.nextOccurrences.allSatisfy { one in
      seesAll || one.participants.contains { schedules.contains($0) }
    }
    let conflicts = shown.attention.conflicts.allSatisfy { conflict in
      seesAll || conflict.person.map { schedules.contains($0) } ?? true
    }
    let trained = seen(.goals).filter {
      let one = people.people[Int($0.index)]
      return one.isActive && (one.role == .child || one.role == .athlete)
    }
    let deadlines = isAcademic ? school.due(of: person).filter { !$0.isDone && isThisWeek($0) } : []
    tally.count(.isolation)
    let isRight =
      isOfThem && conflicts && shown.goals.map(\.child) == trained
      && (seesAll || (shown.attention.coverage.isEmpty && shown.attention.swaps.isEmpty))
      && shown.deadlines.map(\.entity)
        == deadlines.filter { state.covers($0.time.day) }.map(\.entity)
    if !isRight {
      report(
        .isolation, "a first screen shows what the reader may not see, or lacks what they may",
        expected: "the screen of \(Self.words(person)) for \(Self.words(reader))")
    }
    for line in shown.goals where !isTop(line.goals) {
      report(.derivedState, "a first screen does not show the most important goals")
    }
  }

  private func isThisWeek(_ due: AcademicsModel.Due) -> Bool {
    let sunday = now.utcDay.adding(days: -Int(now.utcDay.number + 4) % 7)
    return sunday <= due.time.day && due.time.day <= sunday.adding(days: 6)
  }

  /// HOME-1: at most three, the most important first, then those that end first.
  private func isTop(_ goals: [Goal]) -> Bool {
    let keys = goals.map { (-Int($0.priority.rawValue), $0.end, $0.entity) }
    return goals.count <= 3 && zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
      && goals.allSatisfy { $0.status == .active }
  }
}

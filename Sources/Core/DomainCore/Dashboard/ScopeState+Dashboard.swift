// Dashboard: the content of a person's home screen.

public import Chronology

extension ScopeState {
  /// HOME-1: the dashboard of a person at an instant, by the clocks of their zone.
  ///
  /// FAM-2, FAM-3: a part that the reader may not read is empty. A child that does not log yet has
  /// no diary, and only its parents see its training and schoolwork. Of other people, parents and
  /// observers see the whole calendar and the goals of each child; a child, an athlete and a coach
  /// see their own and those of the roster. `reader` is the person who views the dashboard, such as
  /// a parent a child's; by default it is the person.
  public func dashboard(
    of person: MemberHandle, to reader: MemberHandle? = nil, at now: Instant, in zone: Zone
  ) -> Dashboard {
    let reader = reader ?? person
    let today = zone.localDay(at: now)
    let index = index(of: today)
    func reads(_ topic: ReadingTopic) -> Bool {
      shared.mayRead(topic, of: person, reader: reader, on: today)
    }
    let (keepsDiary, trains) = (reads(.diary), reads(.training))
    let row = index < 0 || !keepsDiary ? PersonDay() : personDay(person, index)
    let sessions = trains ? training.sessions(of: person, on: today) : []
    let seesAll = [person, reader].allSatisfy { readsEverything($0, on: today) }
    let readable = seesAll ? nil : schedules(of: person, to: reader, on: today)
    return Dashboard(
      meals: row.mealCount, sessionsDone: sessions.count { $0.report.isDone },
      workouts: trains ? training.workouts(of: person, on: today, shared) : [],
      wellnessTwice: row.hasCheckIn ? Int(row.mental) + Int(row.physical) : nil,
      eaten: row.nutrients,
      target: keepsDiary ? nutritionTarget(of: person, on: today) : NutritionTarget(),
      sessions: sessions, assignments: trains ? training.assignments(of: person, dueOn: today) : [],
      deadlines: reads(.academics) ? academics.deadlines(of: person, inWeekOf: today, shared) : [],
      nextOccurrences: nextOccurrences(3, now: now, filter: ScheduleFilter(participants: readable)),
      attention: attention(of: person, within: readable, now: now),
      goals: goalLines(for: person, to: reader, on: today),
      habits: keepsDiary ? habitLines(of: person, on: today) : [])
  }

  private func readsEverything(_ reader: MemberHandle, on today: LocalDay) -> Bool {
    let role = member(reader).role
    return (role == .parent || role == .observer) && !shared.mustPurge(reader, on: today)
  }

  /// FAM-2: the members whose schedule both may read, for a reader who does not read everyone's.
  private func schedules(
    of person: MemberHandle, to reader: MemberHandle, on today: LocalDay
  ) -> MemberSet {
    var readable = MemberSet()
    for index in 0..<memberCount {
      let member = MemberHandle(UInt16(index))
      let isReadable = [person, reader].allSatisfy {
        shared.mayRead(.schedule, of: member, reader: $0, on: today)
      }
      readable.set(member, isReadable)
    }
    return readable
  }

  /// The items that need attention, without those about another person's schedule: a driver's
  /// conflicts and requests concern the drivers only.
  private func attention(
    of person: MemberHandle, within readable: MemberSet?, now: Instant
  ) -> ScheduleAttention {
    var attention = needsAttention(now: now)
    guard let readable else { return attention }
    attention.coverage = []
    attention.swaps = []
    attention.conflicts.removeAll { conflict in
      if let about = conflict.person { return !readable.contains(about) }
      let one = occurrence(conflict.first.occurrence, now: now)
      return !(one?.participants.contains { readable.contains($0) } ?? false)
    }
    return attention
  }

  /// A line for everyone who trains and whose goals the person may read.
  private func goalLines(
    for person: MemberHandle, to reader: MemberHandle, on today: LocalDay
  ) -> [Dashboard.GoalLine] {
    var lines: [Dashboard.GoalLine] = []
    for index in 0..<memberCount {
      let member = MemberHandle(UInt16(index))
      let role = self.member(member).role
      guard role == .child || role == .athlete, self.member(member).isActive,
        [person, reader].allSatisfy({ shared.mayRead(.goals, of: member, reader: $0, on: today) })
      else { continue }
      lines.append(Dashboard.GoalLine(child: member, goals: topGoals(of: member)))
    }
    return lines
  }

  /// The three most important active goals, then those that end first, then the oldest.
  private func topGoals(of person: MemberHandle) -> [Goal] {
    let ordered = goals.goals(of: person).filter { $0.status == .active }.sorted {
      if $0.priority != $1.priority { return $0.priority.rawValue > $1.priority.rawValue }
      return ($0.end, $0.entity) < ($1.end, $1.entity)
    }
    return Array(ordered.prefix(3))
  }

  private func habitLines(of person: MemberHandle, on today: LocalDay) -> [Dashboard.HabitLine] {
    habits.habitsInOrder(of: person).map { slot in
      Dashboard.HabitLine(
        habit: habitAt(slot).entity, isDone: isDone(slot, index(of: today)),
        streak: streak(slot, asOf: today))
    }
  }
}

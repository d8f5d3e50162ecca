import Chronology

/// A notification that is due from one minute to just before another, if it holds then.
struct ExpectedTrigger: Hashable {
  var cause: ExpectedCause
  var to: Int
  var due: Int
  var expires: Int
}

// NOT-1 in the model: the notifications that hold at a minute, computed from lists of events.
extension HomeModel {
  func occasions(at now: Int) -> [ExpectedTrigger] {
    let planned = schedule.occurrences(now: Self.instant(now))
      .sorted { ($0.training, $0.day) < ($1.training, $1.day) }
    let all = planned.filter { !$0.isCancelled }
    var found = reminders(now, all) + trouble(now, all) + handovers(now, all)
    found += changes(now, planned) + seriesChanges(now) + requests(now, all)
    for person in people.indices where people[person].isHere {
      found += day(of: person, now) + school(of: person, now) + achievements(of: person, now)
      // From five o'clock in London in winter to the next five o'clock.
      let since = (now - 300) / 1_440 * 1_440 + 300
      if people[person].role == .athlete {
        found.append(
          ExpectedTrigger(
            cause: .advice(person, day: since / 1_440), to: person, due: since,
            expires: since + 1_440))
      }
    }
    return found.filter { now < $0.expires }
  }

  private func carers(_ person: Int) -> [Int] {
    if people[person].role != .child { return [person] }
    var carers: [Int] = []
    for member in people.indices where member == person || isParent(member) {
      carers.append(member)
    }
    return carers
  }

  private func toCarers(
    of person: Int, _ cause: ExpectedCause, _ due: Int, _ expires: Int
  ) -> [ExpectedTrigger] {
    carers(person).map { ExpectedTrigger(cause: cause, to: $0, due: due, expires: expires) }
  }

  // MARK: Reminders

  private func reminders(_ now: Int, _ all: [ExpectedOccurrence]) -> [ExpectedTrigger] {
    let furthest = people.map { $0.leads.max() ?? 0 }.max() ?? 0
    var found: [ExpectedTrigger] = []
    func remind(_ member: Int, _ thing: Int, _ owner: Int?, _ start: Int, longer: Int = 0) {
      // The planner may also name what is not due yet; nothing guarantees it.
      guard start > now, start <= now + furthest + longer else { return }
      for lead in people[member].leads where lead > 0 {
        found.append(
          ExpectedTrigger(
            cause: .reminder(thing: thing, owner: owner, start: start, lead: lead), to: member,
            due: start - lead - longer, expires: start))
      }
    }
    for one in all {
      let start = Int(one.start.milliseconds / Span.minute)
      let awaited = one.participants.filter { !schedule.isAttended(one.training, one.day, $0) }
      for member in people.indices where people[member].isHere {
        switch people[member].role {
        case .parent, .observer: if awaited.isEmpty { continue }
        case .child: if !awaited.contains(member) { continue }
        case .athlete, .coach: continue
        }
        remind(member, one.training, nil, start, longer: max(0, Int(one.travel) - 20))
      }
    }
    for task in sessions + workouts where !task.isDone && !task.isGone {
      guard people[task.owner].isHere else { continue }
      for member in carers(task.owner) {
        remind(member, task.number, task.owner, minute(task.owner, task.day, task.minute))
      }
    }
    return found
  }

  // MARK: Requests and conflicts

  private func trouble(_ now: Int, _ all: [ExpectedOccurrence]) -> [ExpectedTrigger] {
    let range = Self.instant(now)..<Self.instant(now + 14 * 1_440)
    var found: [ExpectedTrigger] = []
    let conflicts = schedule.conflicts(in: range, now: Self.instant(now), of: all)
    for one in conflicts.sorted(by: ExpectedConflict.comesFirst) where !one.isHandled {
      for member in people.indices where isParent(member) || member == one.person {
        found.append(
          ExpectedTrigger(
            cause: .conflict(kind: one.kind, person: one.person, one.one, one.two), to: member,
            due: now, expires: Int(one.from.milliseconds / Span.minute)))
      }
    }
    return found
  }

  /// For each duty and member the last change, if another member made it and it still holds.
  private func handovers(_ now: Int, _ all: [ExpectedOccurrence]) -> [ExpectedTrigger] {
    var found: [ExpectedTrigger] = []
    for (place, last) in hands.enumerated() where last.author != last.member {
      let isLast = !hands[(place + 1)...].contains {
        $0.duty == last.duty && $0.member == last.member
      }
      guard isLast, people[last.member].isHere,
        let one = all.first(where: {
          $0.training == last.duty.training && $0.day == last.duty.day
        }),
        ((last.duty.isPickUp ? one.pickUp : one.dropOff) == last.member) == last.isGiven
      else { continue }
      let changes = hands[...place].filter {
        $0.duty == last.duty && $0.member == last.member && $0.author != $0.member
      }
      let begins = last.duty.isPickUp ? one.end : one.start - Int64(one.travel) * Span.minute
      found.append(
        ExpectedTrigger(
          cause: .duty(last.duty, last.member, isGiven: last.isGiven, change: changes.count),
          to: last.member, due: now, expires: Int(begins.milliseconds / Span.minute)))
    }
    return found
  }

  // MARK: A person's own day

  private func day(of person: Int, _ now: Int) -> [ExpectedTrigger] {
    let today = today(person, now)
    func at(_ hour: Int) -> Int { minute(person, today, hour * 60) }
    let midnight = minute(person, today + 1, 0)
    var found: [ExpectedTrigger] = []
    if !feelings.contains(where: { $0.owner == person && $0.day == today }) {
      found.append(
        ExpectedTrigger(
          cause: .checkIn(person, day: today), to: person, due: at(8), expires: midnight))
    }
    if wanted(person, 0, today) > 0 {
      for (kind, hour) in [(0, 9), (1, 13), (2, 19)]
      where !meals.contains(where: { $0.owner == person && $0.day == today && $0.kind == kind }) {
        found += toCarers(
          of: person, .meal(person, day: today, kind: kind), at(hour), at(hour + 2))
      }
    }
    let water = wanted(person, 5, today)
    let drunk = drunk(person, today)
    // An even pace: zero at 8:00, everything at 20:00; 2.95735 mL are a tenth of an ounce.
    for hour in [10, 12, 14, 16, 18, 20]
    where drunk * 295_735 * 12 < water * 100_000 * (hour - 8) {
      found += toCarers(
        of: person, .water(person, day: today, hour: hour), at(hour), at(hour + 2))
    }
    for habit in habits where habit.owner == person && !habit.isArchived {
      if habit.days.contains(today) || streak(habit, today) < 3 { continue }
      found += toCarers(
        of: person, .streak(person, habit: habit.number, day: today), at(20), midnight)
    }
    // About the last Sunday, until noon of the day after.
    let sunday = today - ModelClock.weekday(today)
    if sunday >= firstDay {
      found.append(
        ExpectedTrigger(
          cause: .summary(person, day: sunday), to: person, due: minute(person, sunday, 18 * 60),
          expires: minute(person, sunday + 1, 12 * 60)))
    }
    return found
  }

  private func school(of person: Int, _ now: Int) -> [ExpectedTrigger] {
    let today = today(person, now)
    var found: [ExpectedTrigger] = []
    for task in homework where task.owner == person && !task.isDone && !task.isGone {
      func cause(_ isMorning: Bool) -> ExpectedCause {
        .homework(person, thing: task.number, due: task.day, isMorning: isMorning)
      }
      if task.day == today {
        found += toCarers(
          of: person, cause(true), minute(person, today, 7 * 60),
          minute(person, today, task.minute) + 1)
      } else if task.day == today + 1 {
        found += toCarers(
          of: person, cause(false), minute(person, today, 19 * 60), minute(person, today + 1, 0))
      }
    }
    return found
  }

  private func achievements(of person: Int, _ now: Int) -> [ExpectedTrigger] {
    var causes: [ExpectedCause] = []
    let reached = goals.filter { $0.owner == person && $0.isDone }
    for goal in reached where !goal.isGone { causes.append(.goal(person, thing: goal.number)) }
    if !reached.isEmpty { causes.append(.badge(person, 0)) }
    let longest = habits.filter { $0.owner == person }.flatMap(runs).max() ?? 0
    if longest >= 7 { causes += [.badge(person, 1), .streakTrophy(person, 0)] }
    let points = points(person)
    if points >= 100 { causes.append(.badge(person, 4)) }
    for (level, least) in [(1, 500), (2, 2_000), (3, 5_000)] where points >= least {
      causes.append(.level(person, level))
    }
    return causes.flatMap { toCarers(of: person, $0, now, now + 7 * 1_440) }
  }

  static func instant(_ minute: Int) -> Instant {
    Instant(milliseconds: Int64(minute) * Span.minute)
  }
}

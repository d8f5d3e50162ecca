// What screens show, computed from everything that was accepted.
extension TrainingModel {
  var sessions: [Session] {
    accepted.compactMap {
      if case .session = $0.what { Session(thing: $0.thing, day: nil) } else { nil }
    } + generations.keys
  }

  var templates: [Thing] { things { if case .template = $0 { true } else { false } } }
  var assignments: [Thing] { things { if case .assign = $0 { true } else { false } } }
  var courses: [Thing] { things { if case .course = $0 { true } else { false } } }
  var items: [Thing] { things { if case .item = $0 { true } else { false } } }

  private func things(_ isOne: (Event.What) -> Bool) -> [Thing] {
    accepted.filter { isOne($0.what) }.map(\.thing)
  }

  func time(_ session: Session) -> Event.Time {
    guard case .time(let time) = value(session, .time) else { fatalError("every session has one") }
    return time
  }

  func time(_ assignment: Thing) -> Event.Time {
    guard case .time(let time) = value(assignment, .time) else { fatalError("all have one") }
    return time
  }

  /// The sessions by the day on which they start.
  func sessionsByDay(of person: Int) -> [Int: [Session]] {
    let shown = sessions.filter { owner($0) == person && !isDeleted($0) }
      .map { (session: $0, time: time($0)) }
      .sorted {
        if $0.time.minute != $1.time.minute { return $0.time.minute < $1.time.minute }
        if $0.session.thing != $1.session.thing { return $0.session.thing < $1.session.thing }
        return ($0.session.day ?? .min) < ($1.session.day ?? .min)
      }
    return Dictionary(grouping: shown, by: \.time.day).mapValues { $0.map(\.session) }
  }

  /// Completed and due, of what has become due.
  func rate(_ coach: Int, _ athlete: Int, _ day: Int) -> [Int] {
    let due = assignments.filter {
      let made = made($0)!
      return made.author == coach && made.subject == athlete && !isEnded($0) && time($0).day <= day
    }
    return [due.count { isDone($0) }, due.count]
  }

  /// Planned days of existing templates whose session was not generated yet.
  func toGenerate(for person: Int, _ days: ClosedRange<Int>) -> [Session] {
    var found: [Session] = []
    for day in days where day >= 0 {
      for thing in templates.sorted()
      where made(thing)!.subject == person && !isEnded(thing) && !isGenerated(thing, day) {
        guard case .weeks(let weeks) = template(thing, .weeks, before: accepted.count) else {
          continue
        }
        // The first day of the family is a Monday.
        if weeks.weekdays.contains(day % 7) && day >= weeks.first
          && day <= weeks.last ?? .max
        {
          found.append(Session(thing: thing, day: day))
        }
      }
    }
    return found
  }

  /// Count and calories.
  func workouts(of person: Int, on day: Int) -> [Int] {
    let found = accepted.compactMap { event -> Int? in
      guard case .workout(_, _, let calories, day) = event.what, event.subject == person,
        !isEnded(event.thing)
      else { return nil }
      return calories
    }
    return [found.count, found.reduce(0, +)]
  }

  func mobilityMinutes(of person: Int, on day: Int) -> [Int] {
    accepted.compactMap { event -> Int? in
      guard case .mobility(_, let minutes) = event.what, event.subject == person,
        event.day == day, !isEnded(event.thing)
      else { return nil }
      return minutes
    }.sorted()
  }

  // MARK: School

  private func isArchived(_ thing: Thing) -> Bool { value(thing, .archived) == .flag(true) }

  func due(_ item: Thing) -> Event.Due {
    guard case .due(let due) = value(item, .due) else { fatalError("every item has one") }
    return due
  }

  func priority(_ item: Thing) -> Int {
    guard case .priority(let priority) = value(item, .priority) else { fatalError("all have") }
    return priority
  }

  func shownItems(of person: Int) -> [Thing] {
    items.filter { item in
      if made(item)!.subject != person || isGone(item: item) || isArchived(item) { return false }
      if case .course(let course?) = value(item, .course) { return !isArchived(course) }
      return true
    }.sorted {
      let (left, right) = (due($0), due($1))
      if left != right { return (left.day, left.minute) < (right.day, right.minute) }
      if priority($0) != priority($1) { return priority($0) < priority($1) }
      return $0 < $1
    }
  }

  /// Upcoming, overdue, completed, of high priority; `minute` counts from the first day in UTC.
  func counts(_ shown: [Thing], at minute: Int) -> [Int] {
    let open = shown.filter { !isDone($0) }
    let late = open.filter { due($0).day * 1_440 + due($0).minute < minute }
    return [
      open.count - late.count, late.count, shown.count - open.count,
      open.count { priority($0) == 0 },
    ]
  }

  /// From Sunday to Saturday; the first day of the family is a Monday.
  func deadlines(_ shown: [Thing], inWeekOf day: Int) -> [Thing] {
    let sunday = day - (day + 1) % 7
    return shown.filter {
      !isDone($0) && due($0).day >= sunday && due($0).day < sunday + 7
    }
  }
}

import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// P14 of conflicts: exactly the current conflicts are shown: a child in two places at once, a
// driver with two rides at once, and a duty without a driver (SCH-6).
//
// Checked at quiescence for the next two weeks, pair by pair, from the plan and the drivers of the
// reference models.

/// The part of a conflict on which the engine and the reference model must agree.
struct ExpectedConflict: Hashable {
  var kind: ConflictKind
  var person: MemberHandle?
  var first: Duty
  var second: Duty?
  var from: Instant
  var to: Instant
}

/// A time span in which a person, or no one yet, is busy.
struct BusyTime {
  var person: MemberHandle?
  var duty: Duty
  var from: Instant
  var to: Instant

  func overlaps(_ other: BusyTime) -> Bool { from < other.to && other.from < to }
}

extension LogReplay {
  mutating func checkConflicts(_ state: borrowing ScopeState) {
    if wasErased || state.group.head.isFounded { return }
    let range = now..<now + 14 * Span.day
    let (children, rides) = busy(around: range)
    let expected = conflicts(in: range, of: children, rides)
    checkConflicts(expected, in: range, state)
    // A conflict of two drives under way is still shown.
    if let drive = expected.first(where: { $0.kind == .driver && $0.from > now }) {
      let later = drive.to - 1..<range.upperBound
      checkConflicts(conflicts(in: later, of: children, rides), in: later, state)
    }
    checkOutlook(expected, children, rides, state)
  }

  private mutating func checkConflicts(
    _ expected: [ExpectedConflict], in range: Range<Instant>, _ state: borrowing ScopeState
  ) {
    let shown = state.conflicts(in: range, now: now).map {
      ExpectedConflict(
        kind: $0.kind, person: $0.person, first: $0.first, second: $0.second, from: $0.from,
        to: $0.to)
    }
    tally.count(.derivedState)
    if shown.count != expected.count || Set(shown) != Set(expected) {
      report(
        .derivedState, "the conflicts shown differ from those of the plan",
        expected:
          "\(expected.count)\(expected.first { !shown.contains($0) }.map(Self.words) ?? "")",
        found: "\(shown.count)\(shown.first { !expected.contains($0) }.map(Self.words) ?? "")")
    }
  }

  private static func words(_ conflict: ExpectedConflict) -> String {
    " with \(conflict.kind) of \(words(conflict.person)) at \(conflict.from)"
  }

  /// When children and drivers are busy around a time span, and the rides that have no driver yet.
  private func busy(around range: Range<Instant>) -> (children: [BusyTime], rides: [BusyTime]) {
    let plan = activity.plan
    var (children, rides): ([BusyTime], [BusyTime]) = ([], [])
    let first = range.lowerBound.utcDay.adding(days: -10)
    for one in plan.all(in: first...range.upperBound.utcDay.adding(days: 3)) {
      guard let time = plan.time(of: one) else { continue }
      for person in people.people.indices where plan.isFor(UInt16(person), one.trainingClass) {
        guard people.people[person].isActive || time.start < now else { continue }
        children.append(
          BusyTime(
            person: MemberHandle(UInt16(person)), duty: Duty(.dropOff, of: one), from: time.start,
            to: time.end))
      }
      let way = Int64(plan.place(of: one).travelMinutes) * Span.minute
      let windows = [(time.start - way, time.start), (time.end, time.end + way)]
      for (kind, window) in zip([DutyKind.dropOff, .pickUp], windows) {
        let duty = Duty(kind, of: one)
        rides.append(
          BusyTime(
            person: duties.holder(of: duty, in: plan), duty: duty, from: window.0, to: window.1))
      }
    }
    return (children, rides)
  }

  private func conflicts(
    in range: Range<Instant>, of children: [BusyTime], _ rides: [BusyTime]
  ) -> [ExpectedConflict] {
    let plan = activity.plan
    var found =
      Self.pairs(of: children, .child)
      + Self.pairs(of: rides, .driver) { one, other in
        !isAtOnePlace(one.occurrence, other.occurrence)
      }
    found.removeAll { $0.from >= range.upperBound || max($0.to, $0.from + 1) <= range.lowerBound }
    for ride in rides where ride.person == nil {
      guard let start = plan.time(of: ride.duty.occurrence)?.start, range.contains(start),
        start <= now + 48 * Span.hour
      else { continue }
      found.append(
        ExpectedConflict(kind: .unassigned, first: ride.duty, from: ride.from, to: ride.to))
    }
    return found
  }

  /// The conflicts among one person's times.
  private static func pairs(
    of busy: [BusyTime], _ kind: ConflictKind,
    where matters: (Duty, Duty) -> Bool = { _, _ in true }
  ) -> [ExpectedConflict] {
    var found: [ExpectedConflict] = []
    for (place, one) in busy.enumerated() where one.person != nil {
      for other in busy[(place + 1)...]
      where one.person == other.person && one.overlaps(other) && matters(one.duty, other.duty) {
        found.append(
          ExpectedConflict(
            kind: kind, person: one.person, first: min(one.duty, other.duty),
            second: max(one.duty, other.duty), from: max(one.from, other.from),
            to: min(one.to, other.to)))
      }
    }
    return found
  }

  /// Without a place, two classes are at different places.
  private func isAtOnePlace(_ one: OccurrenceID, _ other: OccurrenceID) -> Bool {
    let (here, there) = (activity.plan.place(of: one).number, activity.plan.place(of: other).number)
    return here == there && (here != 0 || one.trainingClass == other.trainingClass)
  }
}

// MARK: Outlook

// P14 of the outlook: the next occurrences for everybody, for one child and for one driver (SCH-9);
// what needs attention, and who could drive then (SCH-7, SCH-9); and each person's week with all
// its areas (SCH-8, ACA-2).
//
// Checked at quiescence, from the plan, drives, school and training of the reference models. The
// length of the log selects the person of the filter.

/// An occurrence that has not begun.
private struct UpcomingOccurrence: Comparable {
  var start: Instant
  var end: Instant
  var id: OccurrenceID

  static func < (left: UpcomingOccurrence, right: UpcomingOccurrence) -> Bool {
    (left.start, left.end, left.id) < (right.start, right.end, right.id)
  }
}

extension LogReplay {
  /// `expected` are the conflicts of the next two weeks; `children` and `rides` are the busy times
  /// from ten days ago until then.
  mutating func checkOutlook(
    _ expected: [ExpectedConflict], _ children: [BusyTime], _ rides: [BusyTime],
    _ state: borrowing ScopeState
  ) {
    // A group that has not been founded yet has no members to check.
    if people.people.isEmpty { return }
    checkNext(rides, state)
    checkAttention(expected, rides, state)
    for person in people.members { checkWeek(of: person, children, state) }
  }

  // MARK: Next occurrences

  private mutating func checkNext(_ rides: [BusyTime], _ state: borrowing ScopeState) {
    let near = upcoming(rides.filter { $0.duty.kind == .dropOff }.map(\.duty.occurrence)).filter {
      $0.start < now + 14 * Span.day
    }
    let place = Int(now.milliseconds / Span.minute) % people.people.count
    let one = MemberHandle(UInt16(place))
    var far: [UpcomingOccurrence]?
    for filter in [
      ScheduleFilter(), ScheduleFilter(child: one), ScheduleFilter(driver: one),
    ] {
      var expected = near.filter { shows($0.id, filter) }
      if expected.count < 3 {
        let days = now.utcDay.adding(days: -10)...lastDay(state)
        let all = far ?? upcoming(activity.plan.all(in: days))
        far = all
        expected = all.filter { shows($0.id, filter) }
      }
      tally.count(.derivedState)
      let shown = state.nextOccurrences(3, now: now, filter: filter)
      if shown.map(\.id) != expected.prefix(3).map(\.id) {
        report(
          .derivedState, "the next occurrences differ from the plan",
          expected: expected.prefix(3).map { "\($0.start)" }.joined(separator: ", "),
          found: shown.map { "\($0.start)" }.joined(separator: ", "))
      }
    }
  }

  /// Whether a filtered view contains an occurrence.
  private func shows(_ occurrence: OccurrenceID, _ filter: ScheduleFilter) -> Bool {
    let plan = activity.plan
    if let child = filter.child {
      return people.people[Int(child.index)].isActive
        && plan.isFor(child.index, occurrence.trainingClass)
    }
    guard let driver = filter.driver else { return true }
    return duties.holder(of: Duty(.dropOff, of: occurrence), in: plan) == driver
      || duties.holder(of: Duty(.pickUp, of: occurrence), in: plan) == driver
  }

  private func upcoming(_ occurrences: [OccurrenceID]) -> [UpcomingOccurrence] {
    occurrences.compactMap { id in
      activity.plan.time(of: id).map { UpcomingOccurrence(start: $0.start, end: $0.end, id: id) }
    }
    .filter { $0.start >= now }.sorted()
  }

  /// The last day on which a sport has occurrences; at most ten years after the first.
  private func lastDay(_ state: borrowing ScopeState) -> LocalDay {
    let last = activity.plan.seasons.map(\.days.last).max() ?? now.utcDay
    return max(now.utcDay, min(last, state.firstDay.adding(days: 3_660))).adding(days: 3)
  }

  // MARK: Attention

  private mutating func checkAttention(
    _ expected: [ExpectedConflict], _ rides: [BusyTime], _ state: borrowing ScopeState
  ) {
    let shown = state.needsAttention(now: now)
    let open = expected.filter { conflict in
      let identity = ScheduleConflict.identity(
        conflict.kind, conflict.person, conflict.first, conflict.second)
      return !records.isHandled(identity.first, identity.second)
    }
    let listed = shown.conflicts.map {
      ExpectedConflict(
        kind: $0.kind, person: $0.person, first: $0.first, second: $0.second, from: $0.from,
        to: $0.to)
    }
    tally.count(.derivedState)
    if listed.count != open.count || Set(listed) != Set(open)
      || listed.map(\.from) != listed.map(\.from).sorted()
    {
      report(
        .derivedState, "the conflicts that need attention differ from the unhandled ones",
        expected: "\(open.count)", found: "\(listed.count)")
    }
    let plan = activity.plan
    let ahead = upcoming(rides.filter { $0.duty.kind == .dropOff }.map(\.duty.occurrence))
      .filter { $0.start < now + 14 * Span.day }
    let asked = ahead.flatMap { [Duty(.dropOff, of: $0.id), Duty(.pickUp, of: $0.id)] }
    tally.count(.derivedState)
    if shown.coverage != asked.filter({ duties.asksForCover($0, in: plan) })
      || shown.swaps != asked.filter({ duties.isOffered($0, in: plan) })
    {
      report(.derivedState, "the drivers who ask for cover differ from the log")
    }
    checkFree(shown.conflicts, ahead.first, rides, state)
  }

  /// SCH-7: who could drive during a conflict, and to the next occurrence.
  private mutating func checkFree(
    _ conflicts: [ScheduleConflict], _ next: UpcomingOccurrence?, _ rides: [BusyTime],
    _ state: borrowing ScopeState
  ) {
    for conflict in conflicts.prefix(2) {
      var (from, to) = (conflict.from, conflict.to)
      // Either of a driver's two rides may be given away.
      for ride in rides
      where conflict.kind == .driver
        && (ride.duty == conflict.first || ride.duty == conflict.second)
      {
        (from, to) = (min(from, ride.from), max(to, ride.to))
      }
      tally.count(.derivedState)
      if state.suggestions(for: conflict, now: now) != free(from, to, rides) {
        report(.derivedState, "the suggested drivers are not exactly those who are free")
      }
    }
    guard let next else { return }
    let (from, to) = (next.start - 20 * Span.minute, next.end + 20 * Span.minute)
    tally.count(.derivedState)
    if state.freeDrivers(from: from, to: to, now: now) != free(from, to, rides) {
      report(.derivedState, "the possible drivers are not exactly those who are free")
    }
  }

  private func free(_ from: Instant, _ to: Instant, _ rides: [BusyTime]) -> [MemberHandle] {
    people.members.filter { member in
      let person = people.people[Int(member.index)]
      return person.isActive && (person.role == .parent || person.role == .observer)
        && !rides.contains { $0.person == member && $0.from < to && from < $0.to }
    }
  }

  // MARK: Weeks

  /// ACA-2: a list of classes is in the order of the week.
  private mutating func checkClasses(
    of person: MemberHandle, in days: ClosedRange<LocalDay>, count: Int,
    _ state: borrowing ScopeState
  ) {
    let shown = state.academics.courseClasses(
      of: person, from: days.lowerBound, through: days.upperBound)
    let times = shown.map { Int($0.day.number) * 1_440 + Int($0.meeting.minuteOfDay) }
    if shown.count != count || times != times.sorted() {
      report(.derivedState, "the classes of a week, or their order, differ from the timetable")
    }
  }

  private mutating func checkWeek(
    of person: MemberHandle, _ children: [BusyTime], _ state: borrowing ScopeState
  ) {
    // A week begins on a Sunday; day 0 was a Thursday.
    let sunday = now.utcDay.adding(days: -Int(now.utcDay.number + 4) % 7)
    let days = sunday...sunday.adding(days: 6)
    var expected = Set(classes(of: person, in: days, children))
    for work in activity.works(of: person) where work.isListed && days.contains(work.day) {
      guard state.covers(work.day) else { continue }
      let (entity, original) = (work.session.entity, work.session.generatedDay)
      let time = work.time ?? original.flatMap { training.plannedTime(entity, $0) }
      expected.insert(
        WeekItem(
          work.isAssigned ? .assignedWorkout : .personalSession, entity, original: original,
          of: person, on: work.day, minute: time?.minuteOfDay, isDone: work.isDone))
    }
    for due in school.due(of: person) where days.contains(due.time.day) {
      guard state.covers(due.time.day) else { continue }
      // An assignment due by the end of a day has no time of its own.
      let minute = due.time.minuteOfDay == 1_439 ? nil : due.time.minuteOfDay
      expected.insert(
        WeekItem(
          .academic, due.entity, of: person, on: due.time.day, minute: minute, isDone: due.isDone))
    }
    let classes = days.flatMap { day in
      school.classes(of: person, on: day).map {
        WeekItem(.courseClass, $0.course, of: person, on: day, minute: $0.meeting.minuteOfDay)
      }
    }
    expected.formUnion(classes)
    checkClasses(of: person, in: days, count: classes.count, state)
    let shown = state.weekSchedule(of: person, weekOf: now.utcDay, in: .utc, now: now)
    let times = shown.items.map { Int($0.day.number) * 1_440 + ($0.minute.map { Int($0) } ?? 0) }
    tally.count(.derivedState)
    if shown.firstDay != sunday || shown.items.count != expected.count
      || Set(shown.items) != expected
      || times != times.sorted()
    {
      report(
        .derivedState, "a person's week differs from the log",
        expected: "\(expected.count) items for \(Self.words(person))", found: "\(shown.items.count)"
      )
    }
  }

  private func classes(
    of person: MemberHandle, in days: ClosedRange<LocalDay>, _ children: [BusyTime]
  ) -> [WeekItem] {
    children.filter { $0.person == person && days.contains($0.from.utcDay) }.map { one in
      let (occurrence, day) = (one.duty.occurrence, one.from.utcDay)
      let minute = (one.from - Zone.utc.startOfDay(day)) / Span.minute
      let isDone = attendance.attended(occurrence.trainingClass, occurrence.day, by: person.index)
      return WeekItem(
        .trainingClass, occurrence.trainingClass, original: occurrence.day, of: person, on: day,
        minute: UInt16(minute), isDone: isDone == true)
    }
  }
}

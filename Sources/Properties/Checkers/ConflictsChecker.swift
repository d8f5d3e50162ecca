import Base
import Chronology
import DomainCore
import Oracles
import SyncCore

// P14 of conflicts: a child that is in two places at once, a driver who is to be, and a duty that
// nobody has are shown while they are so, and nothing else is (SCH-6).
//
// Checked at quiescence for the two weeks ahead, pair by pair, from what the retellings have of the
// plan and of who drives.

/// A conflict as far as two ways to find it must agree.
private struct PlainConflict: Hashable {
  var kind: ConflictKind
  var person: MemberHandle?
  var first: Duty
  var second: Duty?
  var from: Instant
  var to: Instant
}

/// Some time of somebody, or of nobody.
private struct Busy {
  var person: MemberHandle?
  var duty: Duty
  var from: Instant
  var to: Instant

  func overlaps(_ other: Busy) -> Bool { from < other.to && other.from < to }
}

extension LogWalk {
  mutating func checkConflicts(_ state: borrowing ScopeState) {
    if wasErased || state.group.head.isFounded { return }
    let range = now..<now + 14 * Span.day
    let shown = state.conflicts(in: range, now: now).map {
      PlainConflict(
        kind: $0.kind, person: $0.person, first: $0.first, second: $0.second, from: $0.from,
        to: $0.to)
    }
    let told = conflicts(in: range)
    tally.count(.derivedState)
    if shown.count != told.count || Set(shown) != Set(told) {
      report(
        .derivedState, "the conflicts that are shown are not those of the plan",
        expected: "\(told.count)\(told.first { !shown.contains($0) }.map(Self.words) ?? "")",
        found: "\(shown.count)\(shown.first { !told.contains($0) }.map(Self.words) ?? "")")
    }
  }

  private static func words(_ conflict: PlainConflict) -> String {
    " with \(conflict.kind) of \(words(conflict.person)) at \(conflict.from)"
  }

  private func conflicts(in range: Range<Instant>) -> [PlainConflict] {
    let plan = activity.plan
    var (children, rides): ([Busy], [Busy]) = ([], [])
    let first = range.lowerBound.utcDay.adding(days: -10)
    for one in plan.all(in: first...range.upperBound.utcDay.adding(days: 3)) {
      guard let time = plan.time(of: one) else { continue }
      for person in people.people.indices where plan.isFor(UInt16(person), one.trainingClass) {
        guard people.people[person].isActive || time.start < now else { continue }
        children.append(
          Busy(
            person: MemberHandle(UInt16(person)), duty: Duty(.dropOff, of: one), from: time.start,
            to: time.end))
      }
      let way = Int64(plan.place(of: one).travelMinutes) * Span.minute
      let windows = [(time.start - way, time.start), (time.end, time.end + way)]
      for (kind, window) in zip([DutyKind.dropOff, .pickUp], windows) {
        let duty = Duty(kind, of: one)
        rides.append(
          Busy(person: duties.holder(of: duty, in: plan), duty: duty, from: window.0, to: window.1))
      }
    }
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
        PlainConflict(kind: .unassigned, first: ride.duty, from: ride.from, to: ride.to))
    }
    return found
  }

  /// What collides of one person's times.
  private static func pairs(
    of busy: [Busy], _ kind: ConflictKind, where matters: (Duty, Duty) -> Bool = { _, _ in true }
  ) -> [PlainConflict] {
    var found: [PlainConflict] = []
    for (place, one) in busy.enumerated() where one.person != nil {
      for other in busy[(place + 1)...]
      where one.person == other.person && one.overlaps(other) && matters(one.duty, other.duty) {
        found.append(
          PlainConflict(
            kind: kind, person: one.person, first: min(one.duty, other.duty),
            second: max(one.duty, other.duty), from: max(one.from, other.from),
            to: min(one.to, other.to)))
      }
    }
    return found
  }

  /// Places that nobody has said are those of their classes alone.
  private func isAtOnePlace(_ one: OccurrenceID, _ other: OccurrenceID) -> Bool {
    let (here, there) = (activity.plan.place(of: one).number, activity.plan.place(of: other).number)
    return here == there && (here != 0 || one.trainingClass == other.trainingClass)
  }
}

// Schedule, conflicts: queries that find them.

import Base
public import Chronology

/// A busy time of one person: a child's occurrence or a driver's duty.
private struct BusyInterval {
  var person: MemberHandle
  var duty: Duty
  var from: Instant
  var to: Instant
  /// The index of the occurrence in the list of all.
  var occurrence: Int

  static func comesFirst(_ left: BusyInterval, _ right: BusyInterval) -> Bool {
    (left.person.index, left.from, left.to, left.duty)
      < (right.person.index, right.from, right.to, right.duty)
  }

  /// Half-open times overlap; an empty one overlaps a time that contains it.
  func overlaps(_ other: BusyInterval) -> Bool { from < other.to && other.from < to }
}

extension ScopeState {
  /// SCH-6: the conflicts whose time overlaps a range, in order; kind (c) if its occurrence starts
  /// in the range. A pure function of the state, the range and now.
  ///
  /// Each person's times are sorted and swept once: O(n log n + conflicts + duties shared by car).
  public func conflicts(in range: Range<Instant>, now: Instant) -> [ScheduleConflict] {
    let margin = Int64(ClassPlace.travelRange.upperBound) * Span.minute
    let all = occurrences(in: range.lowerBound - margin..<range.upperBound + margin, now: now)
    var found: [ScheduleConflict] = []
    var children: [BusyInterval] = []
    var drivers: [BusyInterval] = []
    for (index, one) in all.enumerated() {
      for child in one.participants {
        children.append(
          BusyInterval(
            person: child, duty: Duty(.dropOff, of: one.id), from: one.start, to: one.end,
            occurrence: index))
      }
      for kind in DutyKind.allCases {
        let window = one.window(of: kind)
        let duty = Duty(kind, of: one.id)
        if let driver = one[kind].driver {
          drivers.append(
            BusyInterval(
              person: driver, duty: duty, from: window.from, to: window.to, occurrence: index))
        } else if Self.isUrgent(one.start, now: now), range.contains(one.start) {
          found.append(
            ScheduleConflict(.unassigned, of: nil, duty, nil, from: window.from, to: window.to))
        }
      }
    }
    Self.sweep(children) { one, other in
      found.append(Self.conflict(.child, one, other))
    }
    Self.sweep(drivers) { one, other in
      if !all[one.occurrence].isAtPlace(of: all[other.occurrence]) {
        found.append(Self.conflict(.driver, one, other))
      }
    }
    // An unassigned duty was chosen by its occurrence; collisions are chosen by their time, and a
    // collision of zero length by its instant.
    found.removeAll {
      $0.kind != .unassigned
        && ($0.from >= range.upperBound || max($0.to, $0.from + 1) <= range.lowerBound)
    }
    for index in found.indices {
      let key = RowKey(found[index].identity.first, found[index].identity.second)
      found[index].said = schedule.conflicts.row(of: key) ?? ConflictRecord()
    }
    return found.sorted(by: ScheduleConflict.comesFirst)
  }

  /// SCH-6: within the next 48 hours.
  private static func isUrgent(_ start: Instant, now: Instant) -> Bool {
    now <= start && start <= now + 48 * Span.hour
  }

  private static func conflict(
    _ kind: ConflictKind, _ one: BusyInterval, _ other: BusyInterval
  ) -> ScheduleConflict {
    ScheduleConflict(
      kind, of: one.person, one.duty, other.duty, from: max(one.from, other.from),
      to: min(one.to, other.to))
  }

  /// Calls the closure with each pair of one person's times that overlap.
  private static func sweep(
    _ engagements: [BusyInterval], _ take: (BusyInterval, BusyInterval) -> Void
  ) {
    var running: [BusyInterval] = []
    for next in engagements.sorted(by: BusyInterval.comesFirst) {
      running.removeAll { $0.person != next.person || $0.to <= next.from }
      for one in running where one.overlaps(next) { take(one, next) }
      running.append(next)
    }
  }

  /// SCH-7: the members who could drive and have no duty in the time of a conflict.
  ///
  /// Either duty of a driver's conflict may be reassigned, so its time here covers both.
  public func suggestions(for conflict: ScheduleConflict, now: Instant) -> [MemberHandle] {
    var from = conflict.from
    var to = conflict.to
    if conflict.kind == .driver {
      for duty in [conflict.first, conflict.second] {
        guard let duty, let one = occurrence(duty.occurrence, now: now) else { continue }
        let window = one.window(of: duty.kind)
        from = min(from, window.from)
        to = max(to, window.to)
      }
    }
    return freeDrivers(from: from, to: to, now: now)
  }

  /// SCH-7: the members who may drive and have no duty whose time overlaps another, in the order of
  /// the list of members.
  public func freeDrivers(from: Instant, to: Instant, now: Instant) -> [MemberHandle] {
    let margin = Int64(ClassPlace.travelRange.upperBound) * Span.minute
    var busy: [MemberHandle] = []
    for one in occurrences(in: from - margin..<max(to, from + 1) + margin, now: now) {
      for kind in DutyKind.allCases {
        let window = one.window(of: kind)
        if let driver = one[kind].driver, window.from < to, from < window.to {
          busy.append(driver)
        }
      }
    }
    return (0..<memberCount).map { MemberHandle(UInt16($0)) }
      .filter { mayDrive(member($0)) && !busy.contains($0) }
  }
}

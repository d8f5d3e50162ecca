import Base
public import Chronology

// MARK: Folding

extension GroupState {
  /// GRP-7: lets the others see that a member joined.
  mutating func emitJoined(_ member: MemberHandle, _ cause: Entity, committed: Instant) {
    guard !active.isEmpty else { return }
    events.append(
      GroupEvent(
        at: committed, kind: .memberJoined, member: member, week: LocalDay(number: 0),
        cause: cause))
  }

  /// GRP-7: adds one event for each member that a workout pushed down, and one for its owner's
  /// gains, however many boards and weeks changed. `notified` marks the places in `active` that
  /// have an event.
  mutating func emitRankChanges(
    by change: ScoreChange, _ cause: Entity, notified: UInt16, committed: Instant
  ) -> UInt16 {
    var notified = notified
    var gained = GroupEvent(
      at: committed, kind: .rankGained, member: change.member, week: change.week, cause: cause)
    gained.ranks = SIMD2(1, 1)
    var place: UInt16 = 0
    for index in 0..<active.count {
      let other = active[index]
      if other == change.member {
        place = UInt16(index)
        continue
      }
      guard seats[Int(other.index)].isShown else { continue }
      let values = groupValues(of: other, week: change.week, now: committed)
      var lost: UInt8 = 0
      for challenge in GroupChallenge.allCases {
        let value = values[Int(challenge.rawValue)]
        if change.passes(value, in: challenge) { lost |= 1 << challenge.rawValue }
        if change.reaches(value, in: challenge) { gained.challenges |= 1 << challenge.rawValue }
        if value > change.after[Int(challenge.rawValue)] {
          gained.ranks[Int(challenge.rawValue)] += 1
        }
      }
      guard lost != 0, notified >> UInt16(index) & 1 == 0 else { continue }
      var event = GroupEvent(
        at: committed, kind: .rankLost, member: other, week: change.week, cause: cause)
      event.challenges = lost
      events.append(event)
      notified |= 1 << UInt16(index)
    }
    for challenge in GroupChallenge.allCases where !gained.isAbout(challenge) {
      gained.ranks[Int(challenge.rawValue)] = 0
    }
    if gained.challenges != 0 && notified >> place & 1 == 0 {
      events.append(gained)
      notified |= 1 << place
    }
    return notified
  }

  /// GRP-7: a member who shares again returns to the boards, and takes ranks as if newly earned.
  mutating func emitSharing(of member: MemberHandle, _ cause: Entity, committed: Instant) {
    var notified: UInt16 = 0
    let last = groupWeek(of: member, now: committed)
    // At most three weeks are open at a time.
    var week = max(head.finalThrough.adding(days: 7), last.adding(days: -21))
    while week <= last {
      let values = groupValues(of: member, week: week, now: committed)
      let change = ScoreChange(member: member, week: week, before: .zero, after: values)
      notified = emitRankChanges(by: change, cause, notified: notified, committed: committed)
      week = week.adding(days: 7)
    }
  }

  /// GRP-7: drops events older than seven days. Amortized O(1) per event.
  mutating func forgetEvents(at committed: Instant) {
    // Drops half of them at a time, so that the cost of moving the rest is amortized.
    let old = (events.count + 1) / 2
    guard old > 0, !events[old - 1].isKept(at: committed) else { return }
    for index in old..<events.count { events[index - old] = events[index] }
    for _ in 0..<old { _ = events.removeLast() }
    eventsForgotten += UInt32(old)
  }

  /// GRP-7: records that the feed was viewed; of two devices the one that viewed more wins.
  mutating func viewFeed(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    var seat = seats[Int(fact.author.index)]
    let end = eventsForgotten + UInt32(events.count)
    let viewed = UInt32(truncatingIfNeeded: min(fact.payload.first, UInt64(end)))
    let weeks = fact.day.weekStart
    guard viewed > seat.eventsViewed || weeks > seat.weeksViewed else { return .superseded }
    seat.eventsViewed = max(seat.eventsViewed, viewed)
    seat.weeksViewed = max(seat.weeksViewed, weeks)
    replaceSeat(of: fact.author, by: seat, &shared)
    return .changed
  }
}

// MARK: Reading

extension GroupState {
  /// GRP-7: the number after the last event, which a device that shows all events submits.
  public var groupEventsEnd: UInt32 { eventsForgotten + UInt32(events.count) }

  /// GRP-7: a member's feed of the last seven days, oldest first.
  public func groupFeed(of member: MemberHandle, now: Instant) -> [GroupFeedItem] {
    guard let seat = activeSeat(member), !head.isDeleted else { return [] }
    var items: [GroupFeedItem] = []
    for index in 0..<events.count {
      let event = events[index]
      let number = eventsForgotten + UInt32(index)
      if number >= seat.eventsFrom, event.isKept(at: now), event.concerns(member) {
        items.append(
          GroupFeedItem(event: event, number: number, isUnread: number >= seat.eventsViewed))
      }
    }
    for event in endedWeeks(for: member, seat, now: now) {
      let place = items.firstIndex { $0.event.at > event.at } ?? items.count
      items.insert(GroupFeedItem(event: event, isUnread: event.week >= seat.weeksViewed), at: place)
    }
    return items
  }

  /// GRP-7: the number of unread events, for the badge.
  public func groupUnread(of member: MemberHandle, now: Instant) -> Int {
    groupFeed(of: member, now: now).count { $0.isUnread }
  }

  /// GRP-7: the weeks that ended for a member in the last seven days, at their own midnight.
  ///
  /// The event depends on the week alone. For a member who flies back over the date line into a
  /// Sunday that had ended, the event disappears and returns, and stays read.
  private func endedWeeks(
    for member: MemberHandle, _ seat: GroupSeat, now: Instant
  ) -> [GroupEvent] {
    let zone = GroupZone.zone(seat.zone.value)
    let current = zone.localDay(at: now).weekStart
    return [current.adding(days: -14), current.adding(days: -7)].compactMap { week in
      let event = GroupEvent(
        at: zone.startOfDay(week.adding(days: 7)), kind: .weekEnded, member: member, week: week,
        cause: .none)
      let isShown = event.at > seat.joined && event.at <= now && event.isKept(at: now)
      return isShown ? event : nil
    }
  }
}

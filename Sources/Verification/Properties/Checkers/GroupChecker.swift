import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// P14 of groups: its members and admin, and whom its leaderboards show with which value and rank
// (GRP-1, GRP-2, GRP-5, GRP-6, GRP-10); the content of each member's feed and its unread count
// (GRP-7); and the preview of an invitation (GRP-3). P24: the feed notifies each member of a cause
// once.
//
// Checked at quiescence, against the raw log, for the current week and the two before; a former
// member is on leaderboards that were final when they left (GRP-9).
extension LogReplay {
  mutating func checkGroup(_ state: borrowing ScopeState) {
    guard state.group.head.isFounded, !wasErased else { return }
    tally.count(.derivedState)
    if group.isDeleted != state.group.head.isDeleted {
      report(.derivedState, "a group exists after it has ended, or is missing before")
    }
    guard !group.isDeleted, !state.group.head.isDeleted else { return }
    let active = (0..<state.group.active.count).map { Int(state.group.active[$0].index) }
    if active != group.active || Int(state.group.head.admin.index) != group.admin {
      report(
        .derivedState, "a group's members or admin differ from the log",
        expected: "seats \(group.active) and admin \(group.admin)",
        found: "seats \(active) and admin \(state.group.head.admin.index)")
    }
    checkEvents(state)
    checkFeeds(state)
    checkPreview(state)
    let today = now.utcDay
    for week in [0, -7, -14].map({ today.weekStart.adding(days: $0) }) {
      for challenge in GroupChallenge.allCases { checkBoard(challenge, of: week, state) }
    }
  }

  private mutating func checkBoard(
    _ challenge: GroupChallenge, of week: LocalDay, _ state: borrowing ScopeState
  ) {
    let shown = state.group.board(week: week, challenge: challenge, now: now) { $0.raw < $1.raw }
    tally.count(.derivedState)
    let ranks = GroupModel.ranks(of: shown.rows.map(\.value))
    if shown.rows.map(\.rank) != ranks || ranks != ranks.sorted() {
      report(
        .derivedState, "a leaderboard gives a member a wrong rank",
        expected: "\(ranks) for \(shown.rows.map(\.value))", found: "\(shown.rows.map(\.rank))")
    }
    let places = shown.rows.map { ($0.rank, $0.name.raw, $0.member.index) }
    if !zip(places, places.dropFirst()).allSatisfy({ $0 < $1 }) {
      report(.derivedState, "a leaderboard does not sort a tie by name")
    }
    for row in shown.rows {
      if !isSharing(Int(row.member.index)) {
        report(.derivedState, "a leaderboard shows a member who does not share")
      }
    }
    for place in group.seats.indices {
      let row = shown.rows.first { Int($0.member.index) == place }
      let expected = value(challenge, of: place, in: week)
      if row?.value ?? 0 != expected {
        report(
          .derivedState, "a member's value on a leaderboard differs from the log",
          expected: "\(expected) \(challenge) of seat \(place) in the week of \(week)",
          found: row.map { "\($0.value)" } ?? "nothing")
      }
    }
  }

  private func isSharing(_ place: Int) -> Bool {
    place < group.seats.count && group.seats[place].consents && group.seats[place].shares
  }

  /// GRP-4, GRP-10: the value of a member's week, zero for a member who does not share.
  private func value(_ challenge: GroupChallenge, of place: Int, in week: LocalDay) -> UInt32 {
    guard isSharing(place), board.hasRoom(for: place, in: week) else { return 0 }
    let today = group.today(of: place, at: now)
    return board.weekValues(of: place, in: week, on: today)[Int(challenge.rawValue)]
  }

  // MARK: Feed

  /// The part of an event that must not repeat.
  private struct EventIdentity: Hashable {
    var kind: GroupEventKind
    var cause: Entity
    var member: MemberHandle
  }

  private mutating func checkEvents(_ state: borrowing ScopeState) {
    var expected: Set<EventIdentity> = []
    for index in 0..<state.group.events.count {
      let event = state.group.events[index]
      tally.count(.notifications)
      let isNew = expected.insert(
        EventIdentity(kind: event.kind, cause: event.cause, member: event.member)
      )
      .inserted
      if !isNew {
        report(.notifications, event.cause, "a group is notified of one cause twice")
      }
    }
  }

  /// GRP-7: the content of each member's feed, and how much of it is unread.
  private mutating func checkFeeds(_ state: borrowing ScopeState) {
    for place in group.active {
      let member = MemberHandle(UInt16(place))
      let expected = groupFeed.items(of: place, at: latest, in: group)
      let shown = state.group.groupFeed(of: member, now: latest)
      tally.count(.derivedState)
      let isRight =
        shown.count == expected.count
        && zip(shown, expected).allSatisfy { item, one in
          item.number.map { Int($0) } == one.number && item.isUnread == one.isUnread
            && one.event.matches(item.event)
        }
      if !isRight
        || state.group.groupUnread(of: member, now: latest) != expected.count(where: \.isUnread)
      {
        report(
          .derivedState, "a member's group feed differs from what has happened",
          expected: Self.words(expected.map { ($0.event.kind, $0.event.member) }),
          found: Self.words(shown.map { ($0.event.kind, $0.event.member) }))
      }
    }
  }

  private static func words(_ events: [(kind: GroupEventKind, of: MemberHandle)]) -> String {
    events.isEmpty
      ? "nothing" : events.map { "\($0.kind) of \(words($0.of))" }.joined(separator: ", ")
  }

  /// GRP-3: the preview that an invitation shows.
  private mutating func checkPreview(_ state: borrowing ScopeState) {
    let preview = state.group.groupPreview(presenting: group.code, state.shared)
    let name = records.write(.groupNameSet, of: .none, 0)?.word ?? 0
    tally.count(.derivedState)
    if preview.memberCount != group.active.count
      || preview.name.raw != UInt32(truncatingIfNeeded: name)
      || preview.response != (group.active.count < 10 ? nil : .groupFull)
    {
      report(.derivedState, "an invitation shows another group than the log has")
    }
  }
}

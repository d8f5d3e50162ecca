import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// P14 of groups: who sits in it, who runs it, and whom its boards show with what and in which place
// (GRP-1, GRP-2, GRP-5, GRP-6, GRP-10); what each member's feed tells and how much of it is unread
// (GRP-7), and what an invitation shows (GRP-3). P24: the feed tells each member of a cause once.
//
// Checked at quiescence, from the raw log, for the week that is and the two before; who has left
// stands on boards that were final by then (GRP-9).
extension LogReplay {
  mutating func checkGroup(_ state: borrowing ScopeState) {
    guard state.group.head.isFounded, !wasErased else { return }
    tally.count(.derivedState)
    if group.isDeleted != state.group.head.isDeleted {
      report(.derivedState, "a group is there that has ended, or the other way round")
    }
    guard !group.isDeleted, !state.group.head.isDeleted else { return }
    let active = (0..<state.group.active.count).map { Int(state.group.active[$0].index) }
    if active != group.active || Int(state.group.head.admin.index) != group.admin {
      report(
        .derivedState, "a group has other members or another admin than the log",
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
        .derivedState, "a board gives somebody a place that is not theirs",
        expected: "\(ranks) for \(shown.rows.map(\.value))", found: "\(shown.rows.map(\.rank))")
    }
    let places = shown.rows.map { ($0.rank, $0.name.raw, $0.member.index) }
    if !zip(places, places.dropFirst()).allSatisfy({ $0 < $1 }) {
      report(.derivedState, "inside a tie of a board names are not in their order")
    }
    for row in shown.rows {
      if !isSharing(Int(row.member.index)) {
        report(.derivedState, "a board shows somebody who does not share")
      }
    }
    for place in group.seats.indices {
      let row = shown.rows.first { Int($0.member.index) == place }
      let told = value(challenge, of: place, in: week)
      if row?.value ?? 0 != told {
        report(
          .derivedState, "a board has another value of somebody than the log",
          expected: "\(told) \(challenge) of seat \(place) in the week of \(week)",
          found: row.map { "\($0.value)" } ?? "nothing")
      }
    }
  }

  private func isSharing(_ place: Int) -> Bool {
    place < group.seats.count && group.seats[place].consents && group.seats[place].shares
  }

  /// GRP-4, GRP-10: what a member's week is worth, zero for who does not share.
  private func value(_ challenge: GroupChallenge, of place: Int, in week: LocalDay) -> UInt32 {
    guard isSharing(place), board.hasRoom(for: place, in: week) else { return 0 }
    let today = group.today(of: place, at: now)
    return board.weekValues(of: place, in: week, on: today)[Int(challenge.rawValue)]
  }

  // MARK: Feed

  /// An event as far as it may not come again.
  private struct EventIdentity: Hashable {
    var kind: GroupEventKind
    var cause: Entity
    var member: MemberHandle
  }

  private mutating func checkEvents(_ state: borrowing ScopeState) {
    var told: Set<EventIdentity> = []
    for index in 0..<state.group.events.count {
      let event = state.group.events[index]
      tally.count(.notifications)
      let isNew = told.insert(
        EventIdentity(kind: event.kind, cause: event.cause, member: event.member)
      )
      .inserted
      if !isNew {
        report(.notifications, event.cause, "a group is told of one cause twice")
      }
    }
  }

  /// GRP-7: what each member's feed tells, and how much of it they have not seen.
  private mutating func checkFeeds(_ state: borrowing ScopeState) {
    for place in group.active {
      let member = MemberHandle(UInt16(place))
      let told = groupFeed.items(of: place, at: latest, in: group)
      let shown = state.group.groupFeed(of: member, now: latest)
      tally.count(.derivedState)
      let isRight =
        shown.count == told.count
        && zip(shown, told).allSatisfy { item, one in
          item.number.map { Int($0) } == one.number && item.isUnread == one.isUnread
            && one.event.isTold(by: item.event)
        }
      if !isRight
        || state.group.groupUnread(of: member, now: latest) != told.count(where: \.isUnread)
      {
        report(
          .derivedState, "a feed tells a member something else than has happened",
          expected: Self.words(told.map { ($0.event.kind, $0.event.member) }),
          found: Self.words(shown.map { ($0.event.kind, $0.event.member) }))
      }
    }
  }

  private static func words(_ events: [(kind: GroupEventKind, of: MemberHandle)]) -> String {
    events.isEmpty
      ? "nothing" : events.map { "\($0.kind) of \(words($0.of))" }.joined(separator: ", ")
  }

  /// GRP-3: what somebody sees who opens the invitation.
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

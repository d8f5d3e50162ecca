import Base
public import Chronology
public import DomainCore
import SyncCore
import UnicodeText

/// GRP-1: one membership in a group; rejoining makes another one.
public struct GroupMemberID: EntityID {
  let entity: Entity
}

/// GRP-1: a current member of a group.
public struct GroupMemberView: Hashable, Sendable {
  public let id: GroupMemberID
  public let name: String
  public let isAdmin: Bool
  /// GRP-6, FAM-12: whether the boards show their shared workouts.
  public let isShown: Bool
}

/// GRP-5: a place on a board; ties share a rank.
public struct GroupBoardRow: Hashable, Sendable {
  public let rank: Int
  public let member: GroupMemberID
  public let name: String
  public let value: Int
}

/// GRP-7: an entry of a group's feed.
public struct GroupFeedUpdate: Hashable, Sendable {
  public let at: Instant
  public let kind: GroupEventKind
  /// The member who joined; the viewer for a lost or gained rank, and for the end of a week.
  public let member: GroupMemberID
  /// For a lost or gained rank: the affected boards.
  public let challenges: [GroupChallenge]
  public let isUnread: Bool
}

/// An action of a member in a group.
public struct GroupAction {
  /// Its commands: mostly one, otherwise all or nothing.
  let draft: (ActionContext) throws(Refusal) -> [Command]

  init(_ draft: @escaping (ActionContext) throws(Refusal) -> Command) {
    self.init(all: { (it: ActionContext) throws(Refusal) in [try draft(it)] })
  }

  init(all draft: @escaping (ActionContext) throws(Refusal) -> [Command]) {
    self.draft = draft
  }
}

// MARK: Actions

extension GroupAction {
  /// GRP-2: the admin renames the group.
  public static func renameGroup(to name: String) -> GroupAction {
    GroupAction { draft in .renameGroup(draft.text(name), by: draft.author) }
  }

  /// GRP-2: the admin removes a member.
  public static func remove(_ member: GroupMemberID) -> GroupAction {
    GroupAction { draft throws(Refusal) in
      guard let place = draft.state.pointee.shared.member(joinedBy: member.entity) else {
        throw .notInGroup
      }
      return .removeFromGroup(place, membership: member.entity)
    }
  }

  /// GRP-2, FAM-12: leaves the group, optionally erasing all shared workouts.
  public static func leave(erasingWorkouts: Bool = false) -> GroupAction {
    GroupAction { draft in .leaveGroup(draft.author, erasingWorkouts: erasingWorkouts) }
  }

  /// GRP-2: the admin deletes the group for all members.
  public static func deleteGroup() -> GroupAction {
    GroupAction { draft in .deleteGroup(by: draft.author) }
  }

  /// GRP-5: sets the name on the boards.
  public static func setDisplayName(to name: String) -> GroupAction {
    GroupAction { draft in .setDisplayName(of: draft.author, to: draft.text(name)) }
  }

  /// FAM-12: consents to sharing workouts, or withdraws the consent and deletes them in the group.
  public static func consent(_ given: Bool = true) -> GroupAction {
    GroupAction { draft in .setGroupConsent(of: draft.author, to: given) }
  }

  /// GRP-6: turns "share my data" on or off.
  public static func share(_ on: Bool = true) -> GroupAction {
    GroupAction { draft in .setGroupSharing(of: draft.author, to: on) }
  }

  /// GRP-4, GRP-6: shares a workout of the family's session: its existence, its own day and the
  /// energy it burned, and nothing else. It counts once, however often it is shared, and whether it
  /// was logged, imported, or both by now (TRN-3).
  public static func share(_ workout: WorkoutView) -> GroupAction {
    GroupAction(all: { draft in workout.workout.sharing(of: draft.author, in: draft.state.pointee) }
    )
  }

  /// GRP-4: withdraws a shared workout.
  public static func withdraw(_ workout: WorkoutView) -> GroupAction {
    GroupAction(all: { draft in
      workout.workout.withdrawal(of: draft.author, in: draft.state.pointee)
    })
  }

  /// GRP-7: marks the feed as seen.
  public static func viewFeed() -> GroupAction {
    GroupAction { draft in
      .viewGroupFeed(of: draft.author, through: draft.state.pointee.group.groupEventsEnd)
    }
  }
}

// MARK: Queries

extension GroupSession where Storage: ~Copyable {
  /// The name of the group, empty after leaving it.
  public var name: String { texts.text(of: shown.pointee.group.head.name) }

  /// GRP-3: the invitation for others; nil after leaving the group. It never expires.
  public var invitation: GroupInvitation? {
    let head = shown.pointee.group.head
    guard head.isFounded, !head.isDeleted else { return nil }
    return GroupInvitation(group: replica.scope, secret: head.code.raw)
  }

  /// GRP-1: the current members of the group, in the order of joining.
  public var members: [GroupMemberView] {
    let state = shown
    return (0..<state.pointee.group.active.count).map { index in
      let member = state.pointee.group.active[index]
      let seat = state.pointee.group.seats[Int(member.index)]
      return GroupMemberView(
        id: GroupMemberID(entity: seat.entity), name: texts.text(of: seat.name),
        isAdmin: member == state.pointee.group.head.admin, isShown: seat.isShown)
    }
  }

  /// GRP-4, GRP-5: the board of a challenge in the week that contains a day, by default today;
  /// FAM-16: a tie is ordered by name.
  public func board(_ challenge: GroupChallenge, week day: LocalDay? = nil) -> [GroupBoardRow] {
    let state = shown
    let texts = texts
    let day = day?.plausible ?? today
    let board = state.pointee.group.board(week: day, challenge: challenge, now: now) {
      NameOrder.precedes(texts.text(of: $0), texts.text(of: $1))
    }
    return board.rows.map { row in
      GroupBoardRow(
        rank: row.rank,
        member: GroupMemberID(entity: state.pointee.group.seats[Int(row.member.index)].entity),
        name: texts.text(of: row.name), value: Int(row.value))
    }
  }

  /// GRP-4, GRP-9: whether the result of the week that contains a day is final.
  public func isFinal(week day: LocalDay) -> Bool {
    shown.pointee.group.isGroupWeekFinal(day.plausible, now: now)
  }

  /// GRP-7: the feed of the last seven days, oldest first.
  public var feed: [GroupFeedUpdate] {
    let state = shown
    guard let own = state.pointee.shared.member(joinedBy: membership) else { return [] }
    return state.pointee.group.groupFeed(of: own, now: now).map { item in
      let seat = state.pointee.group.seats[Int(item.event.member.index)]
      return GroupFeedUpdate(
        at: item.event.at, kind: item.event.kind, member: GroupMemberID(entity: seat.entity),
        challenges: GroupChallenge.allCases.filter(item.event.isAbout), isUnread: item.isUnread)
    }
  }
}

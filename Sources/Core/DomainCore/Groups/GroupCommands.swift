// Groups: commands.

public import Chronology

extension Command {
  /// GRP-2: founds a group in an empty scope; the founder becomes its admin.
  @inlinable public static func foundGroup(
    named name: TextHandle, code: GroupCode, as displayName: TextHandle
  ) -> Command {
    let join = GroupJoin(code: code, displayName: displayName, groupName: name)
    return Command(.groupJoined, subject: .newcomer, payload: join.payload)
  }

  /// GRP-3: joins a group with an invitation.
  @inlinable public static func joinGroup(code: GroupCode, as displayName: TextHandle) -> Command {
    let join = GroupJoin(code: code, displayName: displayName)
    return Command(.groupJoined, subject: .newcomer, payload: join.payload)
  }

  /// GRP-2: the admin renames the group.
  @inlinable public static func renameGroup(_ name: TextHandle, by admin: MemberHandle) -> Command {
    Command(.groupNameSet, subject: admin, payload: Payload(UInt64(name.raw)))
  }

  /// GRP-2: the admin removes a member; `membership` is their joining fact.
  @inlinable public static func removeFromGroup(
    _ member: MemberHandle, membership: Entity
  ) -> Command {
    Command(.groupMemberRemoved, subject: member, entity: membership)
  }

  /// GRP-2: leaves the group. FAM-12: optionally deletes all shared data.
  @inlinable public static func leaveGroup(
    _ member: MemberHandle, erasingWorkouts: Bool = false
  ) -> Command {
    Command(.groupLeft, subject: member, payload: Payload(erasingWorkouts ? 1 : 0))
  }

  /// GRP-2: the admin deletes the group for all members.
  @inlinable public static func deleteGroup(by admin: MemberHandle) -> Command {
    Command(.groupDeleted, subject: admin)
  }

  /// GRP-5: sets the name under which the boards show a member.
  @inlinable public static func setDisplayName(
    of member: MemberHandle, to name: TextHandle
  ) -> Command {
    Command(.groupDisplayNameSet, subject: member, payload: Payload(UInt64(name.raw)))
  }

  /// FAM-12: consents to sharing workouts, or withdraws that and deletes them in the group.
  @inlinable public static func setGroupConsent(
    of member: MemberHandle, to given: Bool
  ) -> Command {
    Command(.groupConsentSet, subject: member, payload: Payload(given ? 1 : 0))
  }

  /// GRP-6: turns "share my data" on or off.
  @inlinable public static func setGroupSharing(of member: MemberHandle, to on: Bool) -> Command {
    Command(.groupSharingSet, subject: member, payload: Payload(on ? 1 : 0))
  }

  /// GRP-4, GRP-6: shares a workout, under its own identity so that it counts once.
  @inlinable public static func shareWorkout(
    _ workout: Entity, of member: MemberHandle, on day: LocalDay, calories: UInt16
  ) -> Command {
    let summary = WorkoutSummary(day: day, calories: calories)
    return Command(.groupWorkoutShared, subject: member, entity: workout, payload: summary.payload)
  }

  /// GRP-4: withdraws a shared workout, because it was deleted.
  @inlinable public static func withdrawWorkout(
    _ workout: Entity, of member: MemberHandle, on day: LocalDay
  ) -> Command {
    let summary = WorkoutSummary(day: day, calories: 0, count: 0)
    return Command(.groupWorkoutShared, subject: member, entity: workout, payload: summary.payload)
  }

  /// GRP-7: marks the events before that number as viewed, and all weeks that had ended.
  @inlinable public static func viewGroupFeed(
    of member: MemberHandle, through number: UInt32
  ) -> Command {
    Command(.groupFeedViewed, subject: member, payload: Payload(UInt64(number)))
  }
}

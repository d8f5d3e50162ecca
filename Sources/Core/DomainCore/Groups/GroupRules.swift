import Base
public import Chronology

extension GroupsArea {
  public static func decide(
    _ code: GroupFactCode, _ fact: Fact, at place: DecisionPlace, now: Instant,
    on state: borrowing ScopeState
  ) -> Refusal? {
    guard GroupZone.isKnown(fact.zone) else { return .zoneUnknown }
    if code == .groupJoined {
      return state.group.decideJoin(GroupJoin(fact.payload), at: place, state.shared)
    }
    let author = Int(fact.author.index)
    let subject = Int(fact.subject.index)
    guard state.group.head.isFounded, author < state.group.seats.count else { return .groupUnknown }
    guard subject < state.group.seats.count else { return .notInGroup }
    let isAdmin = fact.author == state.group.head.admin
    guard !state.group.head.isDeleted else {
      // Two devices of the admin that delete the group agree.
      return code == .groupDeleted && isAdmin && place == .server ? nil : .groupDeleted
    }
    guard state.group.seats[author].isActive else { return .memberRemoved }
    if code == .groupMemberRemoved { return state.group.decideRemoval(fact, at: place) }
    guard fact.author == fact.subject else { return .groupOwnOnly }
    switch code {
    case .groupNameSet:
      guard isAdmin else { return .groupAdminNeeded }
      return TextHandle(packed: fact.payload.first) == .empty
        ? .groupNameEmpty : nil
    case .groupDeleted:
      return isAdmin ? nil : .groupAdminNeeded
    case .groupDisplayNameSet:
      return TextHandle(packed: fact.payload.first) == .empty
        ? .displayNameEmpty : nil
    case .groupWorkoutShared:
      return state.group.decideWorkout(
        fact, at: place, by: state.group.seats[author], state.shared)
    case .groupJoined, .groupMemberRemoved, .groupLeft, .groupConsentSet, .groupSharingSet,
      .groupFeedViewed:
      return nil
    }
  }
}

extension GroupState {
  /// GRP-1, GRP-3: whether a person may found a group here, or take a seat in it.
  ///
  /// A device that has not read the group yet accepts a join, because it has no data; the server
  /// decides whether a seat is free, in the order of the log. An invitation never expires; a wrong
  /// one does not reveal whether the group is full or deleted.
  func decideJoin(
    _ join: GroupJoin, at place: DecisionPlace, _ shared: borrowing SharedState
  ) -> Refusal? {
    guard join.displayName != .empty else { return .displayNameEmpty }
    guard join.code != .none else { return .groupInvitationUnknown }
    guard head.isFounded else {
      guard shared.memberCount == 0 else {
        // A scope with members and no group is a family, or a device with a pending join.
        let isJoining = shared.member(MemberHandle(0)).role == .groupMember
        return isJoining ? .alreadyInGroup : .groupUnknown
      }
      return join.isFounding || place == .device ? nil : .groupUnknown
    }
    guard !join.isFounding else { return .groupFounded }
    return groupAnswer(to: join.code, shared)
  }

  /// GRP-3: why the holder of an invitation cannot join, or nil.
  public func groupAnswer(to code: GroupCode, _ shared: borrowing SharedState) -> Refusal? {
    guard head.isFounded, head.code == code else { return .groupInvitationUnknown }
    guard !head.isDeleted else { return .groupDeleted }
    // The list of members has 16-bit places: a group is full after 65,000 joins.
    let isSeatFree = active.count < GroupState.membersMax && shared.memberCount < 65_000
    return isSeatFree ? nil : .groupFull
  }

  /// GRP-2: the admin removes others; when two devices remove the same person, the second agrees.
  func decideRemoval(_ fact: Fact, at place: DecisionPlace) -> Refusal? {
    guard fact.author == head.admin else { return .groupAdminNeeded }
    guard fact.author != fact.subject else { return .leaveInstead }
    let seat = seats[Int(fact.subject.index)]
    guard seat.entity == fact.entity else { return .notInGroup }
    return seat.isActive || place == .server ? nil : .notInGroup
  }

  /// GRP-6, FAM-12: whether a workout may leave the device, and enter the group.
  ///
  /// While sharing is off the device sends nothing. The server accepts what a device sent before it
  /// knew, because the boards hide it while sharing is off. Withdrawing a workout is always
  /// allowed.
  func decideWorkout(
    _ fact: Fact, at place: DecisionPlace, by seat: GroupSeat, _ shared: borrowing SharedState
  ) -> Refusal? {
    guard fact.entity != .none, WorkoutSummary.isAll(of: fact.payload) else {
      return .workoutDetail
    }
    let summary = WorkoutSummary(fact.payload)
    guard summary.calories <= WorkoutSummary.caloriesMax else { return .amountOutOfRange }
    guard shared.covers(summary.day) else { return .dayOutOfRange }
    guard summary.day <= fact.day else { return .dayInFuture }
    guard summary.count > 0 else { return nil }
    guard seat.consents else { return .groupConsentMissing }
    guard seat.withdrawn < fact.version else { return .consentWithdrawn }
    return seat.shares || place == .server ? nil : .sharingOff
  }
}

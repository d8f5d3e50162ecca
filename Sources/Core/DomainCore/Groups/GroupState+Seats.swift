import Base
public import Chronology

/// Folds of a group: seats, boards, feed.
public enum GroupsArea: Area {
  public static func fold(
    _ code: GroupFactCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    guard !state.group.head.isDeleted else { return .superseded }
    state.group.closeWeeks(at: committed, &state.shared)
    state.group.forgetEvents(at: committed)
    if code != .groupJoined {
      guard Int(fact.author.index) < state.group.seats.count,
        Int(fact.subject.index) < state.group.seats.count
      else { return .superseded }
      state.group.noteZone(of: fact, &state.shared)
    }
    switch code {
    case .groupJoined:
      let member = state.addMember(
        Member(role: .groupMember, born: LocalDay(number: 0), entity: fact.identity))
      return state.group.takeSeat(fact, as: member, committed: committed, &state.shared)
    case .groupNameSet: return state.group.renameGroup(fact, &state.shared)
    case .groupMemberRemoved: return state.group.leaveSeat(fact, &state.shared)
    case .groupLeft:
      if fact.payload.first & 1 == 1 {
        state.group.withdrawConsent(of: fact.author, at: fact.version, &state.shared)
      }
      return state.group.leaveSeat(fact, &state.shared)
    case .groupDeleted: return state.group.deleteGroup(&state.shared)
    case .groupDisplayNameSet, .groupConsentSet, .groupSharingSet:
      return state.group.changeSeat(fact, committed: committed, &state.shared)
    case .groupWorkoutShared:
      return state.group.shareWorkout(fact, committed: committed, &state.shared)
    case .groupFeedViewed: return state.group.viewFeed(fact, &state.shared)
    }
  }
}

extension GroupState {
  // MARK: Seats and head, accounted in the digest

  mutating func replaceSeat(
    of member: MemberHandle, by seat: GroupSeat, _ shared: inout SharedState
  ) {
    let place = Int(member.index)
    shared.digestStored.remove(seats[place].digest(at: place))
    seats[place] = seat
    shared.digestStored.add(seat.digest(at: place))
  }

  mutating func replaceGroupHead(by head: GroupHead, _ shared: inout SharedState) {
    if self.head.isFounded { shared.digestStored.remove(self.head.digest) }
    self.head = head
    shared.digestStored.add(head.digest)
  }

  /// GRP-4: the author's current zone, unless a later fact of theirs is known.
  mutating func noteZone(of fact: Fact, _ shared: inout SharedState) {
    var seat = seats[Int(fact.author.index)]
    if seat.zone.write(fact.zone, at: fact.version) {
      replaceSeat(of: fact.author, by: seat, &shared)
    }
  }

  // MARK: Joining and leaving

  /// GRP-1, GRP-2: the member takes the next seat; the first one becomes the admin.
  mutating func takeSeat(
    _ fact: Fact, as member: MemberHandle, committed: Instant, _ shared: inout SharedState
  ) -> Effect {
    let join = GroupJoin(fact.payload)
    if join.isFounding && !head.isFounded {
      found(by: member, join, fact, &shared)
    }
    var seat = GroupSeat()
    seat.entity = fact.identity
    seat.joined = committed
    seat.name = join.displayName
    seat.isActive = true
    seat.zone = Register(fact.zone, at: fact.version)
    seat.weeksViewed = fact.day.weekStart
    emitJoined(member, fact.identity, committed: committed)
    seat.eventsFrom = eventsForgotten + UInt32(events.count)
    seat.eventsViewed = seat.eventsFrom
    // A scope whose members joined as a family has seats for them, too.
    while seats.count < Int(member.index) { seats.append(GroupSeat()) }
    seats.append(seat)
    shared.digestStored.add(seat.digest(at: Int(member.index)))
    active.append(member)
    _ = shared.write(
      fact, to: FieldKey(.groupDisplayNameSet, of: fact.identity),
      value: Payload(UInt64(join.displayName.raw)))
    return .changed
  }

  private mutating func found(
    by member: MemberHandle, _ join: GroupJoin, _ fact: Fact, _ shared: inout SharedState
  ) {
    var head = GroupHead()
    head.entity = fact.identity
    head.code = join.code
    head.name = join.groupName
    head.createdDay = fact.day
    head.admin = member
    head.finalThrough = shared.firstDay.weekStart.adding(days: -7)
    replaceGroupHead(by: head, &shared)
    _ = shared.write(
      fact, to: FieldKey(.groupNameSet, of: fact.identity),
      value: Payload(UInt64(join.groupName.raw)))
  }

  /// GRP-2, GRP-9: frees the seat. The longest-standing member takes over from an admin, and the
  /// group ends with its last member. Final weeks keep the member who left.
  mutating func leaveSeat(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    let member = fact.subject
    var seat = seats[Int(member.index)]
    guard seat.isActive else { return .superseded }
    seat.isActive = false
    seat.finalWhenLeft = head.finalThrough
    replaceSeat(of: member, by: seat, &shared)
    shared.members[Int(member.index)].isActive = false
    var kept = 0
    for index in 0..<active.count where active[index] != member {
      active[kept] = active[index]
      kept += 1
    }
    while active.count > kept { _ = active.removeLast() }
    if kept == 0 { return deleteGroup(&shared) }
    if head.admin == member {
      var head = head
      head.admin = active[0]
      replaceGroupHead(by: head, &shared)
    }
    return .changed
  }

  /// GRP-2: ends the group permanently, and deletes everything that was shared in it.
  mutating func deleteGroup(_ shared: inout SharedState) -> Effect {
    var head = head
    head.isDeleted = true
    replaceGroupHead(by: head, &shared)
    for place in 0..<workouts.count {
      shared.digestStored.remove(workouts[place].digest(under: workouts.key(at: place)))
    }
    workouts = IndexedTable()
    scores = IndexedTable()
    events = FlatArray()
    eventsForgotten = 0
    return .changed
  }

  /// FAM-12: the command for a member whose account ends, or nil if they have no seat: it frees the
  /// seat and deletes everything they shared.
  public func groupDeparture(of member: MemberHandle) -> Command? {
    guard activeSeat(member) != nil, !head.isDeleted else { return nil }
    return .leaveGroup(member, erasingWorkouts: true)
  }

  // MARK: Fields

  /// GRP-2: the later of two names wins.
  mutating func renameGroup(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    let name = UInt32(truncatingIfNeeded: fact.payload.first)
    let key = FieldKey(.groupNameSet, of: head.entity)
    guard shared.write(fact, to: key, value: Payload(UInt64(name))) else { return .superseded }
    var head = head
    head.name = TextHandle(name)
    replaceGroupHead(by: head, &shared)
    return .changed
  }

  /// GRP-5, GRP-6, FAM-12: applies a member's own settings.
  ///
  /// A withdrawn consent deletes what was shared before it, even if a later consent exists.
  mutating func changeSeat(_ fact: Fact, committed: Instant, _ shared: inout SharedState) -> Effect
  {
    let isOn = fact.payload.first & 1 == 1
    let isWithdrawal = fact.kind == .groupConsentSet && !isOn
    if isWithdrawal { withdrawConsent(of: fact.author, at: fact.version, &shared) }
    var seat = seats[Int(fact.author.index)]
    let value = fact.kind == .groupDisplayNameSet ? fact.payload.first & 0xFFFF_FFFF : isOn ? 1 : 0
    guard shared.write(fact, to: FieldKey(fact.kind, of: seat.entity), value: Payload(value)) else {
      return isWithdrawal ? .changed : .superseded
    }
    let wasShown = seat.isShown
    switch fact.kind {
    case .groupDisplayNameSet: seat.name = TextHandle(packed: value)
    case .groupConsentSet: seat.consents = isOn
    default: seat.shares = isOn
    }
    replaceSeat(of: fact.author, by: seat, &shared)
    if seat.isShown && !wasShown {
      emitSharing(of: fact.author, fact.identity, committed: committed)
    }
    return .changed
  }
}

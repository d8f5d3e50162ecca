import Base
public import Chronology

/// A group: seats, boards, feed.
public enum GroupsArea: Area {
  public static func fold(
    _ code: GroupFactCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    guard !state.group.head.isDeleted else { return .superseded }
    state.closeWeeks(at: committed)
    state.forgetEvents(at: committed)
    if code != .groupJoined {
      guard Int(fact.author.index) < state.group.seats.count,
        Int(fact.subject.index) < state.group.seats.count
      else { return .superseded }
      state.noteZone(of: fact)
    }
    switch code {
    case .groupJoined: return state.takeSeat(fact, committed: committed)
    case .groupNameSet: return state.renameGroup(fact)
    case .groupMemberRemoved: return state.leaveSeat(fact)
    case .groupLeft:
      if fact.payload.first & 1 == 1 { state.withdrawConsent(of: fact.author, at: fact.version) }
      return state.leaveSeat(fact)
    case .groupDeleted: return state.deleteGroup()
    case .groupDisplayNameSet, .groupConsentSet, .groupSharingSet:
      return state.changeSeat(fact, committed: committed)
    case .groupWorkoutShared: return state.shareWorkout(fact, committed: committed)
    case .groupFeedViewed: return state.viewFeed(fact)
    }
  }
}

extension ScopeState {
  /// An empty group: what somebody founds with their first fact.
  ///
  /// It reaches back to the Monday before last, so that also who is a day behind the founder, and
  /// who shares what they did earlier in the week, finds their day in it.
  public static func emptyGroup(openedOn day: LocalDay) -> ScopeState {
    ScopeState(
      members: FlatArray<Member>(), firstDay: day.weekStart.adding(days: -7), dayCapacity: 64)
  }

  // MARK: Seats and head, accounted in the digest

  mutating func replaceSeat(of member: MemberHandle, by seat: GroupSeat) {
    let place = Int(member.index)
    digestStored.remove(group.seats[place].digest(at: place))
    group.seats[place] = seat
    digestStored.add(seat.digest(at: place))
  }

  mutating func replaceGroupHead(by head: GroupHead) {
    if group.head.isFounded { digestStored.remove(group.head.digest) }
    group.head = head
    digestStored.add(head.digest)
  }

  /// GRP-4: where the author is now, unless a later fact of theirs is known.
  mutating func noteZone(of fact: Fact) {
    var seat = group.seats[Int(fact.author.index)]
    if seat.zone.write(fact.zone, at: fact.version) { replaceSeat(of: fact.author, by: seat) }
  }

  // MARK: Joining and leaving

  /// GRP-1, GRP-2: the next seat is theirs; whoever takes the first is the admin.
  mutating func takeSeat(_ fact: Fact, committed: Instant) -> Effect {
    let join = GroupJoin(fact.payload)
    let member = addMember(
      Member(role: .groupMember, born: LocalDay(number: 0), entity: fact.identity))
    if join.isFounding && !group.head.isFounded {
      found(by: member, join, fact)
    }
    var seat = GroupSeat()
    seat.entity = fact.identity
    seat.joined = committed
    seat.name = join.displayName
    seat.isActive = true
    seat.zone = Register(fact.zone, at: fact.version)
    seat.weeksViewed = fact.day.weekStart
    emitJoined(member, fact.identity, committed: committed)
    seat.eventsFrom = group.eventsForgotten + UInt32(group.events.count)
    seat.eventsViewed = seat.eventsFrom
    // A scope in which others have become members in another way has seats for them too.
    while group.seats.count < Int(member.index) { group.seats.append(GroupSeat()) }
    group.seats.append(seat)
    digestStored.add(seat.digest(at: Int(member.index)))
    group.active.append(member)
    _ = write(
      fact, to: FieldKey(.groupDisplayNameSet, of: fact.identity),
      value: Payload(UInt64(join.displayName.raw)))
    return .changed
  }

  private mutating func found(by member: MemberHandle, _ join: GroupJoin, _ fact: Fact) {
    var head = GroupHead()
    head.entity = fact.identity
    head.code = join.code
    head.name = join.groupName
    head.createdDay = fact.day
    head.admin = member
    head.finalThrough = firstDay.weekStart.adding(days: -7)
    replaceGroupHead(by: head)
    _ = write(
      fact, to: FieldKey(.groupNameSet, of: fact.identity),
      value: Payload(UInt64(join.groupName.raw)))
  }

  /// GRP-2, GRP-9: the seat is free; the longest-standing member takes over from an admin, and the
  /// last one to go takes the group along. Weeks that are final keep who left.
  mutating func leaveSeat(_ fact: Fact) -> Effect {
    let member = fact.subject
    var seat = group.seats[Int(member.index)]
    guard seat.isActive else { return .superseded }
    seat.isActive = false
    seat.finalWhenLeft = group.head.finalThrough
    replaceSeat(of: member, by: seat)
    members[Int(member.index)].isActive = false
    var kept = 0
    for index in 0..<group.active.count where group.active[index] != member {
      group.active[kept] = group.active[index]
      kept += 1
    }
    while group.active.count > kept { _ = group.active.removeLast() }
    if kept == 0 { return deleteGroup() }
    if group.head.admin == member {
      var head = group.head
      head.admin = group.active[0]
      replaceGroupHead(by: head)
    }
    return .changed
  }

  /// GRP-2: the group ends for good, with everything that was shared in it.
  mutating func deleteGroup() -> Effect {
    var head = group.head
    head.isDeleted = true
    replaceGroupHead(by: head)
    for place in 0..<group.workouts.count {
      digestStored.remove(group.workouts[place].digest(under: group.workouts.key(at: place)))
    }
    group.workouts = IndexedTable()
    group.scores = IndexedTable()
    group.events = FlatArray()
    group.eventsForgotten = 0
    return .changed
  }

  /// FAM-12: what is said in the group for a member whose account ends, or nil if there is nothing
  /// to leave: the seat is freed, and all they shared goes with them.
  public func groupDeparture(of member: MemberHandle) -> Command? {
    guard group.activeSeat(member) != nil, !group.head.isDeleted else { return nil }
    return .leaveGroup(member, erasingWorkouts: true)
  }

  // MARK: Fields

  /// GRP-2: the later of two names holds.
  mutating func renameGroup(_ fact: Fact) -> Effect {
    let name = UInt32(truncatingIfNeeded: fact.payload.first)
    let key = FieldKey(.groupNameSet, of: group.head.entity)
    guard write(fact, to: key, value: Payload(UInt64(name))) else { return .superseded }
    var head = group.head
    head.name = TextHandle(name)
    replaceGroupHead(by: head)
    return .changed
  }

  /// GRP-5, GRP-6, FAM-12: what a member sets for themselves.
  ///
  /// A consent that was withdrawn ends what was shared before even if a later one already stands.
  mutating func changeSeat(_ fact: Fact, committed: Instant) -> Effect {
    let isOn = fact.payload.first & 1 == 1
    let isWithdrawal = fact.kind == .groupConsentSet && !isOn
    if isWithdrawal { withdrawConsent(of: fact.author, at: fact.version) }
    var seat = group.seats[Int(fact.author.index)]
    let value = fact.kind == .groupDisplayNameSet ? fact.payload.first & 0xFFFF_FFFF : isOn ? 1 : 0
    guard write(fact, to: FieldKey(fact.kind, of: seat.entity), value: Payload(value)) else {
      return isWithdrawal ? .changed : .superseded
    }
    let wasShown = seat.isShown
    switch fact.kind {
    case .groupDisplayNameSet: seat.name = TextHandle(packed: value)
    case .groupConsentSet: seat.consents = isOn
    default: seat.shares = isOn
    }
    replaceSeat(of: fact.author, by: seat)
    if seat.isShown && !wasShown {
      emitSharing(of: fact.author, fact.identity, committed: committed)
    }
    return .changed
  }
}

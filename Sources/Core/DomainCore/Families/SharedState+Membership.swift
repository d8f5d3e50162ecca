// Families, membership: folds and queries of the members and what they may do.

import Base
public import Chronology

extension SharedState {
  /// The member that a fact of joining created.
  public func member(joinedBy entity: Entity) -> MemberHandle? {
    for index in 0..<members.count where members[index].entity == entity {
      return MemberHandle(UInt16(index))
    }
    return nil
  }

  /// FAM-1: how many parents the family has.
  public var activeParentCount: Int {
    var count = 0
    for index in 0..<members.count
    where members[index].isActive && members[index].role == .parent {
      count += 1
    }
    return count
  }

  /// FAM-5, FAM-6: whether the member's devices must delete their data of the scope: the member no
  /// longer belongs to it, or the consent to the account of a child under 13 was withdrawn.
  public func mustPurge(_ handle: MemberHandle, on day: LocalDay) -> Bool {
    let member = members[Int(handle.index)]
    return !member.isActive || (member.needsConsent(on: day) && member.consent == .withdrawn)
  }

  /// FAM-11: a person's age in full years on a local day; computed, never stored.
  public func age(of member: MemberHandle, on day: LocalDay) -> Int {
    members[Int(member.index)].born.age(on: day)
  }

  // MARK: Rosters

  static func rosterKey(coach: UInt64, athlete: MemberHandle) -> FieldKey {
    FieldKey(.rosterSet, of: .none, detail: (coach & 0xFFFF) << 16 | UInt64(athlete.index))
  }

  /// FAM-10: whether an athlete is on a coach's roster. It decides who assigns work and changes it,
  /// and who reads how an athlete trains.
  ///
  /// **Decided**: the latest roster fact about the two applies while one is a coach and the other
  /// an athlete, and both belong to the family. A member who changes role or leaves is on no roster
  /// and has none from that commit on. A member who returns to the role or the membership finds the
  /// roster unchanged, because a parent restored it. A person who was removed permanently and joins
  /// again is a new member, on no roster and without one.
  public func isOnRoster(coach: MemberHandle, athlete: MemberHandle) -> Bool {
    guard Int(coach.index) < members.count, Int(athlete.index) < members.count else {
      return false
    }
    let (one, other) = (members[Int(coach.index)], members[Int(athlete.index)])
    guard one.role == .coach, one.isActive, other.role == .athlete, other.isActive else {
      return false
    }
    let key = Self.rosterKey(coach: UInt64(coach.index), athlete: athlete)
    return registers[key].map { $0.value.first != 0 } ?? false
  }

  // MARK: Reading

  /// FAM-2: whether a member may read another person's data, as of a local day.
  public func mayRead(
    _ topic: ReadingTopic, of subject: MemberHandle, reader: MemberHandle, on day: LocalDay
  ) -> Bool {
    guard !mustPurge(reader, on: day) else { return false }
    return Permissions.mayRead(
      topic, reader: reader, members[Int(reader.index)], subject: subject,
      isOnRoster: isOnRoster(coach: reader, athlete: subject))
  }
}

// MARK: Folding

extension SharedState {
  /// FAM-1: the member without a device whom a parent adds, or nil if the fact changes nothing.
  mutating func applyAdded(_ fact: Fact, committed: Instant) -> Member? {
    let addition = MemberAddition(fact.payload)
    guard let role = Role(rawValue: addition.roleNumber), member(joinedBy: fact.identity) == nil
    else { return nil }
    accountOnce(fact)
    return Member(role: role, born: addition.born, entity: fact.identity, since: committed)
  }

  // MARK: Leaving

  /// FAM-6: the server accepts a second removal, which changes nothing.
  mutating func applyEnded(_ fact: Fact, committed: Instant) -> Effect {
    let isRemoval = fact.payload.first != 0
    var member = members[Int(fact.subject.index)]
    guard member.isActive || (isRemoval && !member.isRemoved) else { return .superseded }
    if member.isActive {
      member.isActive = false
      member.endedAt = committed
      ends.add(fact.subject, at: committed)
    }
    member.isRemoved = isRemoval
    replaceMember(fact.subject, by: member)
    return .changed
  }

  mutating func applyActivated(_ fact: Fact, committed: Instant) -> Effect {
    var member = members[Int(fact.subject.index)]
    guard !member.isActive, !member.isRemoved else { return .superseded }
    member.isActive = true
    member.activeSince = committed
    replaceMember(fact.subject, by: member)
    return .changed
  }

  mutating func applyRole(_ fact: Fact) -> Effect {
    var member = members[Int(fact.subject.index)]
    guard let role = Role(rawValue: UInt8(truncatingIfNeeded: fact.payload.first)),
      role != member.role
    else { return .superseded }
    member.role = role
    replaceMember(fact.subject, by: member)
    return .changed
  }

  /// FAM-5: consent and withdrawal are two fields, each with the latest fact of its kind, so that
  /// the result does not depend on the order of arrival.
  mutating func applyConsent(_ fact: Fact) -> Effect {
    let isGiven = fact.payload.first != 0
    let key = FieldKey(
      .consentSet, of: .none, detail: UInt64(fact.subject.index) << 1 | (isGiven ? 1 : 0))
    guard write(fact, to: key) else { return .superseded }
    let child = Int(fact.subject.index)
    let before = members[child].consent
    if isGiven {
      members[child].consentGiven = fact.version
    } else {
      members[child].consentWithdrawn = fact.version
    }
    return members[child].consent != before ? .changed : .superseded
  }

  /// Replaces a member's row, for fields that the server decides in the order of the log: role and
  /// membership.
  mutating func replaceMember(_ handle: MemberHandle, by member: Member) {
    let index = Int(handle.index)
    if members[index].changes > 0 {
      digestStored.remove(contribution(ofMember: index))
    }
    members[index] = member
    members[index].changes += 1
    digestStored.add(contribution(ofMember: index))
  }

  /// Covers the changes that the log has made to a member since they joined.
  private func contribution(ofMember index: Int) -> Digest128 {
    let member = members[index]
    let flags = (member.isActive ? 1 : 0) as UInt64 | (member.isRemoved ? 2 : 0)
    var digest = Digest128.mix(
      UInt64(index), UInt64(member.role.rawValue) << 8 | flags, UInt64(member.changes),
      UInt64(FactKind.memberEnded.rawValue))
    digest.fold(
      Digest128.mix(
        UInt64(bitPattern: member.activeSince.milliseconds),
        UInt64(bitPattern: member.endedAt?.milliseconds ?? -1), 0, 0))
    return digest
  }
}

public import Chronology

extension FamiliesArea {
  public static func decide(
    _ code: FamilyCode, _ fact: Fact, at place: DecisionPlace, now: Instant,
    on state: borrowing ScopeState
  ) -> Refusal? {
    switch code {
    case .memberJoined: state.families.decideJoining(fact, at: place, state.shared, state.group)
    case .memberAdded: decideAdding(fact, state.shared)
    case .memberEnded: decideEnding(fact, state.shared)
    case .memberActivated: decideActivating(fact, state.shared)
    case .memberRoleSet: decideRole(fact, state.shared)
    case .consentSet: decideConsent(fact, state.shared)
    case .invitationMade: state.families.decideInvitation(fact, state.shared)
    case .invitationRevoked: state.families.decideRevoking(fact, state.shared)
    case .rosterSet: decideRoster(fact, state.shared)
    case .profileFieldSet, .weightSet, .heightSet: decideProfile(fact, at: place, state.shared)
    case .workoutSharingSet: decideSharing(fact, state.shared)
    // `decide` itself decides the former, and the latter is unknown to this build.
    case .childMayLogSet, .unknown: nil
    }
  }
}

/// The most people a family can ever have had: far more than any real family, and few enough that
/// no one can exhaust the memory of the other members' devices.
let membersMax = 1_000

// MARK: Joining

extension FamiliesState {
  /// FAM-1: the first person to join founds the family, as a parent; every other person needs an
  /// invitation for the role, which works once. Decided at commit: a device that is not yet in the
  /// family has no data of it. A group is not a family, and a family's invitation does not open it.
  ///
  /// FAM-11: **decided**: a child that joins on its own device needs only a birthday, which decides
  /// whether consent is needed (FAM-5). A parent who adds a child knows its measures; a joining
  /// child may not, and must not be refused because it lacks a scale. `profileMissing` lists the
  /// missing fields, and without them there is no target.
  fileprivate func decideJoining(
    _ fact: Fact, at place: DecisionPlace, _ shared: borrowing SharedState,
    _ group: borrowing GroupState
  ) -> Refusal? {
    guard !group.head.isFounded else { return .invitationUnknown }
    let joining = MemberJoining(fact.payload)
    guard let role = familyRole(joining.roleNumber) else { return .roleUnknown }
    if let refusal = decideBirth(joining.born, as: role, on: fact.day) { return refusal }
    if place == .device { return nil }
    guard shared.memberCount < membersMax else { return .membersTooMany }
    if shared.memberCount == 0 { return role == .parent ? nil : .founderNotParent }
    guard let invitation = invitation(opening: joining.code) else { return .invitationUnknown }
    if invitation.isUsed { return .invitationUsed }
    guard isOpen(invitation, shared) else { return .invitationRevoked }
    return invitation.role == role ? nil : .invitationForAnother
  }
}

/// FAM-1, FAM-11: a parent adds any person; a child needs a profile that targets can use.
private func decideAdding(_ fact: Fact, _ shared: borrowing SharedState) -> Refusal? {
  guard Permissions.mayManage(shared.member(fact.author)), fact.subject == fact.author else {
    return .parentNeeded
  }
  let addition = MemberAddition(fact.payload)
  guard let role = familyRole(addition.roleNumber) else { return .roleUnknown }
  if let refusal = decideBirth(addition.born, as: role, on: fact.day) { return refusal }
  let (grams, millimeters) = (addition.weightGrams, addition.heightMillimeters)
  guard addition.sexNumber == 0 || addition.sex != nil,
    grams == 0 || BodyRange.weightGrams.contains(grams),
    millimeters == 0 || BodyRange.heightMillimeters.contains(millimeters)
  else { return .profileValueImpossible }
  if role == .child {
    guard addition.name != .empty, addition.sex != nil, grams > 0, millimeters > 0 else {
      return .profileIncomplete
    }
  }
  return shared.memberCount < membersMax ? nil : .membersTooMany
}

/// A role that a family has; a group's role is not one of them.
private func familyRole(_ number: UInt8) -> Role? {
  Role(rawValue: number).flatMap { $0 == .groupMember ? nil : $0 }
}

/// FAM-11: a birthday is not in the future and not before any living person's. FAM-5: a parent or a
/// coach is at least 13; otherwise the role would bypass consent.
func decideBirth(_ born: LocalDay, as role: Role, on day: LocalDay) -> Refusal? {
  guard born >= LocalDay(year: 1900, month: 1, day: 1), born <= day else {
    return .profileValueImpossible
  }
  let isGrown = role == .parent || role == .coach
  return isGrown && day < born.birthday(Member.consentAge) ? .roleTooYoung : nil
}

// MARK: Leaving

/// FAM-6: a parent ends any membership, and adults may leave, but the last parent stays (FAM-1). A
/// group has its own facts for leaving.
private func decideEnding(_ fact: Fact, _ shared: borrowing SharedState) -> Refusal? {
  let author = shared.member(fact.author)
  switch author.role {
  case .parent: break
  case .observer, .coach, .athlete:
    guard fact.author == fact.subject else { return .parentNeeded }
  case .child, .groupMember: return .parentNeeded
  }
  return decideParentLeft(without: fact.subject, shared)
}

/// FAM-1: whether a family still has a parent without this member.
private func decideParentLeft(
  without handle: MemberHandle, _ shared: borrowing SharedState
) -> Refusal? {
  let member = shared.member(handle)
  guard member.isActive, member.role == .parent else { return nil }
  return shared.activeParentCount > 1 ? nil : .lastParent
}

private func decideActivating(_ fact: Fact, _ shared: borrowing SharedState) -> Refusal? {
  guard Permissions.mayManage(shared.member(fact.author)) else { return .parentNeeded }
  return shared.member(fact.subject).isRemoved ? .memberGone : nil
}

/// FAM-1, FAM-2: a parent assigns roles, but the last parent keeps the role.
private func decideRole(_ fact: Fact, _ shared: borrowing SharedState) -> Refusal? {
  guard Permissions.mayManage(shared.member(fact.author)) else { return .parentNeeded }
  guard fact.payload.first <= UInt64(UInt8.max),
    let role = familyRole(UInt8(truncatingIfNeeded: fact.payload.first))
  else { return .roleUnknown }
  let born = shared.member(fact.subject).born
  if role == shared.member(fact.subject).role { return nil }
  if role == .parent || role == .coach {
    guard fact.day >= born.birthday(Member.consentAge) else { return .roleTooYoung }
  }
  return role == .parent ? nil : decideParentLeft(without: fact.subject, shared)
}

/// FAM-5: a parent consents for a child that is under 13 on the parent's local day.
private func decideConsent(_ fact: Fact, _ shared: borrowing SharedState) -> Refusal? {
  guard Permissions.mayManage(shared.member(fact.author)) else { return .parentNeeded }
  return shared.member(fact.subject).needsConsent(on: fact.day) ? nil : .consentNotNeeded
}

// MARK: Invitations and rosters

extension FamiliesState {
  fileprivate func decideInvitation(_ fact: Fact, _ shared: borrowing SharedState) -> Refusal? {
    guard Permissions.mayManage(shared.member(fact.author)), fact.subject == fact.author else {
      return .parentNeeded
    }
    guard fact.payload.second <= UInt64(UInt8.max),
      familyRole(UInt8(truncatingIfNeeded: fact.payload.second)) != nil
    else { return .roleUnknown }
    // Random codes do not collide: a seal that exists already was copied.
    return hasInvitation(sealed: fact.payload.first) ? .invitationUsed : nil
  }

  /// Two parents who revoke the same invitation agree.
  fileprivate func decideRevoking(_ fact: Fact, _ shared: borrowing SharedState) -> Refusal? {
    guard Permissions.mayManage(shared.member(fact.author)), fact.subject == fact.author else {
      return .parentNeeded
    }
    guard let invitation = invitation(fact.entity) else { return .invitationUnknown }
    return invitation.isUsed ? .invitationUsed : nil
  }
}

/// FAM-10: a coach keeps its own roster, and a parent every coach's; a member who is no longer a
/// coach or an athlete can be removed from it.
private func decideRoster(_ fact: Fact, _ shared: borrowing SharedState) -> Refusal? {
  guard fact.payload.second < UInt64(shared.memberCount) else { return .subjectUnknown }
  let coach = MemberHandle(UInt16(truncatingIfNeeded: fact.payload.second))
  let author = shared.member(fact.author)
  guard author.role == .parent || (author.role == .coach && fact.author == coach) else {
    return .parentNeeded
  }
  guard fact.payload.first != 0 else { return nil }
  return shared.member(coach).role == .coach && shared.member(fact.subject).role == .athlete
    ? nil : .rosterNotPossible
}

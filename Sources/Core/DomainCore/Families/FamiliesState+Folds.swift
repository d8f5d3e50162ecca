// Families: folds of joining and invitations, and queries of invitations.

import Base
public import Chronology

/// Folds of membership and permissions.
public enum FamiliesArea: Area {
  public static func fold(
    _ code: FamilyCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    switch code {
    case .memberJoined:
      guard let member = state.families.applyJoined(fact, committed: committed, &state.shared)
      else { return .superseded }
      state.addMember(member)
      return .changed
    case .memberAdded:
      guard let member = state.shared.applyAdded(fact, committed: committed) else {
        return .superseded
      }
      let handle = state.addMember(member)
      state.families.applyFirstProfile(fact, of: handle, &state.shared)
      return .changed
    case .memberEnded: return state.shared.applyEnded(fact, committed: committed)
    case .memberActivated: return state.shared.applyActivated(fact, committed: committed)
    case .memberRoleSet: return state.shared.applyRole(fact)
    case .consentSet: return state.shared.applyConsent(fact)
    case .invitationMade: return state.families.applyInvitation(fact, &state.shared)
    case .invitationRevoked: return state.families.applyRevoked(fact, &state.shared)
    case .rosterSet:
      let key = SharedState.rosterKey(coach: fact.payload.second, athlete: fact.subject)
      return state.shared.write(fact, to: key) ? .changed : .superseded
    case .profileFieldSet: return state.families.applyProfileField(fact, &state.shared)
    case .weightSet, .heightSet: return state.families.applyMeasurement(fact, &state.shared)
    case .workoutSharingSet:
      return state.shared.write(fact, to: FamiliesState.sharingKey(fact.subject))
        ? .changed : .superseded
    // A later app version folds it; this one keeps it and changes nothing.
    case .unknown: return .changed
    case .childMayLogSet: return state.shared.applyMayLog(fact)
    }
  }
}

extension FamiliesState {
  // MARK: Joining

  /// FAM-1: a joining person gets the next place in the log's order; the invitation is used up.
  /// Returns the member to add, or nil if the fact changes nothing.
  mutating func applyJoined(
    _ fact: Fact, committed: Instant, _ shared: inout SharedState
  ) -> Member? {
    let joining = MemberJoining(fact.payload)
    guard let role = Role(rawValue: joining.roleNumber),
      shared.member(joinedBy: fact.identity) == nil
    else { return nil }
    if let place = invitations.place(of: RowKey(joining.code.seal)) {
      invitations[place].isUsed = true
    }
    shared.accountOnce(fact)
    return Member(role: role, born: joining.born, entity: fact.identity, since: committed)
  }

  /// FAM-11: the initial profile of a member without a device.
  mutating func applyFirstProfile(
    _ fact: Fact, of member: MemberHandle, _ shared: inout SharedState
  ) {
    let addition = MemberAddition(fact.payload)
    if addition.name != .empty {
      _ = shared.write(
        fact, to: Self.profileKey(.name, of: member), value: Payload(UInt64(addition.name.raw)))
    }
    if let sex = addition.sex {
      _ = shared.write(
        fact, to: Self.profileKey(.sex, of: member), value: Payload(UInt64(sex.rawValue)))
    }
    let weight = Measurement(day: fact.day, value: addition.weightGrams)
    if weight.value > 0,
      shared.write(fact, to: Self.key(.weightSet, weight.day, of: member), value: weight.payload)
    {
      weights.set(weight, of: member)
    }
    let height = Measurement(day: fact.day, value: addition.heightMillimeters)
    if height.value > 0,
      shared.write(fact, to: Self.key(.heightSet, height.day, of: member), value: height.payload)
    {
      heights.set(height, of: member)
    }
    // They have no logs yet, so targets change from now on only.
    shared.areaEvents.append(.needsChanged(member, first: fact.day, last: fact.day))
  }

  // MARK: Invitations

  mutating func applyInvitation(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    let key = RowKey(fact.payload.first)
    guard let role = Role(rawValue: UInt8(truncatingIfNeeded: fact.payload.second)),
      invitations.place(of: key) == nil,
      invitationPlaces[fact.identity.raw] == nil
    else { return .superseded }
    let place = invitations.add(Invitation(made: fact, role: role), under: key)
    invitationPlaces.insert(fact.identity.raw, handle: UInt32(place))
    shared.accountOnce(fact)
    return .changed
  }

  mutating func applyRevoked(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard let place = invitationPlaces[fact.entity.raw].map(Int.init) else {
      return .superseded
    }
    _ = shared.write(fact, to: FieldKey(.invitationRevoked, of: fact.entity))
    guard !invitations[place].isRevoked else { return .superseded }
    invitations[place].isRevoked = true
    return .changed
  }
}

// MARK: Reading

extension FamiliesState {
  /// FAM-1: an invitation by its entity.
  public func invitation(_ entity: Entity) -> Invitation? {
    invitationPlaces[entity.raw].map { invitations[Int($0)] }
  }

  /// FAM-1: the invitation that a code opens.
  public func invitation(opening code: InvitationCode) -> Invitation? {
    invitations.row(of: RowKey(code.seal))
  }

  func hasInvitation(sealed seal: UInt64) -> Bool {
    invitations.place(of: RowKey(seal)) != nil
  }

  /// FAM-1: whether a person can join with an invitation now.
  ///
  /// It is valid only while its creator is a parent here, so that a removed parent cannot rejoin
  /// with an invitation created in advance.
  public func isOpen(_ invitation: Invitation, _ shared: borrowing SharedState) -> Bool {
    let maker = shared.members[Int(invitation.maker.index)]
    return !invitation.isUsed && !invitation.isRevoked && maker.isActive && maker.role == .parent
  }
}

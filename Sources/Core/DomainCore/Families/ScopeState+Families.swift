// Families: folds of membership and permissions.

import Base
public import Chronology

/// Folds of membership and permissions.
public enum FamiliesArea: Area {
  public static func fold(
    _ code: FamilyCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    switch code {
    case .memberJoined: return state.applyJoined(fact, committed: committed)
    case .memberAdded: return state.applyAdded(fact, committed: committed)
    case .memberEnded: return state.applyEnded(fact, committed: committed)
    case .memberActivated: return state.applyActivated(fact, committed: committed)
    case .memberRoleSet: return state.applyRole(fact)
    case .consentSet: return state.applyConsent(fact)
    case .invitationMade: return state.applyInvitation(fact)
    case .invitationRevoked: return state.applyRevoked(fact)
    case .rosterSet:
      let key = ScopeState.rosterKey(coach: fact.payload.second, athlete: fact.subject)
      return state.shared.write(fact, to: key) ? .changed : .superseded
    case .profileFieldSet: return state.applyProfileField(fact)
    case .weightSet, .heightSet: return state.applyMeasurement(fact)
    case .workoutSharingSet:
      return state.shared.write(fact, to: ScopeState.sharingKey(fact.subject))
        ? .changed : .superseded
    // A later app version folds it; this one keeps it and changes nothing.
    case .unknown: return .changed
    case .childMayLogSet: return state.shared.applyMayLog(fact)
    }
  }
}

extension ScopeState {
  // MARK: Joining

  /// FAM-1: a joining person gets the next place in the log's order; the invitation is used up.
  mutating func applyJoined(_ fact: Fact, committed: Instant) -> Effect {
    let joining = MemberJoining(fact.payload)
    guard let role = Role(rawValue: joining.roleNumber), member(joinedBy: fact.identity) == nil
    else { return .superseded }
    if let place = families.invitations.place(of: RowKey(joining.code.seal)) {
      families.invitations[place].isUsed = true
    }
    addMember(Member(role: role, born: joining.born, entity: fact.identity, since: committed))
    shared.accountOnce(fact)
    return .changed
  }

  /// FAM-1, FAM-11: adds a member without a device, with their initial profile.
  mutating func applyAdded(_ fact: Fact, committed: Instant) -> Effect {
    let addition = MemberAddition(fact.payload)
    guard let role = Role(rawValue: addition.roleNumber), member(joinedBy: fact.identity) == nil
    else { return .superseded }
    let member = addMember(
      Member(role: role, born: addition.born, entity: fact.identity, since: committed))
    shared.accountOnce(fact)
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
      families.weights.set(weight, of: member)
    }
    let height = Measurement(day: fact.day, value: addition.heightMillimeters)
    if height.value > 0,
      shared.write(fact, to: Self.key(.heightSet, height.day, of: member), value: height.payload)
    {
      families.heights.set(height, of: member)
    }
    // They have no logs yet, so targets change from now on only.
    shared.areaEvents.append(.needsChanged(member, first: fact.day, last: fact.day))
    return .changed
  }

  // MARK: Leaving

  /// FAM-6: the server accepts a second removal, which changes nothing.
  mutating func applyEnded(_ fact: Fact, committed: Instant) -> Effect {
    let isRemoval = fact.payload.first != 0
    var member = shared.members[Int(fact.subject.index)]
    guard member.isActive || (isRemoval && !member.isRemoved) else { return .superseded }
    if member.isActive {
      member.isActive = false
      member.endedAt = committed
      shared.ends.add(fact.subject, at: committed)
    }
    member.isRemoved = isRemoval
    replaceMember(fact.subject, by: member)
    return .changed
  }

  mutating func applyActivated(_ fact: Fact, committed: Instant) -> Effect {
    var member = shared.members[Int(fact.subject.index)]
    guard !member.isActive, !member.isRemoved else { return .superseded }
    member.isActive = true
    member.activeSince = committed
    replaceMember(fact.subject, by: member)
    return .changed
  }

  mutating func applyRole(_ fact: Fact) -> Effect {
    var member = shared.members[Int(fact.subject.index)]
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
    guard shared.write(fact, to: key) else { return .superseded }
    let child = Int(fact.subject.index)
    let before = shared.members[child].consent
    if isGiven {
      shared.members[child].consentGiven = fact.version
    } else {
      shared.members[child].consentWithdrawn = fact.version
    }
    return shared.members[child].consent != before ? .changed : .superseded
  }

  // MARK: Invitations

  mutating func applyInvitation(_ fact: Fact) -> Effect {
    let key = RowKey(fact.payload.first)
    guard let role = Role(rawValue: UInt8(truncatingIfNeeded: fact.payload.second)),
      families.invitations.place(of: key) == nil,
      families.invitationPlaces[fact.identity.raw] == nil
    else { return .superseded }
    let place = families.invitations.add(Invitation(made: fact, role: role), under: key)
    families.invitationPlaces.insert(fact.identity.raw, handle: UInt32(place))
    shared.accountOnce(fact)
    return .changed
  }

  mutating func applyRevoked(_ fact: Fact) -> Effect {
    guard let place = families.invitationPlaces[fact.entity.raw].map(Int.init) else {
      return .superseded
    }
    _ = shared.write(fact, to: FieldKey(.invitationRevoked, of: fact.entity))
    guard !families.invitations[place].isRevoked else { return .superseded }
    families.invitations[place].isRevoked = true
    return .changed
  }
}

import DomainCore

/// A reference model of FAM-1, computed from the log alone: the invitations of a family.
struct InvitationModel: ReferenceModel {
  private struct Invitation {
    var role: UInt8
    var maker: MemberHandle
    var isUsed = false
    var isRevoked = false
  }

  private var bySeal: [UInt64: Invitation] = [:]
  private var seals: [Entity: UInt64] = [:]

  /// Processes the next accepted fact of the log.
  mutating func ingest(_ fact: Fact) {
    switch fact.kind {
    case .invitationMade:
      let seal = fact.payload.first
      guard bySeal[seal] == nil else { return }
      bySeal[seal] = Invitation(
        role: UInt8(truncatingIfNeeded: fact.payload.second), maker: fact.author)
      seals[fact.identity] = seal
    case .invitationRevoked: if let seal = seals[fact.entity] { bySeal[seal]?.isRevoked = true }
    case .memberJoined: bySeal[MemberJoining(fact.payload).code.seal]?.isUsed = true
    default: break
    }
  }

  /// Why a member must not join, or nil, where `isParent` returns whether a member is an active
  /// parent at that moment: an invitation becomes invalid when its author leaves the family or may
  /// no longer invite (FAM-2, FAM-6).
  func problem(joining fact: Fact, isParent: (MemberHandle) -> Bool) -> String? {
    let joining = MemberJoining(fact.payload)
    guard let invitation = bySeal[joining.code.seal] else {
      return "a member joined without an invitation"
    }
    guard !invitation.isUsed, !invitation.isRevoked else {
      return "a member joined by a closed invitation"
    }
    guard isParent(invitation.maker) else {
      return "a member joined by an invitation of a former parent"
    }
    return invitation.role == joining.roleNumber
      ? nil : "a member joined in a role that the invitation did not offer"
  }
}

import DomainCore

/// FAM-1: the doors of a family, told from the log alone.
struct InvitationModel: ReferenceModel {
  private struct Invitation {
    var role: UInt8
    var maker: MemberHandle
    var isUsed = false
    var isRevoked = false
  }

  private var bySeal: [UInt64: Invitation] = [:]
  private var seals: [Entity: UInt64] = [:]

  /// Takes in the next fact of the log that was not refused.
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

  /// What is wrong with letting somebody in, where `isParent` says who is an active one just then:
  /// nobody comes through a door that was left open by somebody who is out, or may not invite any
  /// more (FAM-2, FAM-6).
  func wrong(joining fact: Fact, isParent: (MemberHandle) -> Bool) -> String? {
    let joining = MemberJoining(fact.payload)
    guard let door = bySeal[joining.code.seal] else {
      return "somebody came in without an invitation"
    }
    guard !door.isUsed, !door.isRevoked else {
      return "somebody came in by an invitation that was closed"
    }
    guard isParent(door.maker) else {
      return "somebody came in by an invitation of who is no parent any more"
    }
    return door.role == joining.roleNumber ? nil : "somebody came in as what nobody had invited"
  }
}

// Families, membership: queries about members, invitations, rosters and reading.

import Base
public import Chronology

extension ScopeState {
  /// FAM-1: how many parents the family has.
  public var activeParentCount: Int {
    var count = 0
    for index in 0..<shared.members.count
    where shared.members[index].isActive && shared.members[index].role == .parent {
      count += 1
    }
    return count
  }

  /// FAM-5, FAM-6: whether the member's devices must delete their data of the scope: the member no
  /// longer belongs to it, or the consent to the account of a child under 13 was withdrawn.
  public func mustPurge(_ handle: MemberHandle, on day: LocalDay) -> Bool {
    let member = shared.members[Int(handle.index)]
    return !member.isActive || (member.needsConsent(on: day) && member.consent == .withdrawn)
  }

  /// FAM-1: an invitation by its entity.
  public func invitation(_ entity: Entity) -> Invitation? {
    families.invitationPlaces[entity.raw].map { families.invitations[Int($0)] }
  }

  /// FAM-1: the invitation that a code opens.
  public func invitation(opening code: InvitationCode) -> Invitation? {
    families.invitations.row(of: RowKey(code.seal))
  }

  func hasInvitation(sealed seal: UInt64) -> Bool {
    families.invitations.place(of: RowKey(seal)) != nil
  }

  /// FAM-1: whether a person can join with an invitation now.
  ///
  /// It is valid only while its creator is a parent here, so that a removed parent cannot rejoin
  /// with an invitation created in advance.
  public func isOpen(_ invitation: Invitation) -> Bool {
    let maker = shared.members[Int(invitation.maker.index)]
    return !invitation.isUsed && !invitation.isRevoked && maker.isActive && maker.role == .parent
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
    guard Int(coach.index) < shared.members.count, Int(athlete.index) < shared.members.count else {
      return false
    }
    let (one, other) = (shared.members[Int(coach.index)], shared.members[Int(athlete.index)])
    guard one.role == .coach, one.isActive, other.role == .athlete, other.isActive else {
      return false
    }
    let key = Self.rosterKey(coach: UInt64(coach.index), athlete: athlete)
    return shared.registers[key].map { $0.value.first != 0 } ?? false
  }

  // MARK: Reading

  /// FAM-2: whether a member may read another person's data, as of a local day.
  public func mayRead(
    _ topic: ReadingTopic, of subject: MemberHandle, reader: MemberHandle, on day: LocalDay
  ) -> Bool {
    guard !mustPurge(reader, on: day) else { return false }
    return Permissions.mayRead(
      topic, reader: reader, shared.members[Int(reader.index)], subject: subject,
      isOnRoster: isOnRoster(coach: reader, athlete: subject))
  }
}

// Families: commands.

public import Chronology

// MARK: Membership

extension Command {
  /// FAM-1: founds a family as its first parent.
  public static func foundFamily(born: LocalDay) -> Command {
    join(with: InvitationCode(0), as: .parent, born: born)
  }

  /// FAM-1: joins a family with an invitation.
  public static func join(with code: InvitationCode, as role: Role, born: LocalDay) -> Command {
    let payload = MemberJoining(code: code, role: role, born: born).payload
    return Command(.memberJoined, subject: .newcomer, payload: payload)
  }

  /// FAM-1: a parent adds a person without a device, such as a small child.
  ///
  /// The log assigns their place; until then no fact can name them.
  public static func addMember(_ member: MemberAddition, by parent: MemberHandle) -> Command {
    Command(.memberAdded, subject: parent, payload: member.payload)
  }

  /// FAM-6: ends a membership permanently; members also leave by it.
  public static func removeMember(_ member: MemberHandle) -> Command {
    Command(.memberEnded, subject: member, payload: Payload(1))
  }

  /// FAM-6: deactivates a membership, which can be activated again.
  public static func deactivateMember(_ member: MemberHandle) -> Command {
    Command(.memberEnded, subject: member, payload: Payload(0))
  }

  /// FAM-6: activates a membership that was deactivated.
  public static func activateMember(_ member: MemberHandle) -> Command {
    Command(.memberActivated, subject: member)
  }

  /// FAM-2: changes a member's role.
  public static func setRole(of member: MemberHandle, to role: Role) -> Command {
    Command(.memberRoleSet, subject: member, payload: Payload(UInt64(role.rawValue)))
  }

  /// FAM-5: a parent consents to a child's own account, or withdraws the consent.
  public static func setConsent(for child: MemberHandle, given: Bool) -> Command {
    Command(.consentSet, subject: child, payload: Payload(given ? 1 : 0))
  }

  /// FAM-1: a parent invites a person to be `role`; the log gets the seal of the code.
  public static func invite(
    as role: Role, code: InvitationCode, by parent: MemberHandle
  ) -> Command {
    Command(.invitationMade, subject: parent, payload: Payload(code.seal, UInt64(role.rawValue)))
  }

  /// FAM-1: a parent revokes an invitation.
  public static func revokeInvitation(_ invitation: Entity, by parent: MemberHandle) -> Command {
    Command(.invitationRevoked, subject: parent, entity: invitation)
  }

  /// FAM-10: adds an athlete to a coach's roster, or removes it.
  public static func setRoster(
    of coach: MemberHandle, athlete: MemberHandle, to isOn: Bool
  ) -> Command {
    Command(.rosterSet, subject: athlete, payload: Payload(isOn ? 1 : 0, UInt64(coach.index)))
  }
}

// MARK: Profiles

extension Command {
  /// FAM-11: sets a text field of a profile.
  public static func setProfile(
    _ field: ProfileField, of member: MemberHandle, to text: TextHandle
  ) -> Command {
    setProfile(field, of: member, value: UInt64(text.raw))
  }

  /// FAM-11: corrects a birthday.
  public static func setBorn(_ born: LocalDay, of member: MemberHandle) -> Command {
    setProfile(.born, of: member, value: born.packed)
  }

  /// FAM-11: sets the sex.
  public static func setSex(_ sex: Sex, of member: MemberHandle) -> Command {
    setProfile(.sex, of: member, value: UInt64(sex.rawValue))
  }

  private static func setProfile(
    _ field: ProfileField, of member: MemberHandle, value: UInt64
  ) -> Command {
    Command(
      .profileFieldSet, subject: member, entity: Entity(raw: UInt64(field.rawValue)),
      payload: Payload(value))
  }

  /// FAM-11: sets a person's weight from a day on; zero removes that day's entry.
  public static func setWeight(
    of member: MemberHandle, on day: LocalDay, grams: UInt32
  ) -> Command {
    Command(.weightSet, subject: member, payload: Measurement(day: day, value: grams).payload)
  }

  /// FAM-11: sets a person's height from a day on; zero removes that day's entry.
  public static func setHeight(
    of member: MemberHandle, on day: LocalDay, millimeters: UInt32
  ) -> Command {
    Command(.heightSet, subject: member, payload: Measurement(day: day, value: millimeters).payload)
  }

  /// FAM-12: consents to workout data leaving the device for a group, or withdraws the consent.
  public static func setWorkoutSharing(of member: MemberHandle, to shares: Bool) -> Command {
    Command(.workoutSharingSet, subject: member, payload: Payload(shares ? 1 : 0))
  }
}

// Notifications, accounts: the settings that a person has in each family.

import Base

extension SharedState {
  /// FAM-15: the commands that give one member the settings that another one has made: those of
  /// the same person in another family.
  public func notificationSettingCommands(
    of member: MemberHandle, for other: MemberHandle
  ) -> [Command] {
    var keys = NotificationKind.allCases.map { FieldKey.notificationChannels(of: $0, for: member) }
    keys += [.quietHours(of: member), .doNotDisturb(of: member), .leadMinutes(of: member)]
    keys += ClassType.allCases.map { FieldKey.leadMinutes(of: member, for: $0) }
    let kinds: [FactKind] =
      NotificationKind.allCases.map { _ in .notificationChannelsSet }
      + [.quietHoursSet, .doNotDisturbSet, .leadMinutesSet]
      + ClassType.allCases.map { _ in .leadMinutesSet }
    return zip(keys, kinds).compactMap { key, kind in
      registers[key].map { Command(kind, subject: other, payload: $0.value) }
    }
  }
}

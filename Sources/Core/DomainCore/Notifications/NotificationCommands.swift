// Notifications: commands.

public import Chronology

extension Command {
  /// NOT-2: which channels a kind of notification uses; none switches it off.
  public static func setNotificationChannels(
    _ channels: NotificationChannels, for kind: NotificationKind, of member: MemberHandle
  ) -> Command {
    Command(
      .notificationChannelsSet, subject: member,
      payload: Payload(UInt64(kind.rawValue), UInt64(channels.rawValue)))
  }

  /// NOT-2: sets the hours in which nothing is delivered, or clears them.
  public static func setQuietHours(_ quiet: QuietHours?, of member: MemberHandle) -> Command {
    Command(.quietHoursSet, subject: member, payload: Payload(quiet?.packed ?? 0))
  }

  /// NOT-2: nothing is delivered before an instant; one in the past ends it.
  public static func setDoNotDisturb(until: Instant, of member: MemberHandle) -> Command {
    Command(.doNotDisturbSet, subject: member, payload: Payload(UInt64(max(0, until.milliseconds))))
  }

  /// NOT-1: how many minutes before an event reminders are sent, up to four, zero for none.
  public static func setLeadMinutes(_ minutes: SIMD4<UInt16>, of member: MemberHandle) -> Command {
    Command(
      .leadMinutesSet, subject: member,
      payload: Payload(NotificationSettings.packed(leadMinutes: minutes)))
  }

  /// NOT-7: the same for classes of one type only.
  public static func setLeadMinutes(
    _ minutes: SIMD4<UInt16>, for type: ClassType, of member: MemberHandle
  ) -> Command {
    Command(
      .leadMinutesSet, subject: member,
      payload: Payload(
        NotificationSettings.packed(leadMinutes: minutes), UInt64(type.rawValue) + 1))
  }

  /// NOT-3: snoozes a notification.
  public static func snooze(
    _ cause: NotificationCause, until: Instant, of member: MemberHandle
  ) -> Command {
    Command(
      .notificationSnoozed, subject: member,
      payload: Payload(cause.fingerprint, UInt64(max(0, until.milliseconds))))
  }
}

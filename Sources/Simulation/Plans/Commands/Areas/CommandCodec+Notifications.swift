import Chronology
import DomainCore

extension CommandCodec {
  mutating func fillNotifications() throws(CommandTextError) {
    switch kind {
    case .notificationChannelsSet:
      try codeFirst("about", Fields.notificationKind)
      try codeSecond("channels", Fields.channels)
    case .quietHoursSet:
      var quiet =
        sourceCommand.payload.first == 0 ? nil : QuietHours(packed: sourceCommand.payload.first)
      try codeField("hours", Fields.quietHours, ifAny: &quiet)
      made.payload = Payload(quiet?.packed ?? 0)
    case .doNotDisturbSet: try codeFirst("until", Fields.instant)
    case .leadMinutesSet:
      var minutes = NotificationSettings.leadMinutes(packed: sourceCommand.payload.first)
      var type = UInt8(truncatingIfNeeded: sourceCommand.payload.second)
      try codeField("minutes", Fields.leadMinutes, &minutes)
      try codeField("for", Fields.classTypeNumber, &type, defaultValue: 0)
      made.payload = Payload(NotificationSettings.packed(leadMinutes: minutes), UInt64(type))
    case .notificationSnoozed:
      // The cause is a digest that cannot be reversed, so it is no reference: in a changed plan it
      // may match no cause.
      try codeFirst("cause", Fields.hexadecimal)
      try codeSecond("until", Fields.instant)
    default: throw Self.unrepresentable
    }
  }
}

import Chronology
import DomainCore

extension CommandForm {
  mutating func fillNotifications() throws(CommandTextError) {
    switch kind {
    case .notificationChannelsSet:
      try sayFirst("about", Fields.notificationKind)
      try saySecond("channels", Fields.channels)
    case .quietHoursSet:
      var quiet = said.payload.first == 0 ? nil : QuietHours(packed: said.payload.first)
      try say("hours", Fields.quietHours, ifAny: &quiet)
      made.payload = Payload(quiet?.packed ?? 0)
    case .doNotDisturbSet: try sayFirst("until", Fields.instant)
    case .leadMinutesSet:
      var minutes = NotificationSettings.leadMinutes(packed: said.payload.first)
      var type = UInt8(truncatingIfNeeded: said.payload.second)
      try say("minutes", Fields.leadMinutes, &minutes)
      try say("for", Fields.classTypeNumber, &type, usually: 0)
      made.payload = Payload(NotificationSettings.packed(leadMinutes: minutes), UInt64(type))
    case .notificationSnoozed:
      // The cause is a digest of what somebody is notified of, from which nobody finds that. So it
      // is no reference: in a plan that has changed it may be that of nothing.
      try sayFirst("cause", Fields.hexadecimal)
      try saySecond("until", Fields.instant)
    default: throw Self.unsayable
    }
  }
}

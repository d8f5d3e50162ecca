public import Chronology

/// Somebody's notifications: each setting is a field, the later write holds.
public enum NotificationsArea: Area {
  public static func fold(
    _ code: NotificationCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    let member = fact.subject
    let isLater: Bool
    switch code {
    case .notificationChannelsSet:
      guard let kind = NotificationKind(rawValue: UInt8(truncatingIfNeeded: fact.payload.first))
      else { return .superseded }
      isLater = state.write(fact, to: .notificationChannels(of: kind, for: member))
    case .quietHoursSet: isLater = state.write(fact, to: .quietHours(of: member))
    case .doNotDisturbSet: isLater = state.write(fact, to: .doNotDisturb(of: member))
    case .leadMinutesSet:
      let type = fact.payload.second == 0 ? nil : UInt8(exactly: fact.payload.second - 1)
      let key = type.flatMap(ClassType.init).map { FieldKey.leadMinutes(of: member, for: $0) }
      isLater = state.write(fact, to: key ?? .leadMinutes(of: member))
    case .notificationSnoozed:
      isLater = state.write(
        fact,
        to: FieldKey(
          .notificationSnoozed, of: Entity(raw: fact.payload.first), detail: UInt64(member.index)))
    }
    return isLater ? .changed : .superseded
  }
}

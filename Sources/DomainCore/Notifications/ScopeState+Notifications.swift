public import Chronology

extension ScopeState {
  /// Folds a fact about somebody's notifications: each is a field, the later write holds.
  public mutating func applyNotifications(_ fact: Fact, committed: Instant) -> Effect {
    let member = fact.subject
    let isLater: Bool
    switch fact.kind {
    case .notificationChannelsSet:
      guard let kind = NotificationKind(rawValue: UInt8(truncatingIfNeeded: fact.payload.first))
      else { return .superseded }
      isLater = write(fact, to: .notificationChannels(of: kind, for: member))
    case .quietHoursSet: isLater = write(fact, to: .quietHours(of: member))
    case .doNotDisturbSet: isLater = write(fact, to: .doNotDisturb(of: member))
    case .leadMinutesSet:
      let type = fact.payload.second == 0 ? nil : UInt8(exactly: fact.payload.second - 1)
      let key = type.flatMap(ClassType.init).map { FieldKey.leadMinutes(of: member, for: $0) }
      isLater = write(fact, to: key ?? .leadMinutes(of: member))
    case .notificationSnoozed:
      isLater = write(
        fact,
        to: FieldKey(
          .notificationSnoozed, of: Entity(raw: fact.payload.first), detail: UInt64(member.index)))
    default: preconditionFailure("no other kind belongs to this area")
    }
    return isLater ? .changed : .superseded
  }
}

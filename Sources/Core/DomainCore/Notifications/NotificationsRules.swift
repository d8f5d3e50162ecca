public import Chronology

extension NotificationsArea {
  /// Members set their own notifications, and parents those of a child. A group has a feed instead
  /// (GRP-7).
  public static func decide(
    _ code: NotificationCode, _ fact: Fact, at place: DecisionPlace, now: Instant,
    on state: borrowing ScopeState
  ) -> Refusal? {
    let author = state.member(fact.author)
    guard author.role != .groupMember else { return .notForGroups }
    let isParentOfChild = author.role == .parent && state.member(fact.subject).role == .child
    guard fact.author == fact.subject || isParentOfChild else { return .notificationsNotYours }
    switch code {
    case .notificationChannelsSet:
      let isKnown =
        fact.payload.first <= UInt64(UInt8.max)
        && NotificationKind(rawValue: UInt8(fact.payload.first)) != nil
        && fact.payload.second <= UInt64(NotificationChannels.all.rawValue)
      return isKnown ? nil : .notificationSettingUnknown
    case .quietHoursSet:
      let quiet = QuietHours(packed: fact.payload.first)
      return quiet.isWellFormed && fact.payload.first >> 33 == 0 ? nil : .notificationSettingUnknown
    case .leadMinutesSet:
      let minutes = NotificationSettings.leadMinutes(packed: fact.payload.first)
      let isKnown =
        fact.payload.second <= UInt64(ClassType.allCases.count)
        && minutes.max() <= NotificationSettings.leadMinutesMax
      return isKnown ? nil : .notificationSettingUnknown
    case .doNotDisturbSet:
      return decideInstant(fact.payload.first)
    case .notificationSnoozed:
      return decideInstant(fact.payload.second)
    }
  }
}

/// An instant that a calendar can represent; the limit is the year 9999.
private func decideInstant(_ milliseconds: UInt64) -> Refusal? {
  milliseconds <= 253_402_300_799_999 ? nil : .notificationSettingUnknown
}

// Notifications: settings, and when fields of the schedule were changed.

import Base
public import Chronology

/// A person's notification settings: each is a field, and the later write wins.
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
      isLater = state.shared.write(fact, to: .notificationChannels(of: kind, for: member))
    case .quietHoursSet: isLater = state.shared.write(fact, to: .quietHours(of: member))
    case .doNotDisturbSet: isLater = state.shared.write(fact, to: .doNotDisturb(of: member))
    case .leadMinutesSet:
      let type = fact.payload.second == 0 ? nil : UInt8(exactly: fact.payload.second - 1)
      let key = type.flatMap(ClassType.init).map { FieldKey.leadMinutes(of: member, for: $0) }
      isLater = state.shared.write(fact, to: key ?? .leadMinutes(of: member))
    case .notificationSnoozed:
      isLater = state.shared.write(
        fact,
        to: FieldKey(
          .notificationSnoozed, of: Entity(raw: fact.payload.first), detail: UInt64(member.index)))
    }
    return isLater ? .changed : .superseded
  }
}

extension SharedState {
  /// NOT-2: a member's settings: what was set, and the role's defaults for the rest.
  public func notificationSettings(of member: MemberHandle) -> NotificationSettings {
    var settings = NotificationSettings(role: self.member(member).role)
    for kind in NotificationKind.allCases {
      if let set = registers[.notificationChannels(of: kind, for: member)] {
        settings.channels[Int(kind.rawValue)] = UInt8(truncatingIfNeeded: set.value.second)
      }
    }
    if let set = registers[.quietHours(of: member)]?.value, set.first >> 32 & 1 == 1 {
      settings.quiet = QuietHours(packed: set.first)
    }
    if let set = registers[.doNotDisturb(of: member)]?.value {
      settings.silentUntil = Instant(milliseconds: Int64(truncatingIfNeeded: set.first))
    }
    settings.leadMinutes = leadMinutes(of: member)
    return settings
  }

  /// NOT-1: how many minutes ahead a member is reminded: as set, or the default.
  func leadMinutes(of member: MemberHandle) -> SIMD4<UInt16> {
    guard let set = registers[.leadMinutes(of: member)]?.value else {
      return NotificationSettings.leadMinutesUnset
    }
    return NotificationSettings.leadMinutes(packed: set.first)
  }

  /// NOT-7: for classes of a type: as set for the type, or else as for everything.
  public func leadMinutes(of member: MemberHandle, for type: ClassType) -> SIMD4<UInt16> {
    guard let set = registers[.leadMinutes(of: member, for: type)]?.value else {
      return leadMinutes(of: member)
    }
    return NotificationSettings.leadMinutes(packed: set.first)
  }

  /// NOT-7: whether a member has asked for a kind of notification that is off by default.
  func hasAsked(for kind: NotificationKind, _ member: MemberHandle) -> Bool {
    registers[.notificationChannels(of: kind, for: member)].map { $0.value.second != 0 }
      ?? false
  }

  /// NOT-3: until when a member has snoozed a cause.
  public func snoozedUntil(_ cause: NotificationCause, of member: MemberHandle) -> Instant {
    let set = registers[.snooze(of: cause, for: member)]
    return Instant(milliseconds: Int64(truncatingIfNeeded: set?.value.second ?? 0))
  }
}

extension SharedState {
  /// The latest write that says of a single occurrence whether, when or where it takes place
  /// (SCH-4); nil where it was never changed apart from its series.
  func lastChangeTime(_ id: OccurrenceID) -> Version? {
    var last: Version?
    for field in [OccurrenceField.cancelled, .start, .place] {
      if let said = registers[FieldKey(field, of: id)]?.version {
        last = last.map { max($0, said) } ?? said
      }
    }
    return last
  }
}

extension SharedState {
  /// **Decided**: writes within ten minutes of the creation belong to it and are not changes.
  private static var making: Int64 { 10 * Span.minute }

  /// The latest change of some fields, or nil where none changed since their entity was made.
  ///
  /// Evaluated for every class at every scan, so it builds no list of the fields.
  func edit(
    _ field: FieldKey, _ second: FieldKey? = nil, _ third: FieldKey? = nil,
    after created: Version
  ) -> Version? {
    func written(_ field: FieldKey?) -> Version {
      field.flatMap { registers[$0]?.version } ?? .never
    }
    let last = max(written(field), written(second), written(third))
    return last.instant >= created.instant + Self.making ? last : nil
  }
}

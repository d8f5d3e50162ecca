public import Chronology

/// NOT-2: hours of a person's own wall clock in which nothing is delivered.
public struct QuietHours: BitwiseCopyable, Hashable, Sendable {
  /// Minutes of the local day; quiet from the first to just before the second, over midnight if the
  /// second is the smaller one. Equal minutes are a whole day.
  public var from: UInt16
  public var until: UInt16

  @inlinable public init(from: UInt16, until: UInt16) {
    self.from = from
    self.until = until
  }

  /// From the 33 bits that a fact carries; the highest one says that there are quiet hours.
  @inlinable public init(packed: UInt64) {
    from = UInt16(truncatingIfNeeded: packed)
    until = UInt16(truncatingIfNeeded: packed >> 16)
  }

  @inlinable public var packed: UInt64 { UInt64(from) | UInt64(until) << 16 | 1 << 32 }

  @inlinable public var isWellFormed: Bool { from < 1_440 && until < 1_440 }

  /// Whether a minute of the local day is quiet.
  @inlinable public func contains(minuteOfDay minute: Int) -> Bool {
    let (from, until) = (Int(self.from), Int(self.until))
    return from < until ? (from..<until).contains(minute) : minute >= from || minute < until
  }
}

/// NOT-2: what one person has set, and the defaults of their role for the rest.
public struct NotificationSettings: BitwiseCopyable, Hashable, Sendable {
  /// For each kind, the channels that it uses; none means that it is switched off.
  public var channels: SIMD32<UInt8>
  public var quiet: QuietHours?
  /// Nothing is delivered before this instant.
  public var silentUntil: Instant
  /// NOT-1: how many minutes before an event reminders are sent; unused entries are zero.
  public var leadMinutes: SIMD4<UInt16>

  /// NOT-2: parents and athletes receive everything, children their achievements, observers and
  /// coaches what takes place and how it changes. Observers also receive what they drive, or could
  /// drive: a parent may give them a duty (FAM-4), and no one else checks that part of the schedule
  /// for them.
  public init(role: Role) {
    channels = .zero
    quiet = nil
    silentUntil = Instant(milliseconds: 0)
    leadMinutes = Self.leadMinutesUnset
    for kind in NotificationKind.allCases where Self.isOnByDefault(kind, for: role) {
      channels[Int(kind.rawValue)] = NotificationChannels([.push, .inApp]).rawValue
    }
  }

  /// NOT-1: half an hour, unless the person has set another lead time.
  static var leadMinutesUnset: SIMD4<UInt16> { SIMD4(30, 0, 0, 0) }
  /// The longest lead time is a week.
  public static var leadMinutesMax: UInt16 { 10_080 }

  /// Four lead times in the one word that a fact carries.
  public static func packed(leadMinutes minutes: SIMD4<UInt16>) -> UInt64 {
    (0..<4).reduce(0) { $0 | UInt64(minutes[$1]) << (16 * $1) }
  }

  public static func leadMinutes(packed: UInt64) -> SIMD4<UInt16> {
    var minutes = SIMD4<UInt16>.zero
    for place in 0..<4 { minutes[place] = UInt16(truncatingIfNeeded: packed >> (16 * place)) }
    return minutes
  }

  /// Whether a person in that role receives the kind as long as nothing was set.
  public static func isOnByDefault(_ kind: NotificationKind, for role: Role) -> Bool {
    if kind.isOptIn { return false }
    return switch role {
    case .parent, .athlete: true
    case .child: kind.isAchievement
    case .observer: [.schedule, .duty, .change, .coverage].contains(kind)
    case .coach: kind == .schedule || kind == .change
    case .groupMember: false
    }
  }

  public func channels(for kind: NotificationKind) -> NotificationChannels {
    NotificationChannels(rawValue: channels[Int(kind.rawValue)])
  }

  /// NOT-2: whether a notification would be held at an instant, by the wall clock of a zone.
  public func isQuiet(at now: Instant, in zone: Zone) -> Bool {
    if now < silentUntil { return true }
    guard let quiet else { return false }
    return quiet.contains(minuteOfDay: Int(zone.millisecondOfDay(at: now)) / Int(Span.minute))
  }
}

extension FieldKey {
  static func notificationChannels(
    of kind: NotificationKind, for member: MemberHandle
  ) -> FieldKey {
    FieldKey(
      .notificationChannelsSet, of: .none,
      detail: UInt64(kind.rawValue) << 16 | UInt64(member.index))
  }

  static func quietHours(of member: MemberHandle) -> FieldKey {
    FieldKey(.quietHoursSet, of: .none, detail: UInt64(member.index))
  }

  static func doNotDisturb(of member: MemberHandle) -> FieldKey {
    FieldKey(.doNotDisturbSet, of: .none, detail: UInt64(member.index))
  }

  static func leadMinutes(of member: MemberHandle) -> FieldKey {
    FieldKey(.leadMinutesSet, of: .none, detail: UInt64(member.index))
  }

  static func leadMinutes(of member: MemberHandle, for type: ClassType) -> FieldKey {
    FieldKey(
      .leadMinutesSet, of: .none,
      detail: UInt64(type.rawValue + 1) << 16 | UInt64(member.index))
  }

  static func snooze(of cause: NotificationCause, for member: MemberHandle) -> FieldKey {
    FieldKey(.notificationSnoozed, of: Entity(raw: cause.fingerprint), detail: UInt64(member.index))
  }
}

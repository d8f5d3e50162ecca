import Base
public import Chronology

/// A notification in flight to one person.
public struct NotificationDelivery: BitwiseCopyable, Hashable, Sendable {
  public var cause: NotificationCause
  public var recipient: MemberHandle
  public var channels: NotificationChannels
  public var at: Instant
  /// NOT-3: how many similar notifications it stands for in addition.
  public var others: UInt16 = 0
}

/// NOT-3: sends what is due, each cause once to a person; the server has one for each scope.
///
/// Nothing is queued inside. At every step the caller computes from the state which triggers hold,
/// so what was canceled, moved, completed or reassigned is simply no longer among them, and what
/// quiet hours held back goes out at the first step after them if it still holds (NOT-2).
public struct Notifier: ~Copyable {
  private var sent = FlatArray<NotificationDelivery>()
  /// By cause and recipient: the index in `sent` of the last time it went out; `.max` if it must
  /// not.
  private var settled = IndexedTable<UInt32>()
  private var steppedAt: Instant?
  /// NOT-2: whether anything due is held back by quiet hours or a snooze.
  public private(set) var holdsBack = false

  public init() {}

  /// NOT-3: the history: what was sent, oldest first, including what was sent as part of another.
  public var sentCount: Int { sent.count }

  public func delivery(_ index: Int) -> NotificationDelivery { sent[index] }

  private static func key(_ cause: NotificationCause, _ recipient: MemberHandle) -> RowKey {
    let digest = Digest128.mix(
      UInt64(cause.kind.rawValue) << 32 | UInt64(cause.subject.index) << 16
        | UInt64(recipient.index), cause.entity.raw, cause.detail, 0)
    return RowKey(digest.first, digest.second)
  }

  /// Sends what is due of the triggers that hold now. `zone` gives a recipient's time zone.
  ///
  /// Of one step's similar notifications to one person, by the same channels, the first goes out
  /// with the number of the others; all of them count as sent.
  public mutating func step(
    at now: Instant, occasions: [NotificationTrigger], on state: borrowing ScopeState,
    zone: (MemberHandle) -> Zone
  ) -> [NotificationDelivery] {
    var out: [NotificationDelivery] = []
    var settings: [NotificationSettings?] = Array(repeating: nil, count: state.memberCount)
    holdsBack = false
    // Most triggers are ahead, or were sent before, and need no sorting.
    let due = occasions.filter {
      $0.due <= now && now < $0.expires && isOpen($0, on: state, now: now)
    }
    for occasion in due.sorted(by: Self.precedes) {
      let recipient = occasion.recipient
      let key = Self.key(occasion.cause, recipient)
      // If the same trigger is listed twice, only the first goes out.
      guard isOpen(occasion, on: state, now: now) else { continue }
      let own = settings[Int(recipient.index)] ?? state.shared.notificationSettings(of: recipient)
      settings[Int(recipient.index)] = own
      let channels = own.channels(for: occasion.cause.kind)
      if channels.isEmpty || isOld(occasion, on: state) {
        _ = settled.place(of: key, orAdd: .max)
        continue
      }
      if own.isQuiet(at: now, in: zone(recipient)) {
        holdsBack = true
        continue
      }
      let delivery = NotificationDelivery(
        cause: occasion.cause, recipient: recipient, channels: channels, at: now)
      settled[settled.place(of: key, orAdd: .max)] = UInt32(sent.count)
      sent.append(delivery)
      let similar = out.firstIndex {
        $0.recipient == recipient && $0.cause.kind.theme == occasion.cause.kind.theme
          && $0.channels == channels
      }
      if let similar {
        out[similar].others += 1
      } else {
        out.append(delivery)
      }
    }
    steppedAt = now
    return out
  }

  /// NOT-2: **decided**: what becomes due while its kind is switched off is not sent later either;
  /// otherwise a person who switches a kind on would receive its whole past. For the same reason
  /// members are not notified of what others achieved, or changed in the plan, before they joined.
  private func isOld(_ occasion: NotificationTrigger, on state: borrowing ScopeState) -> Bool {
    guard let steppedAt else { return false }
    let kind = occasion.cause.kind
    guard kind.theme == .goal || kind == .change else { return false }
    return steppedAt < state.member(occasion.recipient).activeSince
  }

  /// NOT-3: whether it was not sent yet, or was snoozed after it was sent, until now.
  private mutating func isOpen(
    _ occasion: NotificationTrigger, on state: borrowing ScopeState, now: Instant
  ) -> Bool {
    let (cause, recipient) = (occasion.cause, occasion.recipient)
    let end = state.shared.snoozedUntil(cause, of: recipient)
    if end > now { holdsBack = true }
    guard end <= now, state.exclusion(of: recipient, now: now) == nil else { return false }
    guard let last = settled.row(of: Self.key(cause, recipient)) else { return true }
    return last != .max && sent[Int(last)].at < end
  }

  /// NOT-4: what to do about a push that did not arrive: a critical notification goes out as a text
  /// message instead, once, and is still the same notification.
  public mutating func pushFailed(_ delivery: NotificationDelivery, at now: Instant)
    -> NotificationDelivery?
  {
    guard delivery.cause.kind.isCritical, delivery.channels.contains(.push),
      let last = settled.row(of: Self.key(delivery.cause, delivery.recipient)), last != .max,
      !sent[Int(last)].channels.contains(.sms)
    else { return nil }
    sent[Int(last)].channels = sent[Int(last)].channels.subtracting(.push).union(.sms)
    var fallback = delivery
    fallback.channels = .sms
    fallback.at = now
    return fallback
  }

  /// An order that does not depend on how the triggers were computed.
  private static func precedes(
    _ left: NotificationTrigger, _ right: NotificationTrigger
  ) -> Bool {
    if left.due != right.due { return left.due < right.due }
    if left.recipient != right.recipient { return left.recipient.index < right.recipient.index }
    if left.cause.kind != right.cause.kind {
      return left.cause.kind.rawValue < right.cause.kind.rawValue
    }
    return (left.cause.subject.index, left.cause.entity.raw, left.cause.detail)
      < (right.cause.subject.index, right.cause.entity.raw, right.cause.detail)
  }
}

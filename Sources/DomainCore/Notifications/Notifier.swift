public import Base
public import Chronology

/// A notification on its way to one person.
public struct Delivery: BitwiseCopyable, Hashable, Sendable {
  public var cause: NotificationCause
  public var recipient: MemberHandle
  public var channels: NotificationChannels
  public var at: Instant
  /// NOT-3: how many more of the same kind go out with it as one.
  public var others: UInt16 = 0
}

/// NOT-3: sends what is due, each cause once a person; the server has one for each scope.
///
/// Nothing waits inside. At every step the caller works out from the state which occasions hold,
/// so what was cancelled, moved, completed or reassigned is simply no longer among them, and what
/// quiet hours held back goes out at the first step after them if it still is (NOT-2).
public struct Notifier: ~Copyable {
  /// What was sent, by cause and recipient, in order: the history.
  @usableFromInline var sent: KeyedRows<Delivery>

  public init() {
    sent = KeyedRows()
  }

  public var sentCount: Int { sent.count }

  /// NOT-3: what was sent, oldest first.
  public func delivery(_ index: Int) -> Delivery { sent[index] }

  public func hasSent(_ cause: NotificationCause, to recipient: MemberHandle) -> Bool {
    sent.place(of: Self.key(cause, recipient)) != nil
  }

  private static func key(_ cause: NotificationCause, _ recipient: MemberHandle) -> RowKey {
    let digest = Digest128.mix(
      UInt64(cause.kind.rawValue) << 32 | UInt64(cause.subject.index) << 16
        | UInt64(recipient.index), cause.entity.raw, cause.detail, 0)
    return RowKey(digest.first, digest.second)
  }

  /// Sends what is due of the occasions that hold now. `zone` says where a recipient is.
  ///
  /// Of one step's notifications of one kind to one person the first goes out and tells how many
  /// others there are; all of them count as sent.
  public mutating func step(
    at now: Instant, occasions: [NotificationOccasion], on state: borrowing ScopeState,
    zone: (MemberHandle) -> Zone
  ) -> [Delivery] {
    var out: [Delivery] = []
    for occasion in occasions.sorted(by: Self.precedes) {
      guard occasion.due <= now, now < occasion.expires,
        !hasSent(occasion.cause, to: occasion.recipient),
        state.member(occasion.recipient).isActive,
        state.snoozedUntil(occasion.cause, of: occasion.recipient) <= now
      else { continue }
      let settings = state.notificationSettings(of: occasion.recipient)
      let channels = settings.channels(for: occasion.cause.kind)
      guard !channels.isEmpty, !settings.isQuiet(at: now, in: zone(occasion.recipient)) else {
        continue
      }
      let delivery = Delivery(
        cause: occasion.cause, recipient: occasion.recipient, channels: channels, at: now)
      sent.add(delivery, under: Self.key(occasion.cause, occasion.recipient))
      let first = out.firstIndex {
        $0.recipient == occasion.recipient && $0.cause.kind == occasion.cause.kind
      }
      if let first {
        out[first].others += 1
      } else {
        out.append(delivery)
      }
    }
    return out
  }

  /// NOT-4: what to do about a push that did not arrive: what is critical goes out as a text
  /// message instead, once, and is still the same notification.
  public mutating func pushFailed(_ delivery: Delivery, at now: Instant) -> Delivery? {
    guard delivery.cause.kind.isCritical, delivery.channels.contains(.push),
      let place = sent.place(of: Self.key(delivery.cause, delivery.recipient)),
      !sent[place].channels.contains(.sms)
    else { return nil }
    sent[place].channels = sent[place].channels.subtracting(.push).union(.sms)
    var fallback = delivery
    fallback.channels = .sms
    fallback.at = now
    return fallback
  }

  /// An order that does not depend on how the occasions were worked out.
  private static func precedes(
    _ left: NotificationOccasion, _ right: NotificationOccasion
  ) -> Bool {
    let leftKey = (left.due.milliseconds, left.recipient.index, left.cause.kind.rawValue)
    let rightKey = (right.due.milliseconds, right.recipient.index, right.cause.kind.rawValue)
    if leftKey != rightKey { return leftKey < rightKey }
    return (left.cause.subject.index, left.cause.entity.raw, left.cause.detail)
      < (right.cause.subject.index, right.cause.entity.raw, right.cause.detail)
  }
}

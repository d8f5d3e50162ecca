import Base
public import Chronology

/// A notification on its way to one person.
public struct NotificationDelivery: BitwiseCopyable, Hashable, Sendable {
  public var cause: NotificationCause
  public var recipient: MemberHandle
  public var channels: NotificationChannels
  public var at: Instant
  /// NOT-3: how many similar ones go out with it as one.
  public var others: UInt16 = 0
}

/// NOT-3: sends what is due, each cause once a person; the server has one for each scope.
///
/// Nothing waits inside. At every step the caller works out from the state which occasions hold,
/// so what was cancelled, moved, completed or reassigned is simply no longer among them, and what
/// quiet hours held back goes out at the first step after them if it still is (NOT-2).
public struct Notifier: ~Copyable {
  private var sent = FlatArray<NotificationDelivery>()
  /// By cause and recipient, where in `sent` it went out last; `.max` of what is not to go out.
  private var settled = IndexedTable<UInt32>()
  private var steppedAt: Instant?
  /// NOT-2: whether something that is due waits for quiet hours or for the end of a snooze.
  public private(set) var holdsBack = false

  public init() {}

  /// NOT-3: the history: what was sent, oldest first, also along with others.
  public var sentCount: Int { sent.count }

  public func delivery(_ index: Int) -> NotificationDelivery { sent[index] }

  private static func key(_ cause: NotificationCause, _ recipient: MemberHandle) -> RowKey {
    let digest = Digest128.mix(
      UInt64(cause.kind.rawValue) << 32 | UInt64(cause.subject.index) << 16
        | UInt64(recipient.index), cause.entity.raw, cause.detail, 0)
    return RowKey(digest.first, digest.second)
  }

  /// Sends what is due of the occasions that hold now. `zone` says where a recipient is.
  ///
  /// Of one step's similar notifications to one person, by the same channels, the first goes out
  /// and tells how many others there are; all of them count as sent.
  public mutating func step(
    at now: Instant, occasions: [NotificationTrigger], on state: borrowing ScopeState,
    zone: (MemberHandle) -> Zone
  ) -> [NotificationDelivery] {
    var out: [NotificationDelivery] = []
    var settings: [NotificationSettings?] = Array(repeating: nil, count: state.memberCount)
    holdsBack = false
    // Most of them lie ahead, or went out before, and need no order.
    let due = occasions.filter {
      $0.due <= now && now < $0.expires && isOpen($0, on: state, now: now)
    }
    for occasion in due.sorted(by: Self.precedes) {
      let recipient = occasion.recipient
      let key = Self.key(occasion.cause, recipient)
      // Of the same occasion twice the first is what goes out.
      guard isOpen(occasion, on: state, now: now) else { continue }
      let own = settings[Int(recipient.index)] ?? state.notificationSettings(of: recipient)
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

  /// NOT-2: **decided**: what comes due while its kind is switched off is not sent later either,
  /// or who switches a kind on would hear of all that there ever was. For the same reason nobody
  /// is told what others had achieved, or changed in the plan, before they came.
  private func isOld(_ occasion: NotificationTrigger, on state: borrowing ScopeState) -> Bool {
    guard let steppedAt else { return false }
    let kind = occasion.cause.kind
    guard kind.theme == .goal || kind == .change else { return false }
    return steppedAt < state.member(occasion.recipient).activeSince
  }

  /// NOT-3: whether something was not sent yet, or was put off after it was sent, until now.
  private mutating func isOpen(
    _ occasion: NotificationTrigger, on state: borrowing ScopeState, now: Instant
  ) -> Bool {
    let (cause, recipient) = (occasion.cause, occasion.recipient)
    let end = state.snoozedUntil(cause, of: recipient)
    if end > now { holdsBack = true }
    guard end <= now, state.exclusion(of: recipient, now: now) == nil else { return false }
    guard let last = settled.row(of: Self.key(cause, recipient)) else { return true }
    return last != .max && sent[Int(last)].at < end
  }

  /// NOT-4: what to do about a push that did not arrive: what is critical goes out as a text
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

  /// An order that does not depend on how the occasions were worked out.
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

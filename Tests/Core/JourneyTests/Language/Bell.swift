import Base
import Chronology
import DomainCore
import SyncCore
import Testing

/// The notifications that the server sends to phones, recorded in the trace as they go out.
final class Bell {
  let household: Household
  private var notifier = Notifier()
  /// How many notifications each member got, whatever each was about.
  private var counts: [MemberHandle: Int] = [:]

  private var stage: Stage { household.stage }

  init(of household: Household) {
    self.household = household
  }

  /// Sends the notifications that are due now.
  func rings() {
    let zone = stage.zone
    let scope = Int(household.scope)
    let occasions = NotificationPlanner.occasions(
      in: stage.server.scopes[scope].state, now: stage.now, zone: { _ in zone })
    let before = notifier.sentCount
    let deliveries = notifier.step(
      at: stage.now, occasions: occasions, on: stage.server.scopes[scope].state,
      zone: { _ in zone })
    let sent = (before..<notifier.sentCount).map { notifier.delivery($0) }
    for delivery in deliveries {
      counts[delivery.recipient, default: 0] += 1
      let similar = sent.filter {
        $0.recipient == delivery.recipient && $0.cause.kind.theme == delivery.cause.kind.theme
          && $0.channels == delivery.channels
      }
      stage.record(
        household.name(delivery.recipient), "is notified: \(words(similar.map(\.cause)))")
    }
  }

  /// Advances the clock to a wall time and sends, minute by minute, the notifications that become
  /// due.
  func rings(until time: String) {
    let start = stage.now
    stage.at(time)
    let end = stage.now
    stage.now = start
    while stage.now < end {
      stage.passes(Span.minute)
      rings()
    }
  }

  /// Records how many notifications of some kinds a member got so far, and compares it with the
  /// expectation.
  func showsHistory(
    _ kinds: [NotificationKind], of name: String, _ expected: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    let shown = kinds.map { "\($0) \(history($0, to: name))" }.joined(separator: ", ")
    stage.record(name, "was sent so far: \(shown)")
    #expect(shown == expected, "what \(name) was sent", sourceLocation: location)
  }

  /// Records how many notifications a member got so far, and compares it with the expectation.
  func showsCount(
    of name: String, _ expected: Int, at location: SourceLocation = #_sourceLocation
  ) {
    let shown = counts[household.handle(name), default: 0]
    stage.record(name, "was notified so far: \(shown == 1 ? "once" : "\(shown) times")")
    #expect(shown == expected, "what \(name) got", sourceLocation: location)
  }

  /// The number of notifications of a kind to a member, also combined with others.
  private func history(_ kind: NotificationKind, to recipient: String) -> Int {
    (0..<notifier.sentCount).map { notifier.delivery($0) }
      .filter { $0.cause.kind == kind && $0.recipient == household.handle(recipient) }.count
  }

  /// The text on the lock screen: one, however many causes it has.
  private func words(_ causes: [NotificationCause]) -> String {
    var texts: [String] = []
    for cause in causes.map(words) where !texts.contains(cause) { texts.append(cause) }
    // Effects of an action and the rides of a driver are listed; the rest is counted.
    let isListed = [.goal, .duty].contains(causes[0].kind.theme)
    if isListed || causes.count == 1 { return texts.joined(separator: "; ") }
    return "\(texts[0]) (and \(causes.count - 1) more)"
  }

  private func words(_ cause: NotificationCause) -> String {
    let who = household.name(cause.subject)
    switch cause.kind {
    case .schedule: return reminder(cause)
    case .change: return cause.detail >> 22 & 1 == 1 ? "cancelled" : "moved"
    case .coverage: return "\(who) asks for another driver"
    case .recommendation: return "\(who): today's recommendation"
    case .meal: return "\(who): no \(MealKind(rawValue: UInt8(cause.detail & 3))!) yet"
    case .hydration: return "\(who): time to drink"
    case .checkIn: return "how do you feel today?"
    case .academic: return "\(who): something is due at school"
    case .goal:
      return cause.detail == 0 ? "\(who) has completed a goal" : "\(who) is past a milestone"
    case .trophy: return "\(who) has earned \(prize(cause.detail))"
    case .level: return "\(who) is \(Level(rawValue: UInt8(cause.detail))!) now"
    case .streak: return "\(who): don't break the streak"
    case .conflict: return "there is a conflict in the calendar"
    case .unassignedDuty: return "a ride has no driver yet"
    case .weeklySummary: return "the week in short"
    case .nutritionSummary: return "what was eaten today"
    case .dailyDigest: return "what today brings"
    case .weeklyReport: return "the week before"
    case .monthlyReport: return "the month before"
    case .duty: return handover(cause.dutyChange!.duty, isGiven: cause.dutyChange!.isGiven)
    }
  }

  private func reminder(_ cause: NotificationCause) -> String {
    let made = stage.server.scopes[Int(household.scope)].state.schedule
      .trainingClass(cause.entity)
    let who = made.map { $0.participants.map { household.name($0) } } ?? []
    let start = Instant(milliseconds: Int64(cause.detail >> 16) * Span.minute)
    return "\(who.joined(separator: " and "))'s class at \(stage.zone.timeText(at: start)), "
      + "in \(cause.detail & 0xFFFF) minutes"
  }

  private func handover(_ duty: Duty, isGiven: Bool) -> String {
    let scope = Int(household.scope)
    let way = household.way(duty, stage.server.scopes[scope].state)
    let drive = "\(way) on \(duty.occurrence.day)"
    if isGiven { return "you drive \(drive)" }
    let driver = stage.server.scopes[scope].state.occurrence(duty.occurrence, now: stage.now)?[
      duty.kind
    ].driver
    return "\(household.name(driver)) drives \(drive), you no longer"
  }

  private func prize(_ detail: UInt64) -> String {
    let number = UInt8(truncatingIfNeeded: detail)
    guard detail >> 8 != 0 else { return Badge(rawValue: number)!.title }
    return "a \(TrophyTier(rawValue: number)!) trophy"
  }
}

extension Command {
  /// The kinds of notification that a parent switches off.
  static func mute(_ kinds: [NotificationKind], of member: MemberHandle) -> [Command] {
    kinds.map { setNotificationChannels([], for: $0, of: member) }
  }
}

import Base
import Chronology
import DomainCore
import SyncCore
import Testing

/// What the server sends to people's phones, told in the trace as it goes out.
final class Bell {
  let household: Household
  private var notifier = Notifier()
  /// How many notifications each member got, whatever each stood for.
  private var counts: [MemberHandle: Int] = [:]

  private var stage: Stage { household.stage }

  init(of household: Household) {
    self.household = household
  }

  /// Sends what is due now.
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
      stage.tell(
        household.name(delivery.recipient), "is notified: \(words(similar.map(\.cause)))")
    }
  }

  /// Lets the clock go on to a wall time and sends, minute by minute, what becomes due.
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

  /// Writes down how much of some kinds somebody was sent so far, and expects it to be so.
  func showsHistory(
    _ kinds: [NotificationKind], of name: String, _ expected: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    let shown = kinds.map { "\($0) \(history($0, to: name))" }.joined(separator: ", ")
    stage.tell(name, "was sent so far: \(shown)")
    #expect(shown == expected, "what \(name) was sent", sourceLocation: location)
  }

  /// Writes down how many notifications somebody got so far, and expects it to be so many.
  func showsCount(
    of name: String, _ expected: Int, at location: SourceLocation = #_sourceLocation
  ) {
    let shown = counts[household.handle(name), default: 0]
    stage.tell(name, "was notified so far: \(shown == 1 ? "once" : "\(shown) times")")
    #expect(shown == expected, "what \(name) got", sourceLocation: location)
  }

  /// What was ever sent to somebody of a kind, also along with others.
  private func history(_ kind: NotificationKind, to recipient: String) -> Int {
    (0..<notifier.sentCount).map { notifier.delivery($0) }
      .filter { $0.cause.kind == kind && $0.recipient == household.handle(recipient) }.count
  }

  /// What is on the lock screen: one text, however many it stands for.
  private func words(_ causes: [NotificationCause]) -> String {
    var texts: [String] = []
    for cause in causes.map(words) where !texts.contains(cause) { texts.append(cause) }
    // What a deed brought about and what somebody drives is listed; the rest is counted.
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
    case .unassignedDuty: return "nobody drives yet"
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
  /// The kinds of notification that a parent does not want to hear of.
  static func mute(_ kinds: [NotificationKind], of member: MemberHandle) -> [Command] {
    kinds.map { setNotificationChannels([], for: $0, of: member) }
  }
}

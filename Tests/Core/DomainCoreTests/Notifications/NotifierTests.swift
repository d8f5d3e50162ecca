import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("NOT-3: each cause notifies a person once")
struct NotifierTests {
  private static let parent = TestFamily.parent
  private static let start = TestFamily.noon(0)
  private let practice = NotificationCause(
    .schedule, about: TestFamily.child, entity: Entity(site: 1, sequence: 5), detail: 30)

  private func occasion(
    _ cause: NotificationCause, to recipient: MemberHandle = parent, after minutes: Int64 = 0,
    lasting length: Int64 = 30
  ) -> NotificationTrigger {
    let due = Self.start + minutes * Span.minute
    return NotificationTrigger(
      cause, to: recipient, due: due, expires: due + length * Span.minute)
  }

  /// A notifier's step at a minute after the start.
  private func step(
    _ notifier: inout Notifier, _ minute: Int64, _ occasions: [NotificationTrigger],
    in family: TestFamily
  ) -> [NotificationDelivery] {
    notifier.step(
      at: Self.start + minute * Span.minute, occasions: occasions, on: family.state
    ) { _ in .utc }
  }

  @Test("NOT-3: a notification is sent once, when it is due, and never again")
  func once() {
    let family = TestFamily()
    var notifier = Notifier()
    let list = [occasion(practice, after: 10)]
    #expect(step(&notifier, 9, list, in: family) == [])
    let sent = step(&notifier, 10, list, in: family)
    #expect(sent.map(\.cause) == [practice])
    #expect(sent[0].channels == [.push, .inApp])
    // Computed again, by any device or server, it is the same cause.
    #expect(step(&notifier, 11, list + list, in: family) == [])
    #expect(notifier.sentCount == 1)
  }

  @Test("NOT-3: an event canceled, moved, completed or reassigned before is not sent")
  func ended() {
    let family = TestFamily()
    var notifier = Notifier()
    #expect(step(&notifier, 9, [occasion(practice, after: 10)], in: family) == [])
    #expect(step(&notifier, 10, [], in: family) == [])
    #expect(step(&notifier, 40, [occasion(practice, after: 10)], in: family) == [], "too late")
    #expect(notifier.sentCount == 0)
  }

  @Test("NOT-2: quiet hours delay a notification to their end, or drop what no longer holds")
  func heldAndDropped() {
    let family = TestFamily()
    family.submit(
      .setQuietHours(QuietHours(from: 12 * 60, until: 13 * 60), of: Self.parent))
    var notifier = Notifier()
    let long = occasion(practice, after: 5, lasting: 120)
    var short = occasion(practice, after: 5, lasting: 54)
    short.cause.detail = 60
    #expect(step(&notifier, 5, [long, short], in: family) == [])
    #expect(step(&notifier, 59, [long, short], in: family) == [])
    #expect(step(&notifier, 60, [long, short], in: family).map(\.cause) == [practice])
  }

  @Test("NOT-2: do not disturb delays until its end, and a snooze only its own cause")
  func silenceAndSnooze() {
    let family = TestFamily()
    var notifier = Notifier()
    var other = occasion(practice, lasting: 500)
    other.cause.detail = 60
    let list = [occasion(practice, lasting: 500), other]
    family.submit(
      .setDoNotDisturb(until: Self.start + 20 * Span.minute, of: Self.parent))
    family.submit(
      .snooze(practice, until: Self.start + 40 * Span.minute, of: Self.parent))
    #expect(step(&notifier, 19, list, in: family) == [])
    #expect(step(&notifier, 20, list, in: family).map(\.cause.detail) == [60])
    #expect(step(&notifier, 39, list, in: family) == [])
    #expect(step(&notifier, 40, list, in: family).map(\.cause.detail) == [30])
  }

  @Test("NOT-3: a snoozed notification is sent again, once, if it still holds")
  func putOff() {
    let family = TestFamily()
    var notifier = Notifier()
    let list = [occasion(practice, lasting: 60)]
    #expect(step(&notifier, 0, list, in: family).count == 1)
    family.submit(.snooze(practice, until: Self.start + 20 * Span.minute, of: Self.parent))
    #expect(step(&notifier, 19, list, in: family) == [])
    #expect(step(&notifier, 20, list, in: family).map(\.cause) == [practice])
    #expect(step(&notifier, 21, list, in: family) == [])
    #expect(notifier.sentCount == 2)
    family.submit(.snooze(practice, until: Self.start + 50 * Span.minute, of: Self.parent))
    #expect(step(&notifier, 50, [], in: family) == [], "it is over")
  }

  @Test("NOT-2: a notification due while its kind was switched off is not sent later")
  func switchedOnLater() {
    let family = TestFamily()
    var notifier = Notifier()
    let list = [occasion(practice, lasting: 60)]
    family.submit(.setNotificationChannels([], for: .schedule, of: Self.parent))
    #expect(step(&notifier, 0, list, in: family) == [])
    family.submit(.setNotificationChannels([.email], for: .schedule, of: Self.parent))
    #expect(step(&notifier, 1, list, in: family) == [])
  }

  @Test("NOT-3: a goal, its badge and the level that its points reach are one notification")
  func oneAction() {
    let family = TestFamily()
    let list = [NotificationKind.level, .trophy, .goal, .streak].map {
      occasion(NotificationCause($0, about: TestFamily.child))
    }
    var notifier = Notifier()
    let sent = step(&notifier, 0, list, in: family)
    #expect(sent.map(\.cause.kind) == [.goal, .streak])
    #expect(sent.map(\.others) == [2, 0])
    // A person who wants badges by e-mail gets them there, and the rest as before.
    family.submit(.setNotificationChannels([.email], for: .trophy, of: Self.parent))
    var other = Notifier()
    let apart = step(&other, 0, list, in: family)
    #expect(apart.map(\.cause.kind) == [.goal, .trophy, .streak])
    #expect(apart.map(\.others) == [1, 0, 0])
  }

  @Test("NOT-2: a kind that is switched off is not sent, and roles have their defaults")
  func switchedOff() {
    let family = TestFamily()
    family.submit(.setNotificationChannels([], for: .schedule, of: Self.parent))
    var notifier = Notifier()
    let list = [
      occasion(practice), occasion(practice, to: TestFamily.child),
      occasion(practice, to: TestFamily.observer),
    ]
    #expect(step(&notifier, 0, list, in: family).map(\.recipient) == [TestFamily.observer])
  }

  @Test("NOT-3: similar notifications go out as one with the number of the others")
  func grouped() {
    let family = TestFamily()
    var notifier = Notifier()
    var list: [NotificationTrigger] = []
    for number in 0..<3 {
      var next = occasion(practice)
      next.cause.detail = UInt64(number)
      list.append(next)
    }
    list.append(occasion(NotificationCause(.goal, about: TestFamily.child)))
    let sent = step(&notifier, 0, list, in: family)
    #expect(sent.map(\.others) == [2, 0])
    #expect(notifier.sentCount == 4)
    let repeated = step(&notifier, 1, list, in: family)
    #expect(repeated == [])
  }

  @Test("NOT-4: only a critical push that fails goes out as a text message, once")
  func fallback() throws {
    let family = TestFamily()
    var notifier = Notifier()
    let duty = NotificationCause(.unassignedDuty, about: TestFamily.child, detail: 1)
    let sent = step(&notifier, 0, [occasion(duty), occasion(practice)], in: family)
    let push = try #require(sent.first { $0.cause == duty })
    let plain = try #require(sent.first { $0.cause == practice })
    let message = notifier.pushFailed(push, at: Self.start)
    #expect(message?.channels == .sms)
    let again = notifier.pushFailed(push, at: Self.start)
    #expect(again == nil)
    let lost = notifier.pushFailed(plain, at: Self.start)
    #expect(lost == nil)
    #expect(step(&notifier, 1, [occasion(duty)], in: family) == [])
    #expect(notifier.sentCount == 2)
  }

  @Test(
    "NOT-4: only unassigned duties, conflicts and one's own duties are critical",
    arguments: NotificationKind.allCases)
  func critical(kind: NotificationKind) throws {
    let family = TestFamily()
    for other in NotificationKind.allCases {
      family.submit(
        .setNotificationChannels([.push], for: other, of: TestFamily.parent))
    }
    var notifier = Notifier()
    let sent = step(
      &notifier, 0, [occasion(NotificationCause(kind, about: TestFamily.child))], in: family)
    let message = notifier.pushFailed(try #require(sent.first), at: Self.start)
    let isCritical = [.unassignedDuty, .conflict, .duty].contains(kind)
    #expect(message?.channels == (isCritical ? .sms : nil))
  }

  @Test("NOT-3: a removed member receives no notification")
  func removed() {
    let family = TestFamily()
    family.state.shared.members[Int(TestFamily.observer.index)].isActive = false
    var notifier = Notifier()
    let list = [occasion(practice, to: TestFamily.observer)]
    #expect(step(&notifier, 0, list, in: family) == [])
  }

  @Test("NOT-3, FAM-5: a child with a closed account receives no notification")
  func closed() {
    let family = TestFamily()
    var notifier = Notifier()
    let list = [occasion(NotificationCause(.goal, about: TestFamily.child), to: TestFamily.child)]
    family.submit(.setConsent(for: TestFamily.child, given: false))
    #expect(step(&notifier, 0, list, in: family) == [])
    var other = Notifier()
    #expect(step(&other, 0, list, in: TestFamily()).count == 1)
  }

  @Test(
    "NOT-1, NOT-2, NOT-3: the minute of each notification is that of the model",
    arguments: 0..<8)
  func random(seed: UInt64) {
    var dice = Dice(seed: 500 + seed)
    for _ in 0..<75 {
      let plan = NotificationModel(dice: &dice)
      let family = TestFamily()
      var notifier = Notifier()
      var sent: [NotificationModel.Sent] = []
      for minute in stride(from: 0, to: plan.minutes, by: plan.stride) {
        for change in plan.changes where change.minute == minute { family.submit(change.command) }
        let list = plan.occasions(at: minute)
        let zone = plan.zone(at: minute)
        let step = notifier.step(
          at: NotificationModel.instant(minute), occasions: list, on: family.state
        ) { _ in zone }
        sent +=
          (notifier.sentCount - sent.count == 0)
          ? []
          : (sent.count..<notifier.sentCount).map {
            NotificationModel.Sent(detail: Int(notifier.delivery($0).cause.detail), minute: minute)
          }
        let total = step.reduce(0) { $0 + 1 + Int($1.others) }
        #expect(total == sent.filter { $0.minute == minute }.count)
      }
      #expect(sent.sorted() == plan.expected().sorted())
    }
  }
}

import Base
import Chronology
import SyncCore
import Testing

@testable import DomainCore
@testable import Properties

@Suite("P24, notifications, is seen to fail")
struct NotificationsTests {
  let world = WatchedWorld()
  let parent = WatchedWorld.parent

  private func tells(
    _ cause: NotificationCause, to recipient: MemberHandle = WatchedWorld.parent,
    _ channels: NotificationChannels = .push, after minutes: Int64 = 0
  ) {
    let delivery = Delivery(
      cause: cause, recipient: recipient, channels: channels,
      at: world.now + minutes * Span.minute)
    world.watch.notified(
      delivery, scope: world.scope, in: .utc, on: world.server, at: world.now)
  }

  private var checkIn: NotificationCause {
    NotificationCause(.checkIn, about: parent, detail: UInt64(world.today.number))
  }

  @Test("when somebody is told of one cause twice, but not when they have put it off")
  func twice() {
    tells(checkIn)
    #expect(world.reports == [])
    let until = world.now + 10 * Span.minute
    world.does(0, .snooze(checkIn, until: until, of: parent))
    world.exchangeAll()
    tells(checkIn, after: 20)
    #expect(world.reports == [])
    tells(checkIn, after: 30)
    #expect(world.reports == ["somebody was told of one cause twice"])
  }

  @Test("when a cause has ended before")
  func ended() {
    world.does(0, .checkIn(for: parent, WellnessScore(mental: 5, physical: 5)))
    let goal = world.does(
      0,
      .createGoal(
        for: parent,
        GoalCreation(
          .skill, title: TextHandle(5), target: 3, unit: .empty, from: world.today,
          through: world.today.adding(days: 9), priority: .low)))
    let habit = world.creates()
    world.completes(habit)
    world.exchangeAll()
    tells(checkIn)
    tells(NotificationCause(.goal, about: parent, entity: goal.fact.identity))
    let day = UInt64(world.today.number)
    tells(NotificationCause(.streak, about: parent, entity: habit, detail: day))
    tells(NotificationCause(.schedule, about: .newcomer, entity: habit, detail: 1 << 16))
    let ended = "somebody was told of a cause that had ended"
    #expect(world.reports == [ended, ended, ended, ended])
  }

  @Test("when it goes to who is out, in quiet hours, or by what is switched off")
  func settings() {
    tells(checkIn, .sms)
    world.does(0, .setQuietHours(QuietHours(from: 420, until: 540), of: parent))
    world.exchangeAll()
    tells(NotificationCause(.checkIn, about: parent, detail: UInt64(world.today.number + 1)))
    world.does(0, .removeMember(WatchedWorld.child))
    world.exchangeAll()
    tells(checkIn, to: WatchedWorld.child)
    #expect(
      world.reports == [
        "somebody was told of something that they had switched off",
        "somebody was told of something in quiet hours",
        "somebody was told of something who is out",
      ])
  }
}

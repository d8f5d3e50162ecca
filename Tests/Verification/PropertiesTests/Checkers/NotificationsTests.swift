import Base
import Chronology
import SyncCore
import TestKit
import Testing

@testable import DomainCore
@testable import Properties

@Suite("Violations of P24, notifications")
struct NotificationsTests {
  let world = MonitoredWorld()
  let parent = MonitoredWorld.parent

  private func tells(
    _ cause: NotificationCause, to recipient: MemberHandle = MonitoredWorld.parent,
    _ channels: NotificationChannels = .push, after minutes: Int64 = 0
  ) {
    let delivery = NotificationDelivery(
      cause: cause, recipient: recipient, channels: channels,
      at: world.now + minutes * Span.minute)
    world.monitor.notified(
      delivery, scope: world.scope, in: .utc, on: world.server, at: world.now)
  }

  private var checkIn: NotificationCause {
    NotificationCause(.checkIn, about: parent, detail: UInt64(world.today.number))
  }

  @Test("NOT-5: a push to another person's phone, or to none of one's own, is detected")
  func phones() {
    func pushes(_ phones: [UInt64], _ own: [UInt64]) {
      world.monitor.pushed(to: phones, of: world.scope, signedInOn: own, at: world.now)
    }
    pushes([3, 2], [2, 3])
    pushes([], [])
    #expect(world.reports == [])
    pushes([3], [2])
    #expect(world.reports == ["a push went to a phone on which another person was signed in"])
    pushes([2], [2, 3])
    #expect(
      world.reports.last == "a push did not go to exactly the phones that a person is signed in on")
  }

  @Test("a second notification of one cause is detected, unless it was snoozed")
  func twice() {
    tells(checkIn)
    #expect(world.reports == [])
    let until = world.now + 10 * Span.minute
    world.does(0, .snooze(checkIn, until: until, of: parent))
    world.exchangeAll()
    tells(checkIn, after: 20)
    #expect(world.reports == [])
    tells(checkIn, after: 30)
    #expect(world.reports == ["a person was notified of one cause twice"])
  }

  @Test("NOT-2: notifying a new member of earlier events is detected")
  func old() {
    let child = MonitoredWorld.child
    let badges = [1, 2].map { NotificationCause(.trophy, about: child, detail: $0) }
    tells(badges[0])
    world.monitor.notificationsAreSent(
      scope: world.scope, in: .utc, on: world.server, at: world.now + Span.minute)
    world.server.scopes[0].state.shared.members[1].activeSince = world.now + 2 * Span.minute
    tells(badges[1], to: child, after: 3)
    #expect(world.reports == [])
    tells(badges[0], to: child, after: 3)
    #expect(world.reports == ["a person was notified of something from before they joined"])
  }

  @Test("NOT-3: a snoozed badge that is not repeated is detected")
  func putOff() {
    let bonus = world.does(0, .awardBonus(to: MonitoredWorld.child, 100))
    let badge = NotificationCause(
      .trophy, about: MonitoredWorld.child, detail: UInt64(Badge.centuryClub.rawValue))
    tells(badge, after: 1)
    world.does(0, .snooze(badge, until: world.now + 10 * Span.minute, of: parent))
    world.exchangeAll()
    func look(_ minutes: Int64) {
      world.monitor.notificationsAreSent(
        scope: world.scope, in: .utc, on: world.server, at: world.now + minutes * Span.minute)
    }
    look(9)
    #expect(world.reports == [])
    look(10)
    #expect(world.reports == ["a person was not reminded again of what they had snoozed"])
    tells(badge, after: 11)
    look(12)
    #expect(world.reports.count == 1)
    world.does(0, .revokeBonus(bonus.fact.identity, of: MonitoredWorld.child))
    world.exchangeAll()
    look(13)
    #expect(world.reports.count == 1)
  }

  @Test("a notification of a cause that has ended is detected")
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
    let ended = "a person was notified of a cause that had ended"
    #expect(world.reports == [ended, ended, ended, ended])
  }

  @Test("a notification to a former member, in quiet hours, or of a kind switched off is detected")
  func settings() {
    tells(checkIn, .sms)
    world.does(0, .setQuietHours(QuietHours(from: 420, until: 540), of: parent))
    world.exchangeAll()
    tells(NotificationCause(.checkIn, about: parent, detail: UInt64(world.today.number + 1)))
    world.does(0, .removeMember(MonitoredWorld.child))
    world.exchangeAll()
    tells(checkIn, to: MonitoredWorld.child)
    #expect(
      world.reports == [
        "a person was notified of a kind that they had switched off",
        "a person was notified in quiet hours",
        "a person was notified after they had left",
      ])
  }

  private let over = "a person was notified of a cause that had ended"

  @Test("HAB-4: a streak warning for an archived habit is detected")
  func archived() {
    let habits = [world.creates(), world.creates(name: 2)]
    world.does(0, .archiveHabit(habits[1], of: parent, true))
    world.exchangeAll()
    for habit in habits {
      let slot = world.server.scopes[0].state.slot(of: habit)!
      for day in 0..<3 { world.server.scopes[0].state.habits.doneDays.set(slot, day, true) }
      let today = UInt64(world.today.number + 3)
      tells(NotificationCause(.streak, about: parent, entity: habit, detail: today))
      #expect(world.reports == (habit == habits[0] ? [] : [over, over]))
      // Two days are not worth a word.
      tells(NotificationCause(.streak, about: parent, entity: habit, detail: today - 1))
    }
    #expect(world.reports == [over, over, over])
  }

  @Test("ACA-1: a due date in a deleted course is detected")
  func deadlines() {
    var items: [Entity] = []
    var courses: [Entity] = []
    for _ in 0..<2 {
      let course = world.does(0, .createCourse(for: parent, name: TextHandle(3)))
      courses.append(course.fact.identity)
      let draft = AcademicItemDraft(
        .assignment, title: TextHandle(4), course: courses.last!,
        due: DueTime(day: world.today, minuteOfDay: 600))
      items.append(world.does(0, .createAcademicItem(for: parent, draft)).fact.identity)
    }
    world.does(0, .deleteCourse(courses[1], of: parent))
    world.exchangeAll()
    let detail = UInt64(world.today.number) << 1 | 1
    tells(NotificationCause(.academic, about: parent, entity: items[0], detail: detail))
    #expect(world.reports == [])
    tells(NotificationCause(.academic, about: parent, entity: items[1], detail: detail))
    #expect(world.reports == [over])
  }

  /// A practice of the child at ten.
  private func planned() -> Operation {
    let child = MonitoredWorld.child
    let season = Season(first: world.today, last: world.today.adding(days: 60))
    let sport = world.does(
      0, .createSport(for: child, SportCreation(name: TextHandle(7), season: season)))
    let start = ClassStart(day: world.today, minute: 600, zone: .utc)
    return world.does(
      0,
      .createClass(
        for: child,
        ClassCreation(
          sport: sport.fact.identity, type: .practice, start: start, durationMinutes: 60)))
  }

  @Test("SCH-5: a ride to a canceled class is detected")
  func cancelled() {
    let practice = OccurrenceID(planned().fact.identity, world.today)
    let duty = Duty(.dropOff, of: practice)
    world.does(0, .claim(duty, by: parent))
    world.exchangeAll()
    tells(NotificationCause(duty, given: true, to: parent, change: 1))
    #expect(world.reports == [])
    world.does(0, .cancelOccurrence(practice, true))
    world.exchangeAll()
    tells(NotificationCause(duty, given: true, to: parent, change: 2))
    #expect(world.reports == [over])
  }

  @Test("NOT-1, NOT-7: a parent who is not reminded as often as configured is detected")
  func reminders() {
    let made = planned()
    world.does(0, .setLeadMinutes(SIMD4(90, 15, 0, 0), of: parent))
    world.exchangeAll()
    let begins = world.today.at(hour: 10)
    func look(_ minutes: Int64) {
      world.monitor.notificationsAreSent(
        scope: world.scope, in: .utc, on: world.server, at: begins - minutes * Span.minute)
    }
    look(91)
    #expect(world.reports == [])
    look(90)
    #expect(world.reports == ["a person was not reminded of a class"])
    for lead in [90, 15] as [UInt64] {
      let minute = UInt64(begins.milliseconds / Span.minute)
      tells(
        NotificationCause(
          .schedule, about: .newcomer, entity: made.fact.identity, detail: minute << 16 | lead))
      look(16)
      #expect(world.reports.count == (lead == 90 ? 1 : 2))
      if lead == 90 {
        look(15)
        #expect(world.reports.count == 2)
      }
    }
    look(15)
    #expect(world.reports.count == 2)
  }
}

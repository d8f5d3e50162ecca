import ShakeoutCore
import Testing

@Suite("The reminders of an app")
struct ReminderTests {
  /// Ada's phone, with Max's judo tomorrow at half past four in the afternoon.
  private struct Judo: ~Copyable {
    var family: KitchenFamily
    let practice: OccurrenceKey
    let starts: Instant

    init() throws {
      var family = try KitchenFamily()
      let today = family.ada.today
      let sport = try family.ada.perform(
        .createSport("Judo", for: family.max, season: today...today.adding(days: 90)))
      let judo = try family.ada.perform(
        .createClass(of: sport, for: family.max, on: today.adding(days: 1), hour: 16, minute: 30))
      practice = OccurrenceKey(judo, on: today.adding(days: 1))
      starts = Instant("2026-03-11T15:30:00Z")!
      // Half an hour before it begins.
      family.kitchen.pass(hours: 24)
      self.family = family
    }

    var classes: [Reminder] { family.ada.reminders.filter { $0.kind == .schedule } }
  }

  @Test("NOT-1: precede a class by half an hour, or by the configured time")
  func lead() throws {
    var judo = try Judo()
    let starts = judo.starts
    let usual = judo.classes.map(\.due)
    #expect(usual == [starts - 30 * 60_000])
    let own = judo.family.ada.person
    try judo.family.ada.perform(.remind(own, minutesBefore: [60, 10]))
    let early = judo.classes.map(\.due)
    #expect(early == [starts - 60 * 60_000, starts - 10 * 60_000])
    for wrong in [[0], [10_081], [-5], [1, 2, 3, 4, 5], [.max]] {
      #expect(throws: Refusal.notificationSettingUnknown) {
        try judo.family.ada.perform(.remind(own, minutesBefore: wrong))
      }
    }
  }

  @Test("NOT-3: omit cancelled classes, and snoozed ones come later")
  func cancelled() throws {
    var judo = try Judo()
    let shown = judo.classes
    let first = try #require(shown.first)
    let later = first.due + 5 * 60_000
    try judo.family.ada.perform(.snooze(first, until: later))
    let putOff = judo.classes.map(\.due)
    #expect(putOff == [later])
    try judo.family.ada.perform(.cancel(judo.practice))
    let cancelled = judo.classes.map(\.due)
    #expect(cancelled == [])
  }

  @Test("NOT-8: name the occurrence, child, place and driver, with an identity that stays")
  func about() throws {
    var judo = try Judo()
    try judo.family.ada.perform(.claim(.pickUp, of: judo.practice))
    let shown = judo.classes
    let reminder = try #require(shown.first)
    #expect(reminder.about.occurrence == judo.practice)
    #expect(reminder.about.title == "Judo" && reminder.about.start == judo.starts)
    #expect(reminder.about.people == [judo.family.max])
    #expect(reminder.about.pickUp == judo.family.ada.person && reminder.about.dropOff == nil)
    let unassigned = judo.family.ada.reminders.filter { $0.kind == .unassignedDuty }
    #expect(unassigned.map(\.about.occurrence) == [judo.practice])
    #expect(unassigned.map(\.about.duty) == [.dropOff])
    judo.family.kitchen.pass(minutes: 7)
    let later = judo.family.ada.reminders.filter {
      $0.kind == .unassignedDuty || $0.kind == .schedule
    }
    #expect(Set(later.map(\.id)) == Set((shown + unassigned).map(\.id)))
    #expect(Set(later.map(\.due)) == Set((shown + unassigned).map(\.due)))
  }

  @Test("NOT-8: what is ahead is known ahead, and is the same when it comes")
  func ahead() throws {
    var family = try KitchenFamily()
    let today = family.ada.today
    let sport = try family.ada.perform(
      .createSport("Judo", for: family.max, season: today...today.adding(days: 90)))
    let judo = try family.ada.perform(
      .createClass(of: sport, for: family.max, on: today.adding(days: 3), hour: 16, minute: 30))
    let end = family.ada.now + 7 * 86_400_000
    let planned = family.ada.reminders(until: end)
    let practice = planned.filter { $0.kind == .schedule }
    #expect(practice.map(\.about.occurrence) == [OccurrenceKey(judo, on: today.adding(days: 3))])
    #expect(planned.contains { $0.kind == .checkIn && $0.due > family.ada.now + 86_400_000 })
    #expect(Set(planned.map(\.id)).count == planned.count)
    for _ in 0..<24 * 6 {
      family.kitchen.pass(hours: 1)
      let now = family.ada.now
      for reminder in family.ada.reminders
      where reminder.due == now && [.schedule, .checkIn, .meal].contains(reminder.kind) {
        #expect(planned.contains { $0.id == reminder.id && $0.due == reminder.due })
      }
    }
  }

  @Test("NOT-8: a completed goal is announced for a week, and not for good")
  func completedGoal() throws {
    var family = try KitchenFamily()
    let today = family.ada.today
    let goal = try family.ada.perform(
      .createGoal(
        "Ten", for: family.max, .skill, reaching: 10, term: today...today.adding(days: 60)))
    try family.ada.perform(.complete(goal))
    func told() -> [Reminder] { family.ada.reminders.filter { $0.about.goal == goal } }
    #expect(told().map(\.about.title) == ["Ten"])
    let due = told().map(\.due)
    family.kitchen.pass(hours: 6 * 24)
    #expect(told().map(\.due) == due)
    family.kitchen.pass(hours: 3 * 24)
    #expect(told().isEmpty)
    #expect(family.ada.reminders.allSatisfy { $0.kind != .level && $0.kind != .trophy })
  }

  @Test("NOT-2: have no channel in quiet hours, nor when switched off")
  func quiet() throws {
    var judo = try Judo()
    let own = judo.family.ada.person
    let loud = judo.classes.map(\.channels)
    #expect(loud == [[.push, .inApp]])
    try judo.family.ada.perform(.setQuietHours(of: own, from: 15 * 60, until: 17 * 60))
    let quiet = judo.classes.map(\.channels)
    #expect(quiet == [[]])
    try judo.family.ada.perform(.endQuietHours(of: own))
    try judo.family.ada.perform(.notify(own, of: .schedule, by: [.email]))
    let mailed = judo.classes.map(\.channels)
    #expect(mailed == [[.email]])
    try judo.family.ada.perform(.notify(own, of: .schedule, by: []))
    let off = judo.classes.map(\.channels)
    #expect(off == [[]])
    #expect(throws: Refusal.notificationSettingUnknown) {
      try judo.family.ada.perform(.setQuietHours(of: own, from: 1_440, until: 0))
    }
  }

  @Test("NOT-2: a parent sees and sets a child's settings, a child only its own")
  func child() throws {
    var judo = try Judo()
    let max = judo.family.max
    try judo.family.ada.perform(.doNotDisturb(max, until: judo.starts))
    let settings = judo.family.ada.notificationSettings(of: max)
    let starts = judo.starts
    #expect(settings?.silentUntil == starts)
    try judo.family.ada.perform(.allowLogging(max))
    try judo.family.ada.perform(.consent(for: max))
    judo.family.exchange()
    let own = judo.family.ada.person
    var phone = try judo.family.openPhone(of: max)
    let others = phone.notificationSettings(of: own)
    #expect(others == nil)
    let ownSilence = phone.notificationSettings(of: max)?.silentUntil
    #expect(ownSilence == starts)
    #expect(throws: Refusal.notificationsNotYours) {
      try phone.perform(.notify(own, of: .schedule, by: []))
    }
  }
}

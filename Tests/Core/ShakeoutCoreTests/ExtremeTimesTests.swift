import ShakeoutCore
import TestKit
import Testing

/// Days and instants at the ends of their types, and around the numbers where arithmetic changes.
private enum Extreme {
  static let days: [LocalDay] =
    ([.min, .min + 1, -1 << 22, -1 << 20, -719_468, -1, 0, 1 << 20, 1 << 22, .max - 1, .max]
    as [Int32]).map(LocalDay.init(number:))

  static let instants: [Instant] =
    ([
      .min, .min + 1, -1 << 62, -1 << 47 - 1, -1 << 47, -1 << 31, -1, 0, 1, 1 << 47 - 1, 1 << 47,
      1 << 62, .max - 1, .max,
    ] as [Int64]).map(Instant.init(milliseconds:))

}

@Suite("Extreme times")
struct ExtremeTimesTests {
  @Test("every query takes every day, and none stops the process", arguments: Extreme.days)
  func queries(day: LocalDay) throws {
    let family = try ClockedFamily(filled: true)
    for other in Extreme.days { family.look(from: day, through: other) }
  }

  @Test("every action takes every day, and is saved or refused", arguments: Extreme.days)
  func actions(day: LocalDay) throws {
    var family = try ClockedFamily(filled: true)
    for other in Extreme.days { family.act(on: day, through: other) }
    family.exchange()
    family.look(from: family.ada.today, through: family.ada.today)
  }

  @Test("every action takes every instant", arguments: Extreme.instants)
  func instants(instant: Instant) throws {
    var family = try ClockedFamily(filled: true)
    family.act(at: instant)
    family.exchange()
    family.look(from: family.ada.today, through: family.ada.today)
  }

  @Test("the clock of a device may show any instant", arguments: Extreme.instants)
  func deviceClock(instant: Instant) throws {
    var family = try ClockedFamily(filled: true)
    family.kitchen.device = instant
    for day in [family.ada.today] + Extreme.days {
      family.act(on: day, through: day)
      family.look(from: day, through: day)
    }
    family.act(at: instant)
    family.exchange()
    family.look(from: family.ada.today, through: family.ada.today)
    family.kitchen.device = nil
    family.exchange()
    family.look(from: family.ada.today, through: family.ada.today)
  }

  @Test("the clock of a server and its devices may show any instant", arguments: Extreme.instants)
  func allClocks(instant: Instant) throws {
    _ = try? ClockedFamily(filled: true, at: instant)
    var family = try ClockedFamily(filled: true)
    family.kitchen.server = instant
    let today = family.ada.today
    family.act(on: today, through: today)
    family.act(at: instant)
    family.exchange()
    family.look(from: today, through: today)
  }

  @Test("a group takes every day and every instant", arguments: Extreme.instants)
  func groups(instant: Instant) throws {
    var family = try ClockedFamily(filled: false)
    var gym = try family.server.createGroup("Gym", as: "Ada", secret: 7, by: family.ada)
    try gym.perform(.consent())
    family.kitchen.device = instant
    _ = try? family.ada.perform(
      .logWorkout(.running, minutes: 30, kilocalories: 300, for: family.ada.person))
    let workouts = family.ada.workouts(of: family.ada.person, on: family.ada.today)
    for workout in workouts { try? gym.perform(.share(workout)) }
    gym.exchange(with: &family.server)
    for day in Extreme.days + [gym.today] {
      _ = (gym.board(.checkIns, week: day), gym.board(.streak, week: day))
      _ = (gym.isFinal(week: day), gym.feed, gym.members)
    }
  }

  @Test("a calendar's exchange takes every instant", arguments: Extreme.instants)
  func calendars(instant: Instant) throws {
    var family = try ClockedFamily(filled: true)
    try family.ada.perform(.connectCalendar())
    for other in Extreme.instants {
      guard var sync = CalendarSync(of: family.ada) else { return }
      sync.recordChange(at: instant)
      sync.requestExchange(at: other)
      _ = sync.nextExchange(for: family.ada)
      sync.start()
      sync.callFailed(at: instant)
      _ = (sync.nextCall(for: family.ada), sync.notBefore)
      let event = ExternalCalendarEvent(
        id: "1", etag: "1", revision: 1, changed: other,
        entry: CalendarEntry(title: "Dentist", start: instant, end: other), key: "", memo: "")
      let replies: [CalendarReply] = [
        .limited(retryAfter: instant.milliseconds), .page([event], next: "1", isLast: true),
      ]
      for reply in replies {
        try? sync.apply(reply, date: other, for: &family.ada)
        _ = (sync.nextCall(for: family.ada), sync.notBefore, family.ada.calendarConflicts())
        sync.start()
        _ = sync.nextExchange(for: family.ada)
      }
    }
  }
}

/// A family with something of everything, whose clocks can be set.
private struct ClockedFamily: ~Copyable {
  /// The time of the server, and that of the device where it differs.
  final class Clocks {
    var server = Instant("2026-03-10T15:00:00Z")!
    var device: Instant?
  }

  let kitchen = Clocks()
  var server: FamilyServer
  var ada: Session<MemoryStorage>
  private var made = Made()

  private struct Made {
    var max: MemberID?
    var habit: HabitID?
    var sport: SportID?
    var trainingClass: ClassID?
    var goal: GoalID?
    var course: CourseID?
    var schoolwork: SchoolworkID?
    var session: SessionID?
    var template: TemplateID?
    var entry: EntryID?
  }

  init(filled: Bool, at start: Instant? = nil) throws {
    let clocks = kitchen
    if let start { clocks.server = start }
    server = FamilyServer(clock: { clocks.server })
    ada = try server.createFamily(
      by: Kitchen.ada, in: Kitchen.berlin, clock: { clocks.device ?? clocks.server })
    guard filled else { return }
    let today = ada.today
    made.max = try? ada.perform(.addChild(Kitchen.max))
    exchange()
    fill(from: today, through: today.adding(days: 90))
    exchange()
  }

  mutating func exchange() {
    ada.exchange(with: &server)
  }

  private mutating func fill(from first: LocalDay, through last: LocalDay) {
    guard let max = made.max, first <= last else { return }
    made.habit = (try? ada.perform(.createHabit("Read", for: max))) ?? made.habit
    made.sport =
      (try? ada.perform(.createSport("Judo", for: max, season: first...last))) ?? made.sport
    if let sport = made.sport {
      made.trainingClass =
        (try? ada.perform(.createClass(of: sport, for: max, on: first, hour: 17)))
        ?? made.trainingClass
    }
    if let made = made.trainingClass {
      try? ada.perform(.setRecurrence(of: made, to: RecurrenceRule(parsing: "FREQ=DAILY")))
    }
    made.goal =
      (try? ada.perform(
        .createGoal("Ten", for: max, .skill, reaching: 10, term: first...last))) ?? made.goal
    made.course = (try? ada.perform(.createCourse("Art", for: max))) ?? made.course
    if let course = made.course {
      try? ada.perform(.setTerm(of: course, to: first...last))
      try? ada.perform(.setTimetable(0, of: course, on: [1, 2, 3, 4, 5, 6, 7], hour: 9))
    }
    made.schoolwork =
      (try? ada.perform(
        .createSchoolwork(
          "Essay", .quiz, in: made.course, due: last, minuteOfDay: 1_439, for: max)))
      ?? made.schoolwork
    made.session =
      (try? ada.perform(
        .createSession("Run", .practice, for: max, on: first, minuteOfDay: 1_439, minutes: 90)))
      ?? made.session
    made.template =
      (try? ada.perform(
        .createTemplate(
          "Lift", .strength, for: max, on: WeekdaySet(rawValue: 127), from: first, through: last,
          minuteOfDay: 0, minutes: 60))) ?? made.template
    _ = try? ada.perform(
      .createTemplate(
        "Bike", .strength, for: max, on: WeekdaySet(rawValue: 127), from: first, minuteOfDay: 0,
        minutes: 60))
    made.entry = (try? ada.perform(.logWater(ounces: 8, for: max))) ?? made.entry
  }

  /// Every action that takes a day; each is saved or refused.
  mutating func act(on day: LocalDay, through last: LocalDay) {
    fill(from: day, through: last)
    guard let max = made.max else { return }
    _ = try? ada.perform(.addMember(Person(name: "Eva", born: day), as: .child))
    try? ada.perform(.setWeight(of: max, kilograms: 40, from: day))
    try? ada.perform(.setHeight(of: max, centimeters: 150, from: day))
    _ = try? ada.perform(
      .importWater(sample: 9, ounces: 8, on: day, minuteOfDay: 1_439, for: max))
    _ = try? ada.perform(
      .logMeal(
        .snack, dishes: [Dish("Bun", kilocalories: 90)], for: max,
        at: MealTime(day, minuteOfDay: 1_439)))
    _ = try? ada.perform(
      .assignWorkout(
        "Sprint", .strength, to: max, due: day, minuteOfDay: 1_439, minutes: 60))
    if let habit = made.habit { try? ada.perform(.mark(habit, on: day)) }
    if let entry = made.entry { try? ada.perform(.setTime(of: entry, to: MealTime(day))) }
    if let schoolwork = made.schoolwork { try? ada.perform(.setDue(of: schoolwork, to: day)) }
    if let session = made.session {
      try? ada.perform(.move(session, to: day, minuteOfDay: 1_439, minutes: 60))
    }
    if let template = made.template {
      try? ada.perform(.generate(SessionID(template, on: day)))
      try? ada.perform(.finish(SessionID(template, on: last), effort: 5))
    }
    guard let trainingClass = made.trainingClass else { return }
    let occurrence = OccurrenceKey(trainingClass, on: day)
    try? ada.perform(.attend(occurrence, by: max))
    try? ada.perform(.claim(.pickUp, of: occurrence))
    try? ada.perform(.assign(.dropOff, of: occurrence, to: ada.person))
    try? ada.perform(.move(occurrence, to: last, hour: 23, minute: 59))
    try? ada.perform(.cancel(occurrence))
  }

  /// Every action that takes an instant.
  mutating func act(at instant: Instant) {
    guard let max = made.max else { return }
    try? ada.perform(.doNotDisturb(ada.person, until: instant))
    for reminder in ada.reminders { try? ada.perform(.snooze(reminder, until: instant)) }
    _ = try? ada.perform(
      .logWorkout(.running, minutes: 60, kilocalories: 300, for: max, ending: instant))
    try? ada.perform(
      .importWorkout(
        sample: 4, .running, from: instant, minutes: 1_440, kilocalories: 300, for: max))
    for zone in [Zone.utc, Zone(named: "Pacific/Kiritimati")!, Zone(named: "Pacific/Niue")!] {
      ada.zone = zone
      _ = (ada.today, ada.now)
    }
  }

  /// Every query.
  borrowing func look(from first: LocalDay, through last: LocalDay) {
    for person in [made.max, ada.person].compactMap(\.self) {
      _ = ada.schedule(of: person, from: first, through: last)
      _ = ada.courseClasses(of: person, from: first, through: last)
      _ = ada.sessionsToGenerate(for: person, from: first, through: last)
      _ = (ada.entries(of: person, from: first, through: last), ada.diary(of: person, on: first))
      _ = ada.report(of: person, from: first, through: last)
      _ = (ada.sessions(of: person, on: first), ada.assignments(of: person, dueOn: first))
      _ = (ada.workouts(of: person, on: first), ada.recommendation(for: person))
      _ = (ada.habits(of: person), ada.goals(of: person), ada.points(of: person))
      _ = (ada.level(of: person), ada.badges(of: person), ada.seasonTrophies(of: person))
      _ = (ada.schoolwork(of: person), ada.schoolworkCounts(of: person))
      _ = (ada.member(person), ada.profileMissing(of: person))
      _ = ada.notificationSettings(of: person)
    }
    if let habit = made.habit {
      _ = (ada.streak(of: habit), ada.statistics(of: habit), ada.isDone(habit, on: first))
    }
    _ = (ada.members, ada.rewards, ada.board, ada.reminders)
    _ = (ada.calendar(), ada.calendarConflicts(), ada.status(), ada.refusals)
  }
}

import Base
import Chronology
import DomainCore

/// Generates the daily facts of one family, as a server would receive them.
struct CoreMix {
  struct Entry: BitwiseCopyable {
    var fact: Fact
    var committed: Instant
    var family: UInt32
  }

  static let firstDay = LocalDay(year: 2026, month: 3, day: 2)
  private static let mother = MemberHandle(0)
  private static let people = [MemberHandle(0), MemberHandle(1), MemberHandle(2), MemberHandle(3)]

  let family: Int
  private var sequence: UInt32 = 0
  private var habits: [Entity] = []
  private var practice = Entity.none
  private var template = Entity.none
  private var course = Entity.none
  private var now = Instant(milliseconds: 0)

  init(family: Int) {
    self.family = family
  }

  static func founded(_ family: Int) -> ScopeState {
    var members = FlatArray<Member>()
    for role in [Role.parent, .parent, .child, .child] {
      members.append(Member(role: role, born: LocalDay(year: 2014, month: 5, day: 1 + family % 28)))
    }
    return ScopeState(members: members, firstDay: firstDay, dayCapacity: 64)
  }

  /// Generates a day of the family; calls `submit` with its facts in order.
  mutating func addDay(_ day: Int, submit: (Entry) -> Void) {
    let today = Self.firstDay.adding(days: day)
    now = Zone.utc.startOfDay(today) + 7 * Span.hour
    if day == 0 { addFirstDay(today, submit: submit) }
    addOccasional(day, today, submit: submit)
    for (number, person) in Self.people.enumerated() {
      for habit in 0..<3 where (day + habit + number) % 5 != 0 {
        self.submit(
          .setCompletion(of: habits[number * 3 + habit], owner: person, on: today, done: true),
          today, submit)
      }
      for meal in 0..<3 {
        let kind = MealKind(rawValue: UInt8(meal))!
        let items = [
          MealItem(food: UInt16(1 + (day + meal) % 20), quarters: 5),
          MealItem(food: UInt16(1 + (day + number) % 20), quarters: 4),
        ]
        self.submit(.logMeal(for: person, MealPortion(kind, items[0], items[1])), today, submit)
      }
      for glass in 0..<4 {
        self.submit(
          .logWater(
            for: person,
            WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: UInt16(480 + glass * 120))),
          today, submit)
      }
      self.submit(
        .checkIn(for: person, WellnessScore(mental: 7, physical: UInt8(1 + (day + number) % 10))),
        today, submit)
    }
  }

  private mutating func addFirstDay(_ today: LocalDay, submit: (Entry) -> Void) {
    addActivities(today, submit: submit)
    for person in Self.people {
      for habit in 0..<3 {
        let text = TextHandle(UInt32(1 + habit))
        habits.append(
          self.submit(
            .createHabit(
              for: person, name: HabitName(text: text, folded: text), category: .empty, icon: 0,
              rank: UInt32(habit)), today, submit))
      }
    }
  }

  /// Occasional commands: practices, rides, workouts, sessions, schoolwork.
  private mutating func addOccasional(_ day: Int, _ today: LocalDay, submit: (Entry) -> Void) {
    let occurrence = OccurrenceID(practice, today)
    if day % 7 == 0 || day % 7 == 3 {
      self.submit(.claim(Duty(.dropOff, of: occurrence), by: Self.mother), today, submit)
      self.submit(.claim(Duty(.pickUp, of: occurrence), by: Self.mother), today, submit)
      self.submit(.setAttendance(of: Self.people[2], at: occurrence, to: true), today, submit)
      self.submit(.generateSession(for: Self.mother, from: template, on: today), today, submit)
      self.submit(
        .completeSession(
          SessionKey(template: template, on: today), of: Self.mother,
          EffortReport(isDone: true, effort: 6)), today, submit)
    }
    if day % 3 == 0 {
      let log = WorkoutLog(
        .running, start: now - Span.hour, duration: 1_800_000, calories: 300, day: today)
      self.submit(.logWorkout(for: Self.mother, log), today, submit)
    }
    if day % 7 == 1 {
      let draft = AcademicItemDraft(
        .assignment, title: TextHandle(9), course: course,
        due: DueTime(day: today.adding(days: 4)))
      let item = self.submit(.createAcademicItem(for: Self.people[3], draft), today, submit)
      self.submit(.setAcademicItemDone(item, of: Self.people[3], true), today, submit)
    }
  }

  /// Body measurements, a sport with two practices a week, a goal, a course and a template.
  private mutating func addActivities(_ today: LocalDay, submit: (Entry) -> Void) {
    for person in Self.people {
      self.submit(.setSex(.female, of: person), today, submit)
      self.submit(.setWeight(of: person, on: today, grams: 42_000), today, submit)
      self.submit(.setHeight(of: person, on: today, millimeters: 1_500), today, submit)
    }
    let child = Self.people[2]
    let season = Season(first: today, last: today.adding(days: 300))
    let sport = self.submit(
      .createSport(for: child, SportCreation(name: TextHandle(7), season: season)), today, submit)
    let start = ClassStart(day: today, minute: 1_020, zone: .utc)
    practice = self.submit(
      .createClass(
        for: child,
        ClassCreation(sport: sport, type: .practice, start: start, durationMinutes: 90)), today,
      submit)
    guard let rule = try? RecurrenceRule(parsing: "FREQ=WEEKLY;BYDAY=MO,TH"),
      let packed = PackedRecurrence(rule)
    else { preconditionFailure("two weekdays make a rule") }
    self.submit(.setRecurrence(of: practice, to: packed), today, submit)
    let goal = GoalCreation(
      .attendance, title: TextHandle(8), target: 12, unit: TextHandle(8), from: today,
      through: today.adding(days: 80), priority: .high)
    self.submit(.createGoal(for: child, goal), today, submit)
    course = self.submit(.createCourse(for: Self.people[3], name: TextHandle(9)), today, submit)
    let blueprint = TemplateBlueprint(
      title: TextHandle(7), minuteOfDay: 1_080, minutes: 45,
      character: SessionCharacter(.strength),
      recurrence: TemplateRecurrence(on: WeekdaySet(rawValue: 0b000_1001), from: today))
    template = self.submit(.createTemplate(for: Self.mother, blueprint), today, submit)
  }

  @discardableResult
  private mutating func submit(
    _ command: Command, _ today: LocalDay, _ submit: (Entry) -> Void
  ) -> Entity {
    sequence += 1
    now = now + 20 * Span.second
    let fact = Fact(
      command: command,
      version: Version(stamp: UInt64(now.milliseconds) << 16, site: 1), sequence: sequence,
      author: Self.mother, day: today, zone: .utc)
    submit(Entry(fact: fact, committed: now, family: UInt32(family)))
    return fact.identity
  }
}

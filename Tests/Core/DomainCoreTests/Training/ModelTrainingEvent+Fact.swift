import Chronology
import TestKit

@testable import DomainCore

// Translates one event into the core's types.
extension ModelTrainingEvent {
  static func entity(_ thing: Thing) -> Entity {
    Entity(site: UInt32(thing.site + 1), sequence: UInt32(thing.number))
  }

  static func key(_ session: Session) -> SessionKey {
    guard let day = session.day else { return SessionKey(entity(session.thing)) }
    return SessionKey(template: entity(session.thing), on: TestFamily.day(day))
  }

  static func time(_ time: Time) -> SessionTime {
    SessionTime(
      day: TestFamily.day(time.day), minuteOfDay: UInt16(time.minute),
      minutes: UInt16(time.minutes))
  }

  private static func weeks(_ weeks: Weeks) -> TemplateRecurrence {
    TemplateRecurrence(
      on: WeekdaySet(weeks.weekdays.map { WeekdaySet(weekday: $0 + 1) }),
      from: TestFamily.day(weeks.first), through: weeks.last.map { TestFamily.day($0) })
  }

  static func exercise(_ plan: Exercise) -> ExercisePlan {
    ExercisePlan(
      name: TextHandle(UInt32(plan.name)), sets: UInt8(plan.sets), reps: UInt16(plan.reps),
      grams: UInt32(plan.grams))
  }

  static func set(_ set: SetDone) -> SetResult {
    SetResult(
      reps: UInt16(set.reps), grams: UInt32(set.grams), rpe: set.rpe.map { UInt8($0) },
      isDone: set.done)
  }

  static func report(_ report: Report) -> EffortReport {
    EffortReport(
      isDone: report.done, effort: report.effort.map { UInt8($0) },
      notes: TextHandle(UInt32(report.notes)))
  }

  static func due(_ due: Due) -> DueTime {
    DueTime(day: TestFamily.day(due.day), minuteOfDay: UInt16(due.minute))
  }

  private static func plan(_ title: Int, _ time: Time) -> SessionPlan {
    SessionPlan(
      title: TextHandle(UInt32(title)), time: Self.time(time),
      character: SessionCharacter(.conditioning, .low))
  }

  var fact: Fact {
    let base = Int64(TestFamily.firstDay.number) * Span.day + Span.day
    let stamp = UInt64(base + Int64(at.milliseconds)) << 16 | UInt64(at.tick)
    return Fact(
      command: command, version: Version(stamp: stamp, site: UInt32(site + 1)),
      sequence: UInt32(number), author: MemberHandle(UInt16(author)),
      day: TestFamily.day(day), zone: .utc, claimed: TestFamily.day(day).noon)
  }

  private var command: Command {
    let person = MemberHandle(UInt16(subject))
    switch what {
    case .session(let title, let time):
      return .createSession(for: person, Self.plan(title, time))
    case .template(let title, let minute, let minutes, let weeks):
      return .createTemplate(
        for: person,
        TemplateBlueprint(
          title: TextHandle(UInt32(title)), minuteOfDay: UInt16(minute), minutes: UInt16(minutes),
          character: SessionCharacter(.strength), recurrence: Self.weeks(weeks)))
    case .generate(let thing, let day):
      return .generateSession(for: person, from: Self.entity(thing), on: TestFamily.day(day))
    case .editSession(let session, let field, let value):
      return edit(Self.key(session), person, field, value)
    case .deleteSession(let session): return .deleteSession(Self.key(session), of: person)
    case .editTemplate(let thing, let field, let value):
      return edit(template: Self.entity(thing), person, field, value)
    case .deleteTemplate(let thing): return .deleteTemplate(Self.entity(thing), of: person)
    case .assign(let title, let time): return .assignWorkout(to: person, Self.plan(title, time))
    case .editAssignment(let thing, let field, let value):
      return edit(assignment: Self.entity(thing), person, field, value)
    case .withdraw(let thing): return .withdrawAssignment(Self.entity(thing), of: person)
    case .workout(let start, let minutes, let calories, let day):
      let zero = Instant(milliseconds: Int64(TestFamily.firstDay.number) * Span.day)
      return .logWorkout(
        for: person,
        WorkoutLog(
          .cycling, start: zero + Int64(start) * Span.minute,
          duration: UInt32(Int64(minutes) * Span.minute), calories: UInt16(calories),
          day: TestFamily.day(day)))
    case .mobility(let exercise, let minutes):
      return .logMobility(for: person, exercise: UInt16(exercise), minutes: UInt16(minutes))
    case .deleteLog(let thing): return .deleteTrainingLog(Self.entity(thing), of: person)
    default: return schoolCommand(person)
    }
  }

  private func edit(
    _ key: SessionKey, _ person: MemberHandle, _ field: Field, _ value: Value
  ) -> Command {
    switch (field, value) {
    case (.title, .text(let text)):
      return .setSessionText(.title, of: key, owner: person, to: TextHandle(UInt32(text)))
    case (.notes, .text(let text)):
      return .setSessionText(.notes, of: key, owner: person, to: TextHandle(UInt32(text)))
    case (.time, .time(let time)): return .moveSession(key, of: person, to: Self.time(time))
    case (.exercise(let number), .exercise(let plan)):
      return .setExercise(UInt8(number), of: key, owner: person, to: Self.exercise(plan))
    case (.set(let exercise, let number), .set(let set)):
      return .setSet(
        UInt8(number), ofExercise: UInt8(exercise), of: key, owner: person, to: Self.set(set))
    case (.report, .report(let report)):
      return .completeSession(key, of: person, Self.report(report))
    default: fatalError("no field of a session")
    }
  }

  private func edit(
    template: Entity, _ person: MemberHandle, _ field: Field, _ value: Value
  ) -> Command {
    switch (field, value) {
    case (.title, .text(let text)):
      return .renameTemplate(template, of: person, to: TextHandle(UInt32(text)))
    case (.weeks, .weeks(let weeks)):
      return .setTemplateRecurrence(template, of: person, to: Self.weeks(weeks))
    case (.time, .time(let time)):
      return .setTemplateTime(
        template, of: person, minuteOfDay: UInt16(time.minute), minutes: UInt16(time.minutes))
    case (.exercise(let number), .exercise(let plan)):
      return .setTemplateExercise(
        UInt8(number), of: template, owner: person, to: Self.exercise(plan))
    default: fatalError("no field of a template")
    }
  }

  private func edit(
    assignment: Entity, _ person: MemberHandle, _ field: Field, _ value: Value
  ) -> Command {
    switch (field, value) {
    case (.title, .text(let text)):
      return .setAssignmentText(
        .title, of: assignment, athlete: person, to: TextHandle(UInt32(text)))
    case (.time, .time(let time)):
      return .moveAssignment(assignment, of: person, to: Self.time(time))
    case (.report, .report(let report)):
      return .completeAssignment(assignment, of: person, Self.report(report))
    default: fatalError("no field of an assignment")
    }
  }

  private func schoolCommand(_ person: MemberHandle) -> Command {
    switch what {
    case .course(let name): return .createCourse(for: person, name: TextHandle(UInt32(name)))
    case .editCourse(let thing, .title, .text(let text)):
      return .setCourseText(
        .name, of: Self.entity(thing), owner: person, to: TextHandle(UInt32(text)))
    case .editCourse(let thing, .archived, .flag(let flag)):
      return .archiveCourse(Self.entity(thing), of: person, flag)
    case .deleteCourse(let thing): return .deleteCourse(Self.entity(thing), of: person)
    case .item(let title, let course, let priority, let due):
      return .createAcademicItem(
        for: person,
        AcademicItemDraft(
          .exam, title: TextHandle(UInt32(title)), course: course.map(Self.entity) ?? .none,
          priority: AcademicPriority(rawValue: UInt8(priority))!, due: Self.due(due)))
    case .editItem(let thing, let field, let value):
      return edit(item: Self.entity(thing), person, field, value)
    case .deleteItem(let thing): return .deleteAcademicItem(Self.entity(thing), of: person)
    default: fatalError("not a fact of the log")
    }
  }

  private func edit(
    item: Entity, _ person: MemberHandle, _ field: Field, _ value: Value
  ) -> Command {
    switch (field, value) {
    case (.title, .text(let text)):
      return .setAcademicItemText(.title, of: item, owner: person, to: TextHandle(UInt32(text)))
    case (.priority, .priority(let priority)):
      return .setAcademicPriority(
        item, of: person, to: AcademicPriority(rawValue: UInt8(priority))!)
    case (.due, .due(let due)): return .setDue(item, of: person, to: Self.due(due))
    case (.course, .course(let course)):
      return .setCourse(of: item, owner: person, to: course.map(Self.entity) ?? .none)
    case (.archived, .flag(let flag)): return .archiveAcademicItem(item, of: person, flag)
    case (.done, .flag(let flag)): return .setAcademicItemDone(item, of: person, flag)
    default: fatalError("no field of an item")
    }
  }
}

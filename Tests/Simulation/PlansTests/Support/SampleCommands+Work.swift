import Chronology
import DomainCore
import TestKit

extension SampleCommands {
  private mutating func character() -> SessionCharacter {
    SessionCharacter(dice.pick(SessionType.self), dice.pick(SessionIntensity.self))
  }

  private mutating func time() -> SessionTime {
    SessionTime(day: day(), minuteOfDay: minute(), minutes: dice.number(UInt16.self))
  }

  private mutating func plan() -> SessionPlan {
    SessionPlan(title: text(), time: time(), character: character())
  }

  private mutating func exercise() -> ExercisePlan {
    ExercisePlan(
      name: text(), sets: dice.number(UInt8.self), reps: dice.number(0...1 << 12 - 1),
      grams: dice.number(0...1 << 20 - 1))
  }

  private mutating func effort() -> UInt8? { dice.flip() ? nil : dice.number(0...254) }

  private mutating func report() -> EffortReport {
    EffortReport(isDone: dice.flip(), effort: effort(), notes: text())
  }

  private mutating func recurrence() -> TemplateRecurrence {
    let first = day16()
    let last = dice.flip() ? nil : first.adding(days: dice.number(0...65_534))
    return TemplateRecurrence(
      on: WeekdaySet(rawValue: dice.number(UInt8.self)), from: first, through: last)
  }

  mutating func training(_ kind: FactKind) -> Command {
    switch kind {
    case .sessionCreated: return .createSession(for: member(), plan())
    case .sessionGenerated: return .generateSession(for: member(), from: entity(), on: day())
    case .sessionChanged: return sessionChange()
    case .templateCreated:
      return .createTemplate(
        for: member(),
        TemplateBlueprint(
          title: text(), minuteOfDay: minute(), minutes: dice.number(UInt16.self),
          character: character(), recurrence: recurrence()))
    case .templateChanged: return templateChange()
    case .workoutAssigned: return .assignWorkout(to: member(), plan())
    case .assignmentChanged:
      let (assignment, athlete) = (entity(), member())
      let field = dice.pick(AssignmentField.self)
      switch field {
      case .title, .place:
        return .setAssignmentText(field, of: assignment, athlete: athlete, to: text())
      case .time: return .moveAssignment(assignment, of: athlete, to: time())
      case .completion: return .completeAssignment(assignment, of: athlete, report())
      case .withdrawal: return .withdrawAssignment(assignment, of: athlete)
      }
    case .workoutLogged:
      return .logWorkout(
        for: member(),
        WorkoutLog(
          dice.pick(WorkoutKind.self), start: instant48(), duration: dice.number(UInt32.self),
          calories: dice.number(UInt16.self), day: day16()))
    case .wellnessSet:
      let score = WellnessScore(
        mental: dice.number(UInt8.self), physical: dice.number(UInt8.self))
      return .checkIn(for: member(), score)
    case .workoutImported:
      let workout = ImportedWorkout(
        sample: dice.bits(), revision: dice.number(0...1 << 24 - 1), start: instant48(),
        durationMilliseconds: dice.number(UInt32.self), kind: dice.number(UInt8.self),
        kilocalories: dice.number(UInt16.self))
      return .importWorkout(workout, of: member())
    case .workoutImportRemoved: return .removeImportedWorkout(dice.bits(), of: member())
    case .mobilityLogged:
      return .logMobility(
        for: member(), exercise: dice.number(UInt16.self), minutes: dice.number(UInt16.self),
        notes: text())
    default: return .deleteTrainingLog(entity(), of: member())
    }
  }

  private mutating func sessionChange() -> Command {
    let session =
      dice.flip() ? SessionKey(entity()) : SessionKey(template: entity(), on: day16())
    let owner = member()
    let field = dice.pick(SessionField.self)
    switch field {
    case .title, .focus, .notes:
      return .setSessionText(field, of: session, owner: owner, to: text())
    case .time: return .moveSession(session, of: owner, to: time())
    case .character: return .setSessionCharacter(session, of: owner, to: character())
    case .exercise:
      return .setExercise(dice.number(UInt8.self), of: session, owner: owner, to: exercise())
    case .set:
      let result = SetResult(
        reps: dice.number(UInt16.self), grams: dice.number(UInt32.self), rpe: effort(),
        isDone: dice.flip())
      return .setSet(
        dice.number(UInt8.self), ofExercise: dice.number(UInt8.self), of: session, owner: owner,
        to: result)
    case .completion: return .completeSession(session, of: owner, report())
    case .deletion: return .deleteSession(session, of: owner)
    }
  }

  private mutating func templateChange() -> Command {
    let (template, owner) = (entity(), member())
    switch dice.pick(TemplateField.self) {
    case .title: return .renameTemplate(template, of: owner, to: text())
    case .recurrence: return .setTemplateRecurrence(template, of: owner, to: recurrence())
    case .time:
      return .setTemplateTime(
        template, of: owner, minuteOfDay: minute(), minutes: dice.number(UInt16.self))
    case .character: return .setTemplateCharacter(template, of: owner, to: character())
    case .exercise:
      return .setTemplateExercise(
        dice.number(UInt8.self), of: template, owner: owner, to: exercise())
    case .deletion: return .deleteTemplate(template, of: owner)
    }
  }
}

// MARK: - School

extension SampleCommands {
  mutating func school(_ kind: FactKind) -> Command {
    switch kind {
    case .courseCreated: return .createCourse(for: member(), name: text(), code: text())
    case .courseChanged:
      let (course, owner) = (entity(), member())
      let field = dice.pick(CourseField.self)
      switch field {
      case .name, .code, .instructor, .meetings:
        return .setCourseText(field, of: course, owner: owner, to: text())
      case .archived: return .archiveCourse(course, of: owner, dice.flip())
      case .deletion: return .deleteCourse(course, of: owner)
      case .term:
        func day20() -> LocalDay { LocalDay(number: dice.number(0...1 << 20 - 1)) }
        return .setCourseTerm(
          of: course, owner: owner, to: CourseTerm(from: day20(), through: day20()))
      case .firstMeeting, .secondMeeting, .thirdMeeting, .fourthMeeting:
        let meeting = CourseMeeting(
          weekdays: dice.number(0...127), minuteOfDay: dice.number(0...2_047),
          minutes: dice.number(0...2_047), place: text())
        return .setCourseMeeting(
          Int(field.rawValue - CourseField.firstMeeting.rawValue), of: course, owner: owner,
          to: meeting)
      }
    case .academicItemCreated:
      return .createAcademicItem(
        for: member(),
        AcademicItemDraft(
          dice.pick(AcademicItemKind.self), title: text(), course: entityOrNone(),
          priority: dice.pick(AcademicPriority.self),
          due: DueTime(day: day16(), minuteOfDay: dice.number(0...1 << 12 - 1))))
    default:
      let (item, owner) = (entity(), member())
      let field = dice.pick(AcademicItemField.self)
      switch field {
      case .title, .notes: return .setAcademicItemText(field, of: item, owner: owner, to: text())
      case .course: return .setCourse(of: item, owner: owner, to: entityOrNone())
      case .kind:
        return .setAcademicItemKind(item, of: owner, to: dice.pick(AcademicItemKind.self))
      case .due: return .setDue(item, of: owner, to: DueTime(day: day(), minuteOfDay: minute()))
      case .priority:
        return .setAcademicPriority(item, of: owner, to: dice.pick(AcademicPriority.self))
      case .done: return .setAcademicItemDone(item, of: owner, dice.flip())
      case .archived: return .archiveAcademicItem(item, of: owner, dice.flip())
      case .deletion: return .deleteAcademicItem(item, of: owner)
      }
    }
  }
}

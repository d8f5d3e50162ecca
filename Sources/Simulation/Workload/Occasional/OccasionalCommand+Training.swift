import Chronology
import DomainCore

// Sessions and templates, mobility, assignments; school.
extension OccasionalCommand {
  func trainingCommands(_ state: borrowing ScopeState) -> [Command] {
    let time = SessionTime(
      day: day.adding(days: roll(3, 1)), minuteOfDay: 18 * 60, minutes: 60)
    let plan = SessionPlan(title: text, time: time, character: SessionCharacter(.conditioning))
    var commands: [Command] = [
      .createSession(for: author, plan),
      .assignWorkout(to: child, plan),
      .logMobility(for: author, exercise: UInt16(roll(8, 2)), minutes: 10, notes: text),
      .deleteTrainingLog(made.log, of: author),
    ]
    if let session = state.training.sessions(of: author, on: day).first {
      commands += sessionCommands(session)
    }
    if let template = state.training.templates(of: author).last {
      commands += templateCommands(template.entity, of: author)
    }
    for assignment in state.training.assignments(of: child, dueOn: day) {
      commands += [
        .completeAssignment(
          assignment.entity, of: child, EffortReport(isDone: true, effort: 6, notes: text)),
        .withdrawAssignment(assignment.entity, of: child),
      ]
    }
    return commands
  }

  private func sessionCommands(_ session: Session) -> [Command] {
    let plan = ExercisePlan(name: text, sets: 3, reps: 8, grams: 40_000)
    let result = SetResult(reps: 8, grams: 40_000, rpe: UInt8(1 + roll(10, 3)))
    let later = SessionTime(day: day, minuteOfDay: 19 * 60, minutes: 45)
    return [
      .setSessionText(.notes, of: session.key, owner: author, to: text),
      .setExercise(0, of: session.key, owner: author, to: plan),
      .setSet(0, ofExercise: 0, of: session.key, owner: author, to: result),
      .moveSession(session.key, of: author, to: later),
      .deleteSession(session.key, of: author),
    ]
  }

  func templateCommands(_ template: Entity, of owner: MemberHandle) -> [Command] {
    let plan = ExercisePlan(name: otherText, sets: 4, reps: 6, grams: 60_000)
    return [
      .renameTemplate(template, of: owner, to: text),
      .setTemplateTime(template, of: owner, minuteOfDay: 17 * 60, minutes: 50),
      .setTemplateExercise(0, of: template, owner: owner, to: plan),
      .setTemplateCharacter(template, of: owner, to: SessionCharacter(.strength, .high)),
    ]
  }

  func academicCommands(_ state: borrowing ScopeState) -> [Command] {
    let due = DueTime(day: day.adding(days: 2 + roll(10, 1)), minuteOfDay: 9 * 60)
    var commands: [Command] = [.createCourse(for: child, name: text)]
    if let course = state.academics.courses(of: child).last {
      let draft = AcademicItemDraft(
        isOn ? .exam : .project, title: text, course: course.entity, priority: .high, due: due)
      commands += [
        .createAcademicItem(for: child, draft),
        .setCourseText(.instructor, of: course.entity, owner: child, to: otherText),
        .setCourseMeeting(
          roll(4, 3), of: course.entity, owner: child,
          to: CourseMeeting(
            weekdays: UInt8(1 + roll(127, 4)), minuteOfDay: 8 * 60, minutes: 45, place: text)),
        .setCourseTerm(
          of: course.entity, owner: child,
          to: CourseTerm(from: day, through: day.adding(days: 30 + roll(90, 5)))),
        .archiveCourse(course.entity, of: child, isOn),
      ]
      // The first course has the schoolwork.
      if state.academics.courses(of: child).count > 1 {
        commands.append(.deleteCourse(course.entity, of: child))
      }
    }
    if let item = pick(state.academics.academicItems(of: child), 2, named: { $0.entity.raw }) {
      commands += [
        .setAcademicItemText(.notes, of: item.entity, owner: child, to: text),
        .setDue(item.entity, of: child, to: due),
        .setAcademicPriority(item.entity, of: child, to: .low),
        .archiveAcademicItem(item.entity, of: child, isOn),
        .deleteAcademicItem(item.entity, of: child),
      ]
    }
    return commands
  }
}

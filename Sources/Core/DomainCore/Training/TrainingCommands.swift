// Training: commands.

public import Chronology

// MARK: Sessions

extension Command {
  /// TRN-1: plans a session, or logs a past one.
  public static func createSession(for person: MemberHandle, _ plan: SessionPlan) -> Command {
    Command(.sessionCreated, subject: person, payload: plan.payload)
  }

  /// TRN-1: generates a template's session of a day.
  public static func generateSession(
    for person: MemberHandle, from template: Entity, on day: LocalDay
  ) -> Command {
    Command(.sessionGenerated, subject: person, entity: template, payload: Payload(day.packed))
  }

  /// Nil stands for a field that no rule knows, which is refused.
  private static func change(
    _ session: SessionKey, of person: MemberHandle, _ field: SessionField?, to value: UInt64,
    exercise: UInt8 = 0, set: UInt8 = 0, sets: UInt8 = 0
  ) -> Command {
    Command(
      .sessionChanged, subject: person, entity: session.entity,
      payload: TrainingChange(
        field: field?.rawValue ?? 0, exercise: exercise, set: set, sets: sets, value: value,
        dayNumber: session.dayNumber
      ).payload)
  }

  /// TRN-1: changes the title, focus or notes of a session; no other field is a text.
  public static func setSessionText(
    _ field: SessionField, of session: SessionKey, owner: MemberHandle, to text: TextHandle
  ) -> Command {
    let isText = field == .title || field == .focus || field == .notes
    return change(session, of: owner, isText ? field : nil, to: UInt64(text.raw))
  }

  /// TRN-1: moves a session, or changes its duration.
  public static func moveSession(
    _ session: SessionKey, of owner: MemberHandle, to time: SessionTime
  ) -> Command {
    change(session, of: owner, .time, to: time.packed)
  }

  /// TRN-1: sets the type and intensity of a session.
  public static func setSessionCharacter(
    _ session: SessionKey, of owner: MemberHandle, to character: SessionCharacter
  ) -> Command {
    change(session, of: owner, .character, to: character.packed)
  }

  /// TRN-1: sets the exercise at a number of a session; `.none` removes it.
  public static func setExercise(
    _ number: UInt8, of session: SessionKey, owner: MemberHandle, to plan: ExercisePlan
  ) -> Command {
    change(session, of: owner, .exercise, to: plan.packed, exercise: number, sets: plan.sets)
  }

  /// TRN-1: sets the result of a set, and whether it is done.
  public static func setSet(
    _ number: UInt8, ofExercise exercise: UInt8, of session: SessionKey, owner: MemberHandle,
    to result: SetResult
  ) -> Command {
    change(session, of: owner, .set, to: result.packed, exercise: exercise, set: number)
  }

  /// TRN-1: sets whether a session is completed.
  public static func completeSession(
    _ session: SessionKey, of owner: MemberHandle, _ report: EffortReport
  ) -> Command {
    change(session, of: owner, .completion, to: report.packed)
  }

  /// TRN-1: deletes a session permanently.
  public static func deleteSession(_ session: SessionKey, of owner: MemberHandle) -> Command {
    change(session, of: owner, .deletion, to: 1)
  }
}

// MARK: Templates

extension Command {
  /// TRN-1: makes a template that repeats every week.
  public static func createTemplate(
    for person: MemberHandle, _ blueprint: TemplateBlueprint
  ) -> Command {
    Command(.templateCreated, subject: person, payload: blueprint.payload)
  }

  private static func change(
    template: Entity, of person: MemberHandle, _ field: TemplateField, to value: UInt64,
    exercise: UInt8 = 0, sets: UInt8 = 0
  ) -> Command {
    Command(
      .templateChanged, subject: person, entity: template,
      payload: TrainingChange(
        field: field.rawValue, exercise: exercise, sets: sets, value: value
      ).payload)
  }

  /// TRN-1: changes the title of a template.
  public static func renameTemplate(
    _ template: Entity, of owner: MemberHandle, to title: TextHandle
  ) -> Command {
    change(template: template, of: owner, .title, to: UInt64(title.raw))
  }

  /// TRN-1: sets the days on which a template plans sessions.
  public static func setTemplateRecurrence(
    _ template: Entity, of owner: MemberHandle, to recurrence: TemplateRecurrence
  ) -> Command {
    change(template: template, of: owner, .recurrence, to: recurrence.packed)
  }

  /// TRN-1: sets the time at which a template plans sessions.
  public static func setTemplateTime(
    _ template: Entity, of owner: MemberHandle, minuteOfDay: UInt16, minutes: UInt16
  ) -> Command {
    let time = SessionTime(day: LocalDay(number: 0), minuteOfDay: minuteOfDay, minutes: minutes)
    return change(template: template, of: owner, .time, to: time.packed)
  }

  /// TRN-1: sets the type and intensity of the sessions of a template.
  public static func setTemplateCharacter(
    _ template: Entity, of owner: MemberHandle, to character: SessionCharacter
  ) -> Command {
    change(template: template, of: owner, .character, to: character.packed)
  }

  /// TRN-1: sets the exercise at a number of a template; `.none` removes it.
  public static func setTemplateExercise(
    _ number: UInt8, of template: Entity, owner: MemberHandle, to plan: ExercisePlan
  ) -> Command {
    change(
      template: template, of: owner, .exercise, to: plan.packed, exercise: number,
      sets: plan.sets)
  }

  /// TRN-1: deletes a template; the sessions that it generated stay.
  public static func deleteTemplate(_ template: Entity, of owner: MemberHandle) -> Command {
    change(template: template, of: owner, .deletion, to: 1)
  }
}

// MARK: Assignments and logs

extension Command {
  /// TRN-2: assigns a workout to an athlete; its day is the due day.
  public static func assignWorkout(to athlete: MemberHandle, _ plan: SessionPlan) -> Command {
    Command(.workoutAssigned, subject: athlete, payload: plan.payload)
  }

  private static func change(
    assignment: Entity, of athlete: MemberHandle, _ field: AssignmentField?, to value: UInt64
  ) -> Command {
    Command(
      .assignmentChanged, subject: athlete, entity: assignment,
      payload: TrainingChange(field: field?.rawValue ?? 0, value: value).payload)
  }

  /// TRN-2: changes the title or the place of an assigned workout; no other is a text.
  public static func setAssignmentText(
    _ field: AssignmentField, of assignment: Entity, athlete: MemberHandle, to text: TextHandle
  ) -> Command {
    let isText = field == .title || field == .place
    let change = isText ? field : nil
    return self.change(assignment: assignment, of: athlete, change, to: UInt64(text.raw))
  }

  /// TRN-2: makes an assigned workout due at another time.
  public static func moveAssignment(
    _ assignment: Entity, of athlete: MemberHandle, to time: SessionTime
  ) -> Command {
    change(assignment: assignment, of: athlete, .time, to: time.packed)
  }

  /// TRN-2: sets whether an assigned workout is completed, with effort and notes.
  public static func completeAssignment(
    _ assignment: Entity, of athlete: MemberHandle, _ report: EffortReport
  ) -> Command {
    change(assignment: assignment, of: athlete, .completion, to: report.packed)
  }

  /// TRN-2: withdraws an assigned workout permanently.
  public static func withdrawAssignment(_ assignment: Entity, of athlete: MemberHandle) -> Command {
    change(assignment: assignment, of: athlete, .withdrawal, to: 1)
  }

  /// TRN-3: logs a finished workout by hand.
  public static func logWorkout(for person: MemberHandle, _ log: WorkoutLog) -> Command {
    Command(.workoutLogged, subject: person, payload: log.payload)
  }

  /// TRN-5: logs mobility work.
  public static func logMobility(
    for person: MemberHandle, exercise: UInt16, minutes: UInt16, notes: TextHandle = .empty
  ) -> Command {
    Command(
      .mobilityLogged, subject: person,
      payload: MobilityWork(exercise: exercise, minutes: minutes, notes: notes).payload)
  }

  /// TRN-3, TRN-5: deletes a workout or mobility log permanently.
  public static func deleteTrainingLog(_ log: Entity, of person: MemberHandle) -> Command {
    Command(.trainingLogDeleted, subject: person, entity: log)
  }
}

extension Command {
  /// TRN-3: imports a workout, or an edit of it.
  public static func importWorkout(_ workout: ImportedWorkout, of person: MemberHandle) -> Command {
    Command(
      .workoutImported, subject: person, entity: Entity(raw: workout.sample),
      payload: workout.payload)
  }

  /// TRN-3: a workout was deleted in the store.
  public static func removeImportedWorkout(_ sample: UInt64, of person: MemberHandle) -> Command {
    Command(.workoutImportRemoved, subject: person, entity: Entity(raw: sample))
  }
}

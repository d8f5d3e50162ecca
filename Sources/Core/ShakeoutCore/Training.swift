public import Chronology
public import DomainCore
import SyncCore

/// TRN-1: a session as a list shows it.
public struct SessionView: Hashable, Sendable {
  public let id: SessionID
  public let title: String
  public let type: SessionType
  public let intensity: SessionIntensity
  public let time: SessionTime
  public let notes: String
  public let isDone: Bool
  /// From 1 to 10; nil where it is unknown.
  public let effort: Int?
}

/// TRN-2: a workout that a coach assigned, as a list shows it.
public struct AssignmentView: Hashable, Sendable {
  public let id: AssignmentID
  public let title: String
  public let time: SessionTime
  public let isDone: Bool
  public let effort: Int?
  public let notes: String
}

/// TRN-3: a finished workout as a list shows it: once, whether it was logged, imported, or both.
public struct WorkoutView: Hashable, Sendable {
  let workout: FinishedWorkout

  /// Its log entry; nil where only a health store has it.
  public var id: TrainingLogID? { workout.logged.map { TrainingLogID(entity: $0.entity) } }
  /// The store's number; nil if it was only logged.
  public var sample: UInt64? { workout.imported?.sample }
  public var kind: WorkoutKind { workout.kind }
  /// The local day that it counts for.
  public var day: LocalDay { workout.day }
  public var start: Instant { workout.start }
  public var end: Instant { workout.end }
  public var kilocalories: Int { Int(workout.calories) }
}

extension ActionContext {
  fileprivate func plan(
    _ title: String, _ type: SessionType, _ intensity: SessionIntensity, _ day: LocalDay,
    minuteOfDay: Int, minutes: Int
  ) throws(Refusal) -> SessionPlan {
    SessionPlan(
      title: text(title),
      time: try time(day, minuteOfDay: minuteOfDay, minutes: minutes),
      character: SessionCharacter(type, intensity))
  }

  fileprivate func time(
    _ day: LocalDay, minuteOfDay: Int, minutes: Int
  ) throws(Refusal) -> SessionTime {
    SessionTime(
      day: day, minuteOfDay: try integer(minuteOfDay, within: 0...1_439, else: .sessionOutOfRange),
      minutes: try integer(minutes, within: 1...1_440, else: .sessionOutOfRange))
  }

  fileprivate func report(
    _ done: Bool, _ effort: Int?, _ notes: String
  ) throws(Refusal) -> EffortReport {
    var number: UInt8?
    if let effort { number = try integer(effort, within: 1...10, else: .effortOutOfRange) }
    return EffortReport(isDone: done, effort: number, notes: text(notes))
  }
}

// MARK: Actions

extension Action where Made == SessionID {
  /// TRN-1: plans a session, or enters a past one.
  public static func createSession(
    _ title: String, _ type: SessionType, _ intensity: SessionIntensity = .medium,
    for person: MemberID, on day: LocalDay, minuteOfDay: Int, minutes: Int
  ) -> Action {
    Action(making: SessionID.init(entity:)) { draft throws(Refusal) in
      .createSession(
        for: try draft.handle(of: person),
        try draft.plan(
          title, type, intensity, day, minuteOfDay: minuteOfDay, minutes: minutes))
    }
  }
}

extension Action where Made == TemplateID {
  /// TRN-1: plans a session for some days of every week, until the template is deleted.
  public static func createTemplate(
    _ title: String, _ type: SessionType, _ intensity: SessionIntensity = .medium,
    for person: MemberID, on weekdays: WeekdaySet, from first: LocalDay,
    through last: LocalDay? = nil, minuteOfDay: Int, minutes: Int
  ) -> Action {
    Action(making: TemplateID.init(entity:)) { draft throws(Refusal) in
      let plan = try draft.plan(
        title, type, intensity, first, minuteOfDay: minuteOfDay, minutes: minutes)
      return .createTemplate(
        for: try draft.handle(of: person),
        TemplateBlueprint(
          title: plan.title, minuteOfDay: plan.time.minuteOfDay, minutes: plan.time.minutes,
          character: plan.character,
          recurrence: TemplateRecurrence(on: weekdays, from: first, through: last)))
    }
  }
}

extension Action where Made == AssignmentID {
  /// TRN-2, FAM-10: a coach assigns a workout to an athlete of their own roster.
  public static func assignWorkout(
    _ title: String, _ type: SessionType, _ intensity: SessionIntensity = .medium,
    to athlete: MemberID, due day: LocalDay, minuteOfDay: Int, minutes: Int
  ) -> Action {
    Action(making: AssignmentID.init(entity:)) { draft throws(Refusal) in
      .assignWorkout(
        to: try draft.handle(of: athlete),
        try draft.plan(
          title, type, intensity, day, minuteOfDay: minuteOfDay, minutes: minutes))
    }
  }
}

extension Action where Made == Void {
  /// FAM-10: puts an athlete on a coach's roster, or takes them off; for parents, and for coaches
  /// their own. Coaches assign work to the athletes of their roster, and read how they train.
  public static func setRoster(
    of coach: MemberID, athlete: MemberID, isOn: Bool = true
  ) -> Action {
    Action { draft throws(Refusal) in
      .setRoster(
        of: try draft.handle(of: coach), athlete: try draft.handle(of: athlete), to: isOn)
    }
  }
}

extension Action where Made == TrainingLogID {
  /// TRN-3: logs a workout that has just ended, or ended at an instant.
  public static func logWorkout(
    _ kind: WorkoutKind, minutes: Double, kilocalories: Int, for person: MemberID,
    ending end: Instant? = nil
  ) -> Action {
    Action(making: TrainingLogID.init(entity:)) { draft throws(Refusal) in
      let length: UInt32 = try draft.integer(
        minutes, times: 60_000, within: 1...86_400_000, else: .amountOutOfRange)
      let burned: UInt16 = try draft.integer(
        kilocalories, within: 0...20_000, else: .amountOutOfRange)
      let end = end ?? draft.now
      // No phone's clock is a million years off, and no difference of two overflows.
      guard abs(end.milliseconds / 2) < 1 << 60 else { throw .dayOutOfRange }
      let start = end - Int64(length)
      guard (0..<1 << 48).contains(start.milliseconds) else { throw .dayOutOfRange }
      return .logWorkout(
        for: try draft.handle(of: person),
        WorkoutLog(
          kind, start: start, duration: length, calories: burned,
          day: draft.zone.localDay(at: start)))
    }
  }
}

extension Action where Made == Void {
  /// TRN-1: generates a template's session of a day, once across all devices.
  public static func generate(_ session: SessionID) -> Action {
    Action { draft throws(Refusal) in
      guard let day = session.key.generatedDay,
        let template = draft.state.pointee.training.template(session.key.entity)
      else { throw .templateUnknown }
      return .generateSession(for: template.owner, from: session.key.entity, on: day)
    }
  }

  /// TRN-1: sets whether a session is done, its effort and its notes.
  public static func finish(
    _ session: SessionID, _ done: Bool = true, effort: Int? = nil, notes: String = ""
  ) -> Action {
    change(session) { draft, owner throws(Refusal) in
      .completeSession(session.key, of: owner, try draft.report(done, effort, notes))
    }
  }

  /// TRN-1: moves a session, or changes its duration.
  public static func move(
    _ session: SessionID, to day: LocalDay, minuteOfDay: Int, minutes: Int
  ) -> Action {
    change(session) { draft, owner throws(Refusal) in
      .moveSession(
        session.key, of: owner,
        to: try draft.time(day, minuteOfDay: minuteOfDay, minutes: minutes))
    }
  }

  /// TRN-1: deletes a session permanently.
  public static func delete(_ session: SessionID) -> Action {
    change(session) { _, owner throws(Refusal) in .deleteSession(session.key, of: owner) }
  }

  /// TRN-2: marks an assigned workout as done, with effort and notes.
  public static func finish(
    _ assignment: AssignmentID, effort: Int, notes: String = ""
  ) -> Action {
    Action { draft throws(Refusal) in
      guard let found = draft.state.pointee.training.assignment(assignment.entity) else {
        throw .assignmentUnknown
      }
      return .completeAssignment(
        assignment.entity, of: found.athlete, try draft.report(true, effort, notes))
    }
  }

  /// TRN-3: imports a workout from a health store, under the store's own number, or an edit of it,
  /// which has a greater revision. Repeating it, on any device, changes nothing.
  public static func importWorkout(
    sample: UInt64, revision: Int = 1, _ kind: WorkoutKind, from start: Instant, minutes: Double,
    kilocalories: Int, for person: MemberID
  ) -> Action {
    Action { draft throws(Refusal) in
      guard (0..<1 << 48).contains(start.milliseconds) else { throw .dayOutOfRange }
      let workout = ImportedWorkout(
        sample: sample,
        revision: try draft.integer(
          revision, within: 1...ImportedWorkout.revisionMax, else: .amountOutOfRange),
        start: start,
        durationMilliseconds: try draft.integer(
          minutes, times: 60_000, within: 1...86_400_000, else: .amountOutOfRange),
        kind: kind.rawValue,
        kilocalories: try draft.integer(
          kilocalories, within: 0...20_000, else: .amountOutOfRange))
      return .importWorkout(workout, of: try draft.handle(of: person))
    }
  }

  /// TRN-3: removes an imported workout that was deleted in the health store.
  public static func removeImport(of sample: UInt64, for person: MemberID) -> Action {
    Action { draft throws(Refusal) in
      .removeImportedWorkout(sample, of: try draft.handle(of: person))
    }
  }

  /// TRN-3: deletes a workout from the log permanently.
  public static func delete(_ log: TrainingLogID) -> Action {
    Action { draft throws(Refusal) in
      guard let found = draft.state.pointee.training.workout(log.entity) else {
        throw .trainingLogUnknown
      }
      return .deleteTrainingLog(log.entity, of: found.person)
    }
  }

  private static func change(
    _ session: SessionID,
    _ command: @escaping (ActionContext, MemberHandle) throws(Refusal) -> Command
  ) -> Action {
    Action { draft throws(Refusal) in
      guard let found = draft.state.pointee.training.session(session.key) else {
        throw .sessionUnknown
      }
      return try command(draft, found.owner)
    }
  }
}

// MARK: Queries

extension Session where Storage: ~Copyable {
  /// TRN-1: a person's sessions of a day; none without read access.
  public func sessions(of person: MemberID, on day: LocalDay) -> [SessionView] {
    guard let (state, person) = reading(.training, of: person) else { return [] }
    return state.pointee.training.sessions(of: person, on: day).map { session in
      SessionView(
        id: SessionID(key: session.key), title: texts.text(of: session.title),
        type: session.character.type, intensity: session.character.intensity,
        time: session.time, notes: texts.text(of: session.report.notes),
        isDone: session.report.isDone, effort: session.report.effort.map { Int($0) })
    }
  }

  /// FAM-10: the athletes of a coach's roster, for who may read the coach's own training.
  public func roster(of coach: MemberID) -> [MemberID] {
    guard let (state, coach) = reading(.training, of: coach) else { return [] }
    return (0..<state.pointee.memberCount).map { MemberHandle(UInt16($0)) }
      .filter { state.pointee.shared.isOnRoster(coach: coach, athlete: $0) }
      .map { MemberID($0, in: state.pointee) }
  }

  /// TRN-1: the sessions that a person's templates plan for some days and that are not generated
  /// yet; TRN-8: those of today generate without being asked.
  public func sessionsToGenerate(
    for person: MemberID, from first: LocalDay, through last: LocalDay
  ) -> [SessionID] {
    guard let (state, person) = reading(.training, of: person), first <= last,
      state.pointee.covers(first), state.pointee.covers(last)
    else { return [] }
    return state.pointee.training.sessionsToGenerate(
      for: person, from: first, through: last, state.pointee.shared
    )
    .map { SessionID(key: $0) }
  }

  /// TRN-2: a coach's assignments to an athlete that are due on a day.
  public func assignments(of athlete: MemberID, dueOn day: LocalDay) -> [AssignmentView] {
    guard let (state, athlete) = reading(.training, of: athlete) else { return [] }
    return state.pointee.training.assignments(of: athlete, dueOn: day).map { assignment in
      AssignmentView(
        id: AssignmentID(entity: assignment.entity), title: texts.text(of: assignment.title),
        time: assignment.time, isDone: assignment.report.isDone,
        effort: assignment.report.effort.map { Int($0) },
        notes: texts.text(of: assignment.report.notes))
    }
  }

  /// TRN-3: a person's workouts that started on a day.
  public func workouts(of person: MemberID, on day: LocalDay) -> [WorkoutView] {
    guard let (state, person) = reading(.training, of: person) else { return [] }
    return state.pointee.training.workouts(of: person, on: day, state.pointee.shared).map {
      WorkoutView(workout: $0)
    }
  }

  /// TRN-6: the day's recommendation, generated at 05:00 UTC; nil without read access, and before
  /// the session's first exchange.
  public func recommendation(for person: MemberID) -> RecommendationView? {
    guard let lastServerContact, let (state, person) = readingForAdvice(of: person) else {
      return nil
    }
    return RecommendationView(
      state.pointee.training.dailyRecommendation(
        for: person, lastServerContact: lastServerContact, in: zone, state.pointee.shared), at: now)
  }

  /// TRN-6: a recommendation that is generated on demand, from the current state; nil without read
  /// access. OFF-1: that needs a connection, and is refused without one.
  public func generateRecommendation(
    for person: MemberID, isOnline: Bool = true
  ) throws(Refusal) -> RecommendationView? {
    if let refusal = OfflineRequest.generateRecommendation.refusal(isOnline: isOnline) {
      throw refusal
    }
    let now = now
    return readingForAdvice(of: person).map { state, person in
      RecommendationView(
        state.pointee.training.recommendation(
          for: person, at: now, today: zone.localDay(at: now), state.pointee.shared), at: now)
    }
  }

  /// It reveals how a person feels and trains, so it is for readers of both topics.
  private func readingForAdvice(
    of person: MemberID
  ) -> (state: UnsafePointer<ScopeState>, person: MemberHandle)? {
    reading(.diary, of: person) == nil ? nil : reading(.training, of: person)
  }
}

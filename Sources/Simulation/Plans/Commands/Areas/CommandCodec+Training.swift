import Chronology
import DomainCore

extension CommandCodec {
  mutating func fillTraining() throws(CommandTextError) {
    switch kind {
    case .sessionCreated, .workoutAssigned: try fillPlan()
    case .sessionGenerated:
      try codeEntity("template")
      try codeFirst("on", Fields.day)
    case .sessionChanged: try fillSessionChange()
    case .templateCreated: try fillBlueprint()
    case .templateChanged: try fillTemplateChange()
    case .assignmentChanged: try fillAssignmentChange()
    case .workoutLogged:
      var log = WorkoutLog(sourceCommand.payload)
      try codeField("workout", Fields.workout, &log.kind)
      try codeField("on", Fields.day16, &log.day)
      try codeField("start", Fields.instant48, &log.start)
      try codeField("milliseconds", Fields.count, &log.duration)
      try codeField("kilocalories", Fields.short, &log.calories, defaultValue: 0)
      made.payload = log.payload
    case .wellnessSet:
      var score = WellnessScore(sourceCommand.payload)
      try codeField("mental", Fields.byte, &score.mental)
      try codeField("physical", Fields.byte, &score.physical)
      made.payload = score.payload
    case .workoutImported: try fillImport()
    // The number from the health store, which is no operation's.
    case .workoutImportRemoved: try codeKey("sample", Fields.long)
    case .mobilityLogged:
      var work = MobilityWork(sourceCommand.payload)
      try codeField("exercise", Fields.short, &work.exercise)
      try codeField("minutes", Fields.short, &work.minutes)
      try codeField("notes", Fields.text, &work.notes, defaultValue: .empty)
      made.payload = work.payload
    case .trainingLogDeleted: try codeEntity("log")
    default: throw Self.unrepresentable
    }
  }

  private mutating func fillPlan() throws(CommandTextError) {
    var plan = SessionPlan(sourceCommand.payload)
    try codeField("title", Fields.text, &plan.title)
    try fill(&plan.time)
    try fill(&plan.character)
    made.payload = plan.payload
  }

  private mutating func fillBlueprint() throws(CommandTextError) {
    var blueprint = TemplateBlueprint(sourceCommand.payload)
    try codeField("title", Fields.text, &blueprint.title)
    try codeField("at", Fields.time, &blueprint.minuteOfDay)
    try codeField("minutes", Fields.short, &blueprint.minutes)
    try fill(&blueprint.character)
    try fill(&blueprint.recurrence)
    made.payload = blueprint.payload
  }

  private mutating func fillImport() throws(CommandTextError) {
    var workout = ImportedWorkout(sample: sourceCommand.entity, sourceCommand.payload)
    try codeField("sample", Fields.long, &workout.sample)
    try codeField("revision", Fields.count24, &workout.revision)
    try codeField("start", Fields.instant48, &workout.start)
    try codeField("milliseconds", Fields.count, &workout.durationMilliseconds)
    try codeField("workout", Fields.byte, &workout.kind)
    try codeField("kilocalories", Fields.short, &workout.kilocalories, defaultValue: 0)
    made.entity = Entity(raw: workout.sample)
    made.payload = workout.payload
  }
}

// MARK: - Fields shared by sessions, templates and assignments

extension CommandCodec {
  mutating func fill(_ time: inout SessionTime) throws(CommandTextError) {
    try codeField("on", Fields.day, &time.day)
    try codeField("at", Fields.time, &time.minuteOfDay)
    try codeField("minutes", Fields.short, &time.minutes)
  }

  mutating func fill(_ character: inout SessionCharacter) throws(CommandTextError) {
    try codeField("type", Fields.sessionType, &character.type)
    try codeField("intensity", Fields.intensity, &character.intensity, defaultValue: .medium)
  }

  mutating func fill(_ recurrence: inout TemplateRecurrence) throws(CommandTextError) {
    var weekdays = recurrence.weekdays.rawValue
    try codeField("weekdays", Fields.weekdays, &weekdays)
    recurrence.weekdays = WeekdaySet(rawValue: weekdays)
    try codeField("from", Fields.day, &recurrence.first)
    try codeField("daysAfter", Fields.days16, ifAny: &recurrence.length)
  }

  mutating func fill(_ report: inout EffortReport) throws(CommandTextError) {
    try codeField("done", Fields.flag, &report.isDone)
    try codeField("effort", Fields.effort, ifAny: &report.effort)
    try codeField("notes", Fields.text, &report.notes, defaultValue: .empty)
  }
}

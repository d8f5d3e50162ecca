import Chronology
import DomainCore

extension CommandForm {
  mutating func fillTraining() throws(CommandTextError) {
    switch kind {
    case .sessionCreated, .workoutAssigned: try fillPlan()
    case .sessionGenerated:
      try sayEntity("template")
      try sayFirst("on", Fields.day)
    case .sessionChanged: try fillSessionChange()
    case .templateCreated: try fillBlueprint()
    case .templateChanged: try fillTemplateChange()
    case .assignmentChanged: try fillAssignmentChange()
    case .workoutLogged:
      var log = WorkoutLog(said.payload)
      try say("workout", Fields.workout, &log.kind)
      try say("on", Fields.day16, &log.day)
      try say("start", Fields.instant48, &log.start)
      try say("milliseconds", Fields.count, &log.duration)
      try say("kilocalories", Fields.short, &log.calories, usually: 0)
      made.payload = log.payload
    case .wellnessSet:
      var score = WellnessScore(said.payload)
      try say("mental", Fields.byte, &score.mental)
      try say("physical", Fields.byte, &score.physical)
      made.payload = score.payload
    case .workoutImported: try fillImport()
    // The number that the health store has given it, which is no operation's.
    case .workoutImportRemoved: try sayKey("sample", Fields.long)
    case .mobilityLogged:
      var work = MobilityWork(said.payload)
      try say("exercise", Fields.short, &work.exercise)
      try say("minutes", Fields.short, &work.minutes)
      try say("notes", Fields.text, &work.notes, usually: .empty)
      made.payload = work.payload
    case .trainingLogDeleted: try sayEntity("log")
    default: throw Self.unsayable
    }
  }

  private mutating func fillPlan() throws(CommandTextError) {
    var plan = SessionPlan(said.payload)
    try say("title", Fields.text, &plan.title)
    try fill(&plan.time)
    try fill(&plan.character)
    made.payload = plan.payload
  }

  private mutating func fillBlueprint() throws(CommandTextError) {
    var blueprint = TemplateBlueprint(said.payload)
    try say("title", Fields.text, &blueprint.title)
    try say("at", Fields.time, &blueprint.minuteOfDay)
    try say("minutes", Fields.short, &blueprint.minutes)
    try fill(&blueprint.character)
    try fill(&blueprint.recurrence)
    made.payload = blueprint.payload
  }

  private mutating func fillImport() throws(CommandTextError) {
    var workout = ImportedWorkout(sample: said.entity, said.payload)
    try say("sample", Fields.long, &workout.sample)
    try say("revision", Fields.count24, &workout.revision)
    try say("start", Fields.instant48, &workout.start)
    try say("milliseconds", Fields.count, &workout.durationMilliseconds)
    try say("workout", Fields.byte, &workout.kind)
    try say("kilocalories", Fields.short, &workout.kilocalories, usually: 0)
    made.entity = Entity(raw: workout.sample)
    made.payload = workout.payload
  }
}

// MARK: - What sessions, templates and assignments share

extension CommandForm {
  mutating func fill(_ time: inout SessionTime) throws(CommandTextError) {
    try say("on", Fields.day, &time.day)
    try say("at", Fields.time, &time.minuteOfDay)
    try say("minutes", Fields.short, &time.minutes)
  }

  mutating func fill(_ character: inout SessionCharacter) throws(CommandTextError) {
    try say("type", Fields.sessionType, &character.type)
    try say("intensity", Fields.intensity, &character.intensity, usually: .medium)
  }

  mutating func fill(_ recurrence: inout TemplateRecurrence) throws(CommandTextError) {
    var weekdays = recurrence.weekdays.rawValue
    try say("weekdays", Fields.weekdays, &weekdays)
    recurrence.weekdays = WeekdaySet(rawValue: weekdays)
    try say("from", Fields.day, &recurrence.first)
    try say("daysAfter", Fields.days16, ifAny: &recurrence.length)
  }

  mutating func fill(_ report: inout EffortReport) throws(CommandTextError) {
    try say("done", Fields.flag, &report.isDone)
    try say("effort", Fields.effort, ifAny: &report.effort)
    try say("notes", Fields.text, &report.notes, usually: .empty)
  }
}

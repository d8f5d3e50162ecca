import Chronology
import DomainCore

extension CommandForm {
  mutating func fillSessionChange() throws(CommandTextError) {
    let change = TrainingChange(said.payload, hasDay: true)
    try sayEntity("session")
    // A session that a template generated is known by the template and the day.
    var day = change.key(of: said.entity).generatedDay
    try say("generatedOn", Fields.day, ifAny: &day)
    let field = try sayVariant(
      "field", Fields.sessionField, SessionField(rawValue: change.field))
    var changed = TrainingChange(
      field: field.rawValue, value: change.value, dayNumber: day?.number ?? SessionKey.byHand)
    switch field {
    case .title, .focus, .notes: try say("to", Fields.text, word: &changed.value)
    case .time: try fillTime(&changed.value)
    case .character: try fillCharacter(&changed.value)
    case .exercise: try fillExercise(change, &changed)
    case .set: try fillSet(change, &changed)
    case .completion: try fillReport(&changed.value)
    case .deletion: try say("deleted", Fields.flag, word: &changed.value, usually: true)
    }
    made.payload = changed.payload
  }

  mutating func fillTemplateChange() throws(CommandTextError) {
    let change = TrainingChange(said.payload, hasDay: false)
    try sayEntity("template")
    let field = try sayVariant(
      "field", Fields.templateField, TemplateField(rawValue: change.field))
    var changed = TrainingChange(field: field.rawValue, value: change.value)
    switch field {
    case .title: try say("to", Fields.text, word: &changed.value)
    case .recurrence:
      var recurrence = TemplateRecurrence(packed: changed.value)
      try fill(&recurrence)
      changed.value = recurrence.packed
    case .time:
      // The day of a template's time is that of no session.
      var time = SessionTime(packed: changed.value)
      time.day = LocalDay(number: 0)
      try say("at", Fields.time, &time.minuteOfDay)
      try say("minutes", Fields.short, &time.minutes)
      changed.value = time.packed
    case .character: try fillCharacter(&changed.value)
    case .exercise: try fillExercise(change, &changed)
    case .deletion: try say("deleted", Fields.flag, word: &changed.value, usually: true)
    }
    made.payload = changed.payload
  }

  mutating func fillAssignmentChange() throws(CommandTextError) {
    let change = TrainingChange(said.payload, hasDay: false)
    try sayEntity("assignment")
    let field = try sayVariant(
      "field", Fields.assignmentField, AssignmentField(rawValue: change.field))
    var changed = TrainingChange(field: field.rawValue, value: change.value)
    switch field {
    case .title, .place: try say("to", Fields.text, word: &changed.value)
    case .time: try fillTime(&changed.value)
    case .completion: try fillReport(&changed.value)
    case .withdrawal: try say("withdrawn", Fields.flag, word: &changed.value, usually: true)
    }
    made.payload = changed.payload
  }
}

// MARK: - Values

extension CommandForm {
  private mutating func fillTime(_ word: inout UInt64) throws(CommandTextError) {
    var time = SessionTime(packed: word)
    try fill(&time)
    word = time.packed
  }

  private mutating func fillCharacter(_ word: inout UInt64) throws(CommandTextError) {
    var character = SessionCharacter(packed: word)
    try fill(&character)
    word = character.packed
  }

  private mutating func fillReport(_ word: inout UInt64) throws(CommandTextError) {
    var report = EffortReport(packed: word)
    try fill(&report)
    word = report.packed
  }

  /// An exercise stands at its number; one without sets is taken out.
  private mutating func fillExercise(
    _ change: TrainingChange, _ changed: inout TrainingChange
  ) throws(CommandTextError) {
    changed.exercise = change.exercise
    try say("exercise", Fields.byte, &changed.exercise)
    var plan = ExercisePlan(packed: change.value, sets: change.sets)
    try say("name", Fields.text, &plan.name)
    try say("sets", Fields.byte, &plan.sets)
    try say("reps", Fields.bits12, &plan.reps)
    try say("grams", Fields.count20, &plan.grams, usually: 0)
    changed.sets = plan.sets
    changed.value = plan.packed
  }

  private mutating func fillSet(
    _ change: TrainingChange, _ changed: inout TrainingChange
  ) throws(CommandTextError) {
    (changed.exercise, changed.set) = (change.exercise, change.set)
    try say("exercise", Fields.byte, &changed.exercise)
    try say("set", Fields.byte, &changed.set)
    var result = SetResult(packed: change.value)
    try say("reps", Fields.short, &result.reps)
    try say("grams", Fields.count, &result.grams, usually: 0)
    try say("effort", Fields.effort, ifAny: &result.rpe)
    try say("done", Fields.flag, &result.isDone)
    changed.value = result.packed
  }
}

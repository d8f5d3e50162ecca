import Chronology
import DomainCore

extension CommandCodec {
  mutating func fillSessionChange() throws(CommandTextError) {
    let change = TrainingChange(sourceCommand.payload, hasDay: true)
    try codeEntity("session")
    // A session that a template generated is known by the template and the day.
    var day = change.key(of: sourceCommand.entity).generatedDay
    try codeField("generatedOn", Fields.day, ifAny: &day)
    let field = try codeVariant(
      "field", Fields.sessionField, SessionField(rawValue: change.field))
    var changed = TrainingChange(
      field: field.rawValue, value: change.value, dayNumber: day?.number ?? SessionKey.byHand)
    switch field {
    case .title, .focus, .notes: try codeField("to", Fields.text, word: &changed.value)
    case .time: try fillTime(&changed.value)
    case .character: try fillCharacter(&changed.value)
    case .exercise: try fillExercise(change, &changed)
    case .set: try fillSet(change, &changed)
    case .completion: try fillReport(&changed.value)
    case .deletion: try codeField("deleted", Fields.flag, word: &changed.value, usually: true)
    }
    made.payload = changed.payload
  }

  mutating func fillTemplateChange() throws(CommandTextError) {
    let change = TrainingChange(sourceCommand.payload, hasDay: false)
    try codeEntity("template")
    let field = try codeVariant(
      "field", Fields.templateField, TemplateField(rawValue: change.field))
    var changed = TrainingChange(field: field.rawValue, value: change.value)
    switch field {
    case .title: try codeField("to", Fields.text, word: &changed.value)
    case .recurrence:
      var recurrence = TemplateRecurrence(packed: changed.value)
      try fill(&recurrence)
      changed.value = recurrence.packed
    case .time:
      // The day of a template's time is that of no session.
      var time = SessionTime(packed: changed.value)
      time.day = LocalDay(number: 0)
      try codeField("at", Fields.time, &time.minuteOfDay)
      try codeField("minutes", Fields.short, &time.minutes)
      changed.value = time.packed
    case .character: try fillCharacter(&changed.value)
    case .exercise: try fillExercise(change, &changed)
    case .deletion: try codeField("deleted", Fields.flag, word: &changed.value, usually: true)
    }
    made.payload = changed.payload
  }

  mutating func fillAssignmentChange() throws(CommandTextError) {
    let change = TrainingChange(sourceCommand.payload, hasDay: false)
    try codeEntity("assignment")
    let field = try codeVariant(
      "field", Fields.assignmentField, AssignmentField(rawValue: change.field))
    var changed = TrainingChange(field: field.rawValue, value: change.value)
    switch field {
    case .title, .place: try codeField("to", Fields.text, word: &changed.value)
    case .time: try fillTime(&changed.value)
    case .completion: try fillReport(&changed.value)
    case .withdrawal: try codeField("withdrawn", Fields.flag, word: &changed.value, usually: true)
    }
    made.payload = changed.payload
  }
}

// MARK: - Values

extension CommandCodec {
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
    try codeField("exercise", Fields.byte, &changed.exercise)
    var plan = ExercisePlan(packed: change.value, sets: change.sets)
    try codeField("name", Fields.text, &plan.name)
    try codeField("sets", Fields.byte, &plan.sets)
    try codeField("reps", Fields.bits12, &plan.reps)
    try codeField("grams", Fields.count20, &plan.grams, usually: 0)
    changed.sets = plan.sets
    changed.value = plan.packed
  }

  private mutating func fillSet(
    _ change: TrainingChange, _ changed: inout TrainingChange
  ) throws(CommandTextError) {
    (changed.exercise, changed.set) = (change.exercise, change.set)
    try codeField("exercise", Fields.byte, &changed.exercise)
    try codeField("set", Fields.byte, &changed.set)
    var result = SetResult(packed: change.value)
    try codeField("reps", Fields.short, &result.reps)
    try codeField("grams", Fields.count, &result.grams, usually: 0)
    try codeField("effort", Fields.effort, ifAny: &result.rpe)
    try codeField("done", Fields.flag, &result.isDone)
    changed.value = result.packed
  }
}

import Base
import Chronology
import DomainCore

extension CommandCodec {
  mutating func fillSchedule() throws(CommandTextError) {
    switch kind {
    case .sportCreated:
      var creation = SportCreation(sourceCommand.payload)
      try codeField("name", Fields.text, &creation.name)
      try codeField("icon", Fields.short, &creation.icon, defaultValue: 0)
      try fill(&creation.season)
      made.payload = creation.payload
    case .sportFieldSet: try fillSportChange()
    case .sportDeleted: try codeEntity("sport")
    case .classCreated:
      var creation = ClassCreation(sourceCommand.payload)
      try codeField("sport", Fields.entity, &creation.sport)
      try codeField("type", Fields.classType, &creation.type)
      try fill(&creation.start)
      try codeField("minutes", Fields.bits14, &creation.durationMinutes)
      made.payload = creation.payload
    case .classFieldSet: try fillClassChange()
    case .classRuleSet:
      try codeEntity("class")
      var recurrence = PackedRecurrence(sourceCommand.payload)
      try codeField("rule", Fields.recurrence, &recurrence)
      made.payload = recurrence.payload
    case .classDeleted: try codeEntity("class")
    case .participantSet:
      try codeEntity("in")
      try codeFirst("takesPart", Fields.flag)
    case .occurrenceFieldSet: try fillOccurrenceChange()
    case .attendanceSet:
      try codeEntity("class")
      var attendance = AttendancePayload(sourceCommand.payload)
      try codeField("on", Fields.day, &attendance.day)
      try codeField("attended", Fields.flag, &attendance.attended)
      made.payload = attendance.payload
    case .dutyClaimed, .dutyReleased, .dutyAssigned, .dutyCoverageSet: try fillDuty()
    case .dutySwapChanged: try fillSwap()
    case .conflictFieldSet: try fillConflictChange()
    default: throw Self.unrepresentable
    }
  }

  private mutating func fillSportChange() throws(CommandTextError) {
    try codeEntity("sport")
    var change = FieldChange(sourceCommand.payload)
    let field = try codeVariant("field", Fields.sportField, change.sportField)
    change.field = UInt64(field.rawValue)
    switch field {
    case .name, .category, .team, .coachName, .coachContact, .place:
      try codeField("to", Fields.text, word: &change.value)
    case .icon: try codeField("to", Fields.short, word: &change.value)
    case .season:
      var season = Season(packed: change.value)
      try fill(&season)
      change.value = season.packed
    case .archived: try codeField("to", Fields.flag, word: &change.value)
    }
    made.payload = change.payload
  }

  private mutating func fillClassChange() throws(CommandTextError) {
    try codeEntity("class")
    var change = FieldChange(sourceCommand.payload)
    let field = try codeVariant("field", Fields.classField, change.classField)
    change.field = UInt64(field.rawValue)
    switch field {
    case .type: try codeField("to", Fields.classType, word: &change.value)
    case .start:
      var start = ClassStart(packed: change.value)
      try fill(&start)
      change.value = start.packed
    case .duration: try codeField("minutes", Fields.long, word: &change.value)
    case .place: try fillPlace(&change.value)
    case .notes, .equipment: try codeField("to", Fields.text, word: &change.value)
    }
    made.payload = change.payload
  }

  private mutating func fillOccurrenceChange() throws(CommandTextError) {
    try codeEntity("class")
    var change = OccurrenceChange(sourceCommand.payload)
    try codeField("on", Fields.day, &change.day)
    let field = try codeVariant("field", Fields.occurrenceField, change.field)
    change.field = field
    switch field {
    case .cancelled, .dropOffHandled, .pickUpHandled:
      try codeField("to", Fields.flag, word: &change.value)
    case .start:
      // Zero resets the occurrence to the time of its series.
      var start = change.value == 0 ? nil : MovedStart(packed: change.value)
      try codeField("to", Fields.movedStart, ifAny: &start)
      change.value = start?.packed ?? 0
    case .duration: try codeField("minutes", Fields.long, word: &change.value)
    case .place: try fillPlace(&change.value)
    case .notes, .title, .dropOffNote, .pickUpNote:
      try codeField("to", Fields.text, word: &change.value)
    }
    made.payload = change.payload
  }

  private mutating func fill(_ season: inout Season) throws(CommandTextError) {
    try codeField("from", Fields.day, &season.first)
    try codeField("through", Fields.day, &season.last)
  }

  private mutating func fill(_ start: inout ClassStart) throws(CommandTextError) {
    try codeField("on", Fields.day22, &start.day)
    try codeField("at", Fields.time11, &start.minute)
    try codeField("zone", Fields.zone, &start.zone)
  }

  private mutating func fillPlace(_ word: inout UInt64) throws(CommandTextError) {
    var place = ClassPlace(packed: word)
    try codeField("place", Fields.text, &place.text)
    try codeField("number", Fields.short, &place.number, defaultValue: 0)
    try codeField("travelMinutes", Fields.oneLess, &place.travelSet, defaultValue: 0)
    word = place.packed
  }
}

// MARK: - Duties and conflicts

extension CommandCodec {
  private mutating func fillDuty() throws(CommandTextError) {
    let payload = DutyPayload(sourceCommand.entity, sourceCommand.payload)
    var changed = DutyPayload(payload.duty)
    try fill(&changed.duty, "class", "on", "duty")
    if kind == .dutyAssigned {
      changed.expected = payload.expected
      try codeField("insteadOf", Fields.member, &changed.expected, defaultValue: .newcomer)
    }
    if kind == .dutyCoverageSet {
      changed.isOn = payload.isOn
      try codeField("requested", Fields.flag, &changed.isOn)
    }
    made.entity = changed.duty.occurrence.trainingClass
    made.payload = changed.payload
  }

  private mutating func fillSwap() throws(CommandTextError) {
    var swap = SwapPayload(sourceCommand.entity, sourceCommand.payload)
    try fill(&swap.given, "class", "on", "duty")
    try fill(&swap.wanted, "forClass", "forOn", "forDuty")
    try codeField("step", Fields.swapStep, &swap.step)
    made.entity = swap.given.occurrence.trainingClass
    made.payload = swap.payload
  }

  private mutating func fill(
    _ duty: inout Duty, _ trainingClass: String, _ day: String, _ kind: String
  ) throws(CommandTextError) {
    try codeField(trainingClass, Fields.entity, &duty.occurrence.trainingClass)
    try codeField(day, Fields.day22, &duty.occurrence.day)
    try codeField(kind, Fields.duty, &duty.kind)
  }

  private mutating func fillConflictChange() throws(CommandTextError) {
    // The identity of a conflict is a digest of its person and classes that cannot be reversed, so
    // it is no reference: in a changed plan it may match no conflict.
    var conflict = Digest128(first: sourceCommand.entity.raw, second: sourceCommand.payload.first)
    try codeField("conflict", Fields.digest, &conflict)
    let number = UInt8(exactly: sourceCommand.payload.second >> 32)
    let field = try codeVariant("field", Fields.conflictField, number.flatMap(ConflictField.init))
    var value = sourceCommand.payload.second & 0xFFFF_FFFF
    switch field {
    case .acknowledged, .handled: try codeField("to", Fields.flag, word: &value)
    case .note: try codeField("to", Fields.text, word: &value)
    }
    made.entity = Entity(raw: conflict.first)
    made.payload = Payload(conflict.second, UInt64(field.rawValue) << 32 | value)
  }
}

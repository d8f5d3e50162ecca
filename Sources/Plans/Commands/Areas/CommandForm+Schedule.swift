import Base
import Chronology
import DomainCore

extension CommandForm {
  mutating func fillSchedule() throws(CommandTextError) {
    switch kind {
    case .sportCreated:
      var creation = SportCreation(said.payload)
      try say("name", Fields.text, &creation.name)
      try say("icon", Fields.short, &creation.icon, usually: 0)
      try fill(&creation.season)
      made.payload = creation.payload
    case .sportFieldSet: try fillSportChange()
    case .sportDeleted: try sayEntity("sport")
    case .classCreated:
      var creation = ClassCreation(said.payload)
      try say("sport", Fields.entity, &creation.sport)
      try say("type", Fields.classType, &creation.type)
      try fill(&creation.start)
      try say("minutes", Fields.bits14, &creation.durationMinutes)
      made.payload = creation.payload
    case .classFieldSet: try fillClassChange()
    case .classRuleSet:
      try sayEntity("class")
      var recurrence = PackedRecurrence(said.payload)
      try say("rule", Fields.recurrence, &recurrence)
      made.payload = recurrence.payload
    case .classDeleted: try sayEntity("class")
    case .participantSet:
      try sayEntity("in")
      try sayFirst("takesPart", Fields.flag)
    case .occurrenceFieldSet: try fillOccurrenceChange()
    case .attendanceSet:
      try sayEntity("class")
      var attendance = AttendancePayload(said.payload)
      try say("on", Fields.day, &attendance.day)
      try say("attended", Fields.flag, &attendance.attended)
      made.payload = attendance.payload
    case .dutyClaimed, .dutyReleased, .dutyAssigned, .dutyCoverageSet: try fillDuty()
    case .dutySwapSaid: try fillSwap()
    case .conflictFieldSet: try fillConflictChange()
    default: throw Self.unsayable
    }
  }

  private mutating func fillSportChange() throws(CommandTextError) {
    try sayEntity("sport")
    var change = FieldChange(said.payload)
    let field = try sayVariant("field", Fields.sportField, change.sportField)
    change.field = UInt64(field.rawValue)
    switch field {
    case .name, .category, .team, .coachName, .coachContact, .place:
      try say("to", Fields.text, word: &change.value)
    case .icon: try say("to", Fields.short, word: &change.value)
    case .season:
      var season = Season(packed: change.value)
      try fill(&season)
      change.value = season.packed
    case .archived: try say("to", Fields.flag, word: &change.value)
    }
    made.payload = change.payload
  }

  private mutating func fillClassChange() throws(CommandTextError) {
    try sayEntity("class")
    var change = FieldChange(said.payload)
    let field = try sayVariant("field", Fields.classField, change.classField)
    change.field = UInt64(field.rawValue)
    switch field {
    case .type: try say("to", Fields.classType, word: &change.value)
    case .start:
      var start = ClassStart(packed: change.value)
      try fill(&start)
      change.value = start.packed
    case .duration: try say("minutes", Fields.long, word: &change.value)
    case .place: try fillPlace(&change.value)
    case .notes, .equipment: try say("to", Fields.text, word: &change.value)
    }
    made.payload = change.payload
  }

  private mutating func fillOccurrenceChange() throws(CommandTextError) {
    try sayEntity("class")
    var change = OccurrenceChange(said.payload)
    try say("on", Fields.day, &change.day)
    let field = try sayVariant("field", Fields.occurrenceField, change.field)
    change.field = field
    switch field {
    case .cancelled, .dropOffHandled, .pickUpHandled:
      try say("to", Fields.flag, word: &change.value)
    case .start:
      // Zero puts it back to where the series has it.
      var start = change.value == 0 ? nil : MovedStart(packed: change.value)
      try say("to", Fields.movedStart, ifAny: &start)
      change.value = start?.packed ?? 0
    case .duration: try say("minutes", Fields.long, word: &change.value)
    case .place: try fillPlace(&change.value)
    case .notes, .title, .dropOffNote, .pickUpNote:
      try say("to", Fields.text, word: &change.value)
    }
    made.payload = change.payload
  }

  private mutating func fill(_ season: inout Season) throws(CommandTextError) {
    try say("from", Fields.day, &season.first)
    try say("through", Fields.day, &season.last)
  }

  private mutating func fill(_ start: inout ClassStart) throws(CommandTextError) {
    try say("on", Fields.day22, &start.day)
    try say("at", Fields.time11, &start.minute)
    try say("zone", Fields.zone, &start.zone)
  }

  private mutating func fillPlace(_ word: inout UInt64) throws(CommandTextError) {
    var place = ClassPlace(packed: word)
    try say("place", Fields.text, &place.text)
    try say("number", Fields.short, &place.number, usually: 0)
    try say("travelMinutes", Fields.oneLess, &place.travelSaid, usually: 0)
    word = place.packed
  }
}

// MARK: - Duties and conflicts

extension CommandForm {
  private mutating func fillDuty() throws(CommandTextError) {
    let payload = DutyPayload(said.entity, said.payload)
    var changed = DutyPayload(payload.duty)
    try fill(&changed.duty, "class", "on", "duty")
    if kind == .dutyAssigned {
      changed.expected = payload.expected
      try say("insteadOf", Fields.member, &changed.expected, usually: .newcomer)
    }
    if kind == .dutyCoverageSet {
      changed.isOn = payload.isOn
      try say("requested", Fields.flag, &changed.isOn)
    }
    made.entity = changed.duty.occurrence.trainingClass
    made.payload = changed.payload
  }

  private mutating func fillSwap() throws(CommandTextError) {
    var swap = SwapPayload(said.entity, said.payload)
    try fill(&swap.given, "class", "on", "duty")
    try fill(&swap.wanted, "forClass", "forOn", "forDuty")
    try say("step", Fields.swapStep, &swap.step)
    made.entity = swap.given.occurrence.trainingClass
    made.payload = swap.payload
  }

  private mutating func fill(
    _ duty: inout Duty, _ trainingClass: String, _ day: String, _ kind: String
  ) throws(CommandTextError) {
    try say(trainingClass, Fields.entity, &duty.occurrence.trainingClass)
    try say(day, Fields.day22, &duty.occurrence.day)
    try say(kind, Fields.duty, &duty.kind)
  }

  private mutating func fillConflictChange() throws(CommandTextError) {
    // The identity of a conflict is a digest of who and what collides, from which nobody finds
    // these. So it is no reference: in a plan that has changed it may be that of no conflict.
    var conflict = Digest128(first: said.entity.raw, second: said.payload.first)
    try say("conflict", Fields.digest, &conflict)
    let number = UInt8(exactly: said.payload.second >> 32)
    let field = try sayVariant("field", Fields.conflictField, number.flatMap(ConflictField.init))
    var value = said.payload.second & 0xFFFF_FFFF
    switch field {
    case .acknowledged, .handled: try say("to", Fields.flag, word: &value)
    case .note: try say("to", Fields.text, word: &value)
    }
    made.entity = Entity(raw: conflict.first)
    made.payload = Payload(conflict.second, UInt64(field.rawValue) << 32 | value)
  }
}

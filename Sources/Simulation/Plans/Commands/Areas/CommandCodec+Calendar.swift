import Chronology
import DomainCore

extension CommandCodec {
  mutating func fillCalendar() throws(CommandTextError) {
    switch kind {
    case .calendarConnectionSet: try fillCalendarSetting("connected", Fields.flag)
    case .calendarModeSet: try fillCalendarSetting("mode", Fields.calendarMode)
    case .calendarEventMapped: try fillEvent("event")
    case .calendarFieldsExchanged: try fillExchange()
    case .calendarRevisionSeen: try fillEvent("revision")
    case .calendarEditImported:
      var (address, value) = (try fillAddress(), sourceCommand.payload.first)
      let field = try codeVariant(
        "field", Fields.calendarField, CalendarField(rawValue: address.part))
      address.part = field.rawValue
      try fill(field, &value)
      made.payload = Payload(value, address.word)
    case .calendarEventGone:
      var address = try fillAddress()
      var part = UInt64(address.part)
      try codeField("deletedBy", Fields.side, word: &part)
      address.part = UInt8(part)
      made.payload = Payload(0, address.word)
    case .calendarConflictRecorded: try fillCalendarConflict()
    case .calendarFieldsOverruled:
      var address = try fillAddress()
      try codeField("fields", Fields.calendarFields, &address.part)
      made.payload = Payload(0, address.word)
    default: throw Self.unrepresentable
    }
  }

  /// A value for a whole calendar, identified by the calendar's number.
  private mutating func fillCalendarSetting<Value: WordEncodable>(
    _ name: String, _ type: FieldType<Value>
  ) throws(CommandTextError) {
    var calendar = CalendarAddress(sourceCommand.payload.second).calendar
    try codeField("calendar", Fields.byte, &calendar)
    var value = sourceCommand.payload.first
    try codeField(name, type, word: &value)
    made.payload = Payload(
      value, CalendarAddress(LocalDay(number: 0), in: calendar).word)
  }

  /// An occurrence in a calendar; the other part of the key and the site are unchanged.
  private mutating func fillAddress() throws(CommandTextError) -> CalendarAddress {
    let sourceCommand = CalendarAddress(sourceCommand.payload.second)
    var address = CalendarAddress(
      sourceCommand.day, in: sourceCommand.calendar, part: sourceCommand.part)
    try codeEntity("class")
    try codeField("on", Fields.day16, &address.day)
    try codeField("calendar", Fields.byte, &address.calendar)
    return address
  }

  /// Values that the calendar identifies by a number of its own.
  private mutating func fillEvent(_ name: String) throws(CommandTextError) {
    var (address, number) = (try fillAddress(), sourceCommand.payload.first)
    address.part = 0
    try codeField(name, Fields.long, word: &number)
    made.payload = Payload(number, address.word)
  }

  /// A version is a stamp and an install: it identifies a write, and refers to nothing that a step
  /// created.
  private mutating func fillExchange() throws(CommandTextError) {
    var (address, stamp) = (try fillAddress(), sourceCommand.payload.first)
    address.site = CalendarAddress(sourceCommand.payload.second).site
    try codeField("fields", Fields.calendarFields, &address.part)
    var written = Instant(milliseconds: Int64(stamp >> 16))
    var counter = UInt16(truncatingIfNeeded: stamp)
    try codeField("written", Fields.instant48, &written)
    try codeField("counter", Fields.short, &counter, defaultValue: 0)
    try codeField("site", Fields.count, &address.site)
    stamp = UInt64(written.milliseconds) << 16 | UInt64(counter)
    made.payload = Payload(stamp, address.word)
  }

  private mutating func fillCalendarConflict() throws(CommandTextError) {
    var (address, value) = (try fillAddress(), sourceCommand.payload.first)
    let part = CalendarConflictPart(address.part)
    let field = try codeVariant("field", Fields.calendarField, part?.field)
    var (loser, isByDeletion) = (part?.loser ?? .ours, part?.isByDeletion ?? false)
    try fill(field, &value)
    try codeField("loser", Fields.side, &loser)
    try codeField("byDeletion", Fields.flag, &isByDeletion, defaultValue: false)
    address.part =
      CalendarConflictPart(field: field, loser: loser, isByDeletion: isByDeletion).part
    made.payload = Payload(value, address.word)
  }

  /// What a field of an event is, as `CalendarValues` has it.
  private mutating func fill(
    _ field: CalendarField, _ value: inout UInt64
  ) throws(CommandTextError) {
    switch field {
    case .title, .place, .details: try codeField("to", Fields.text, word: &value)
    case .start: try codeField("to", Fields.instant, word: &value)
    case .duration: try codeField("milliseconds", Fields.amount, word: &value)
    case .drivers:
      var values = CalendarValues(words: .zero)
      values[.drivers] = value
      var dropOff = values.driver(.dropOff) ?? .newcomer
      var pickUp = values.driver(.pickUp) ?? .newcomer
      try codeField("dropOff", Fields.member, &dropOff, defaultValue: .newcomer)
      try codeField("pickUp", Fields.member, &pickUp, defaultValue: .newcomer)
      value =
        CalendarValues(
          title: .empty, start: Instant(milliseconds: 0), durationMilliseconds: 0, place: .empty,
          details: .empty, dropOff: dropOff == .newcomer ? nil : dropOff,
          pickUp: pickUp == .newcomer ? nil : pickUp)[.drivers]
    }
  }
}

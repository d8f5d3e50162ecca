import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// P14 of calendars: the event of each occurrence and its last synced state follow from the log
// (CAL-1…CAL-3); an imported edit is shown until a person writes the field again; no event stands
// for two occurrences (CAL-2); lost edits are on record; the last connection setting counts
// (CAL-4). The items to show are the plan with its drivers (CAL-2), and each field has the version
// of its last write, by which later edits win.
//
// Checked at quiescence, and after each row of a calendar for its event; the items to show for the
// days around the end. Of versions only the stamps are checked, because the site also distinguishes
// two merged writes.
extension LogReplay {
  mutating func ingestSchedule(_ fact: Fact) {
    let imported = calendars.ingest(fact, in: activity.plan)
    if let imported { importedTaps.append(imported) }
    let recorded = imported ?? fact
    records.ingest(recorded)
    attendance.ingest(recorded)
    activity.ingest(recorded)
  }

  mutating func checkCalendars(_ state: borrowing ScopeState) {
    if wasErased || calendars.isEmpty { return }
    checkImported(state)
    checkEvents(state)
    for link in calendars.links() {
      tally.count(.derivedState)
      if state.calendar.calendarConnection(link.calendar) != link {
        report(.derivedState, "a calendar's connection differs from the last setting")
      }
    }
    let conflicts = calendars.conflicts
    tally.count(.derivedState)
    let isRight =
      state.calendar.conflicts.count == conflicts.count
      && conflicts.allSatisfy { id, conflict in
        state.calendar.conflicts.row(of: RowKey(id.raw)) == conflict
      }
    if !isRight { report(.derivedState, "the edits recorded as lost differ from those that lost") }
    checkItems(state)
  }

  private mutating func checkImported(_ state: borrowing ScopeState) {
    for tap in importedTaps where records.stands(tap) {
      tally.count(.derivedState)
      if FieldVisibility.shows(tap, in: state) == false {
        report(.derivedState, tap.identity, "an edit imported from a calendar is not shown")
      }
    }
  }

  private mutating func checkEvents(_ state: borrowing ScopeState) {
    let mappings = calendars.mappings()
    var living: [RowKey: CalendarIdentity] = [:]
    tally.count(.derivedState)
    if state.calendar.mappings.count != mappings.count {
      report(.derivedState, "the occurrences that have events differ from the log")
    }
    for expected in mappings {
      tally.count(.derivedState)
      if state.calendar.calendarMapping(of: expected.identity, in: expected.calendar) != expected {
        report(
          .derivedState, expected.identity.trainingClass,
          "the last synced state of an event differs from the log")
      }
      guard expected.isMapped, !expected.isGone else { continue }
      let event = RowKey(expected.event, UInt64(expected.calendar))
      if living.updateValue(expected.identity, forKey: event) != nil {
        report(
          .derivedState, expected.identity.trainingClass, "one event stands for two occurrences")
      }
    }
  }

  // MARK: Items to show

  private mutating func checkItems(_ state: borrowing ScopeState) {
    let today = now.utcDay
    let window = today.adding(days: -7)...today.adding(days: 14)
    let items = state.schedule.calendarItems(in: window, state.shared)
    let plan = activity.plan
    let expected = plan.all(in: window).filter { window.contains($0.day) }
    tally.count(.derivedState)
    if items.count != expected.count {
      report(.derivedState, "the occurrences selected for a calendar differ from the plan")
      return
    }
    for (place, occurrence) in expected.enumerated() {
      let item = items[place]
      tally.count(.derivedState)
      let identity = CalendarIdentity(trainingClass: occurrence.trainingClass, day: occurrence.day)
      guard item.identity == identity, item.values == values(of: occurrence, plan) else {
        report(
          .derivedState, occurrence.trainingClass,
          "the details prepared for a calendar differ from the plan")
        continue
      }
      for (field, stamp) in stamps(of: occurrence, plan) where item.versions[field].stamp != stamp {
        report(
          .derivedState, occurrence.trainingClass,
          "the details prepared for a calendar have the version of another write")
      }
    }
  }

  /// SCH-4: a field of an occurrence: its own value, and that of its series.
  private func own(
    _ field: OccurrenceField, _ occurrence: OccurrenceID
  ) -> (word: UInt64, version: Version) {
    let part = OccurrenceChange(field, on: occurrence.day, to: 0).payload.second
    let write = records.write(.occurrenceFieldSet, of: occurrence.trainingClass, part)
    return (write?.word ?? 0, write?.version ?? .never)
  }

  private func text(_ own: UInt64, or series: UInt64?) -> TextHandle {
    TextHandle(UInt32(truncatingIfNeeded: UInt32(truncatingIfNeeded: own) == 0 ? series ?? 0 : own))
  }

  private func values(of occurrence: OccurrenceID, _ plan: ScheduleModel) -> CalendarValues? {
    let made = occurrence.trainingClass
    guard let time = plan.time(of: occurrence), let sport = attendance.sport(of: made) else {
      return nil
    }
    let name = records.write(.sportFieldSet, of: sport, UInt64(SportField.name.rawValue))
    let notes = records.write(.classFieldSet, of: made, UInt64(ClassField.notes.rawValue))
    return CalendarValues(
      title: text(own(.title, occurrence).word, or: name?.word), start: time.start,
      durationMilliseconds: time.end - time.start, place: plan.place(of: occurrence).text,
      details: text(own(.notes, occurrence).word, or: notes?.word),
      dropOff: duties.holder(of: Duty(.dropOff, of: occurrence), in: plan),
      pickUp: duties.holder(of: Duty(.pickUp, of: occurrence), in: plan))
  }

  /// CAL-3: when each field was written last. An occurrence's own value counts alone; where it was
  /// reset to the series, the later of the two writes counts.
  private func stamps(
    of occurrence: OccurrenceID, _ plan: ScheduleModel
  ) -> [(CalendarField, UInt64)] {
    let made = occurrence.trainingClass
    guard let sport = attendance.sport(of: made), let begun = plan.made(made) else { return [] }
    let fields: [(CalendarField, OccurrenceField, ClassField)] = [
      (.start, .start, .start), (.duration, .duration, .duration), (.place, .place, .place),
      (.details, .notes, .notes),
    ]
    var stamps = fields.map { field, part, series in
      let own = own(part, occurrence)
      let write = records.write(.classFieldSet, of: made, UInt64(series.rawValue))
      let series = write?.version ?? begun
      let isOwn = part == .notes ? text(own.word, or: nil) != .empty : own.word != 0
      // The series determines the time zone of a moved occurrence, and may change it later.
      let isAlone = isOwn && (field != .start || write?.isBeginning ?? true)
      return (field, isAlone ? own.version.stamp : max(own.version, series).stamp)
    }
    let title = own(.title, occurrence)
    let name = records.write(.sportFieldSet, of: sport, UInt64(SportField.name.rawValue))
    let isOwn = text(title.word, or: nil) != .empty
    stamps.append(
      (.title, isOwn ? title.version.stamp : max(title.version, name?.version ?? .never).stamp))
    return stamps
  }
}

extension IncrementalLogReplay {
  /// CAL-1…CAL-3: checks the event of a calendar row, just after the row.
  static func problemInEvent(
    after fact: Fact, _ calendars: CalendarLinkModel, _ state: borrowing ScopeState
  ) -> Mismatch? {
    guard let expected = calendars.mapping(after: fact) else { return nil }
    if state.calendar.calendarMapping(of: expected.identity, in: expected.calendar) == expected {
      return nil
    }
    return Mismatch(.derivedState, "the last synced state of an event differed from the log")
  }
}

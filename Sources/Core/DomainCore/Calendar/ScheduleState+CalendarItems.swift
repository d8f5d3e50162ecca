// Calendar, items: what an external calendar has to contain.

import Base
public import Chronology

// The schedule as an external calendar has to show it.
extension ScheduleState {
  /// CAL-2: the occurrences that take place and whose original day lies in a window.
  ///
  /// O(classes + days of the window), and a look-up in the registers for each field.
  public func calendarItems(in window: ClosedRange<LocalDay>, _ shared: borrowing SharedState)
    -> CalendarItems
  {
    var items: [CalendarItem] = []
    for place in 0..<classes.count {
      let made = classes[place]
      guard let sport = sport(made.sport) else { continue }
      var cursor = ZoneCursor(made.start.knownZone)
      let days = days(of: made, first: window.lowerBound, through: window.upperBound)
      for day in days {
        let id = OccurrenceID(made.entity, day)
        let record = record(of: id)
        guard takesPlace(made, record) else { continue }
        let start = start(of: day, made, record, &cursor)
        let values = calendarValues(of: made, record, start: start, shared)
        items.append(
          CalendarItem(
            identity: CalendarIdentity(trainingClass: made.entity, day: day), values: values,
            versions: calendarVersions(of: id, made, sport, record, values, shared)))
      }
    }
    return CalendarItems(items, window: window)
  }

  private func calendarValues(
    of made: TrainingClass, _ record: OccurrenceRecord, start: Instant,
    _ shared: borrowing SharedState
  ) -> CalendarValues {
    let length = minutes(made, record) * Span.minute
    let place = record.placePacked == 0 ? made.place : ClassPlace(packed: record.placePacked)
    let dropOff = shared.standing(record.dropOff, at: start)
    let pickUp = shared.standing(record.pickUp, at: start + length)
    return CalendarValues(
      title: title(of: made, record), start: start, durationMilliseconds: length,
      place: place.text, details: record.notes == .empty ? made.notes : record.notes,
      dropOff: dropOff.isHeld ? dropOff.holder : nil, pickUp: pickUp.isHeld ? pickUp.holder : nil)
  }

  /// CAL-3: the last write to each field, of the occurrence itself or of its source.
  private func calendarVersions(
    of id: OccurrenceID, _ made: TrainingClass, _ sport: Sport, _ record: OccurrenceRecord,
    _ values: CalendarValues, _ shared: borrowing SharedState
  ) -> CalendarVersions {
    var versions = CalendarVersions()
    versions[.title] = version(
      FieldKey(.title, of: id), isOwn: record.title != .empty,
      or: FieldKey(SportField.name, of: sport.entity), since: sport.created, shared)
    versions[.start] = startVersion(of: id, made, isMoved: record.movedPacked != 0, shared)
    versions[.duration] = version(
      FieldKey(.duration, of: id), isOwn: record.durationMinutes != 0,
      or: FieldKey(ClassField.duration, of: made.entity), since: made.created, shared)
    versions[.place] = version(
      FieldKey(.place, of: id), isOwn: record.placePacked != 0,
      or: FieldKey(ClassField.place, of: made.entity), since: made.created, shared)
    versions[.details] = version(
      FieldKey(.notes, of: id), isOwn: record.notes != .empty,
      or: FieldKey(ClassField.notes, of: made.entity), since: made.created, shared)
    versions[.drivers] = driversVersion(made, record, values)
    return versions
  }

  /// CAL-2, FAM-6: changes whenever the driver changes, also because the assigned driver left.
  private func driversVersion(
    _ made: TrainingClass, _ record: OccurrenceRecord, _ values: CalendarValues
  ) -> Version {
    guard record.driven != .never else { return made.created }
    var version = record.driven
    for kind in DutyKind.allCases where record[kind].isHeld && values.driver(kind) == nil {
      version.site ^= 1 << UInt32(31 - kind.rawValue)
    }
    return version
  }

  /// The last write to an occurrence's own field.
  ///
  /// A field that was reset to the series' value can show a later rewrite of the series with an
  /// older stamp. The version combines both writes, so that such a rewrite changes it, too.
  private func version(
    _ own: FieldKey, isOwn: Bool, or series: FieldKey, since created: Version,
    _ shared: borrowing SharedState
  ) -> Version {
    let written = shared.registers[own]?.version ?? .never
    let inherited = shared.registers[series]?.version ?? created
    if isOwn { return written }
    return written < inherited ? inherited : written.mixed(with: inherited)
  }

  /// A moved occurrence has a wall time in the zone of its series, so a later start of the series
  /// can change the occurrence's start.
  private func startVersion(
    of id: OccurrenceID, _ made: TrainingClass, isMoved: Bool, _ shared: borrowing SharedState
  ) -> Version {
    let series = FieldKey(ClassField.start, of: made.entity)
    let version = version(
      FieldKey(.start, of: id), isOwn: isMoved, or: series, since: made.created, shared)
    guard isMoved, let inherited = shared.registers[series]?.version, version < inherited else {
      return version
    }
    return inherited.mixed(with: version)
  }
}

extension Version {
  /// A version with the same stamp that differs for each of the other writes.
  fileprivate func mixed(with other: Version) -> Version {
    let both = Digest128.mix(stamp, UInt64(site), other.stamp, UInt64(other.site))
    return Version(stamp: stamp, site: UInt32(truncatingIfNeeded: both.first))
  }
}

public import Chronology
public import DomainCore

// Queries of the schedule model.
extension ScheduleModel {
  func knows(_ made: Entity) -> Bool { classes[made] != nil }

  /// The version of the write that created a class; nil for an unknown class.
  public func made(_ made: Entity) -> Version? { classes[made]?.created }

  /// The zone of a class's times; nil for an unknown class.
  func zone(of made: Entity) -> Zone? {
    guard let number = classes[made]?.begins.zone else { return nil }
    return Int(number) < Zone.count ? Zone(id: number) : .utc
  }

  public func isCancelled(_ occurrence: OccurrenceID) -> Bool {
    cancelled[occurrence].map { $0.value != 0 } ?? false
  }

  /// The day on which an occurrence takes place.
  public func day(of occurrence: OccurrenceID) -> LocalDay {
    move(of: occurrence)?.day ?? occurrence.day
  }

  private func move(of occurrence: OccurrenceID) -> MovedStart? {
    guard let start = moved[occurrence]?.value, start != 0 else { return nil }
    return MovedStart(packed: start)
  }

  /// The start and end of an occurrence by the clocks of its zone, whether it takes place or not;
  /// nil for an unknown class.
  public func time(of occurrence: OccurrenceID) -> (start: Instant, end: Instant)? {
    guard let made = classes[occurrence.trainingClass] else { return nil }
    let minute = min(move(of: occurrence)?.minute ?? made.begins.minute, 1_439)
    let zone = zone(of: occurrence.trainingClass) ?? .utc
    let start = zone.instant(
      of: day(of: occurrence), millisecondOfDay: Int32(minute) * Int32(Span.minute))
    let series = made.minutes.value(or: UInt64(made.made.durationMinutes))
    let own = minutes[occurrence]?.value ?? 0
    let length = UInt16(truncatingIfNeeded: own == 0 ? series : own)
    return (start, start + Int64(length) * Span.minute)
  }

  /// Whether the series has an occurrence on a day, which takes place unless it was cancelled.
  public func has(_ occurrence: OccurrenceID) -> Bool {
    guard let made = classes[occurrence.trainingClass], let sport = sports[made.sport],
      !made.isDeleted
    else { return false }
    return sport.holds(occurrence.day) && sport.holds(day(of: occurrence))
      && !made.days(in: occurrence.day...occurrence.day).isEmpty
  }

  /// The sports that were not deleted, each with its season.
  public var seasons: [(sport: Entity, days: Season)] {
    sports.filter { !$0.value.isDeleted }.keys.sorted().compactMap { sport in
      sports[sport].map { (sport, Season(packed: $0.changed.value(or: $0.season))) }
    }
  }

  /// The place of an occurrence.
  public func place(of occurrence: OccurrenceID) -> ClassPlace {
    let own = places[occurrence]?.value ?? 0
    return ClassPlace(packed: own == 0 ? classes[occurrence.trainingClass]?.place.value ?? 0 : own)
  }

  /// Whether a person is in a class.
  public func isFor(_ person: UInt16, _ made: Entity) -> Bool {
    classes[made]?.isEverFor(person) ?? false
  }

  /// The occurrences in some days, from the series or moved, that take place.
  public func all(in days: ClosedRange<LocalDay>) -> [OccurrenceID] {
    var found = movedOrder.filter { !days.contains($0.day) }
    for entity in classOrder {
      found += classes[entity]?.days(in: days).map { OccurrenceID(entity, $0) } ?? []
    }
    return found.filter { !isCancelled($0) && has($0) }.sorted()
  }

  /// The next day, within two weeks, on which a series has an occurrence.
  public func next(of made: Entity, from day: LocalDay) -> OccurrenceID? {
    classes[made]?.days(in: day...day.adding(days: 14)).first.map { OccurrenceID(made, $0) }
  }

  /// A person's occurrences that take place in some days.
  public func planned(for person: UInt16, in days: ClosedRange<LocalDay>) -> [OccurrenceID] {
    var found: [OccurrenceID] = []
    for entity in classOrder {
      guard let made = classes[entity], made.isEverFor(person) else { continue }
      found += made.days(in: days).map { OccurrenceID(entity, $0) }
    }
    for occurrence in movedOrder where !days.contains(occurrence.day) {
      let made = classes[occurrence.trainingClass]
      if made?.days(in: occurrence.day...occurrence.day).isEmpty == false {
        found.append(occurrence)
      }
    }
    return found.filter { occurrence in
      guard let made = classes[occurrence.trainingClass], let sport = sports[made.sport] else {
        return false
      }
      let day = day(of: occurrence)
      return days.contains(day) && !made.isDeleted && sport.holds(occurrence.day)
        && sport.holds(day) && !isCancelled(occurrence) && made.isFor(person, on: day)
    }
  }
}

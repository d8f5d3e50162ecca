import Chronology
public import DomainCore

/// The latest write to a field, whatever the order of arrival.
struct LatestWrite {
  var version = Version.never
  var value: UInt64 = 0

  mutating func merge(_ value: UInt64, _ fact: Fact) {
    if version < fact.version { (version, self.value) = (fact.version, value) }
  }

  /// The current value, which is the initial one until the first write.
  func value(or made: UInt64) -> UInt64 { version == .never ? made : value }
}

/// A reference model of SCH-1…SCH-4, computed from the log alone: which occurrences there are,
/// whose they are, and when each of them takes place.
///
/// A change from an external calendar is processed as the equivalent tap (`CalendarLinkModel`).
public struct ScheduleModel: ReferenceModel {
  struct Sport {
    var season: UInt64
    var changed = LatestWrite()
    /// One above the last day with classes; zero unless the sport is archived.
    var archived = LatestWrite()
    var isDeleted = false

    func holds(_ day: LocalDay) -> Bool {
      let days = Season(packed: changed.value(or: season))
      let last = archived.value == 0 ? days.last.number : Int32(truncatingIfNeeded: archived.value)
      return !isDeleted && days.contains(day) && day.number <= last
    }
  }

  struct Class {
    var sport: Entity
    var made: ClassCreation
    var created: Version
    var start = LatestWrite()
    var minutes = LatestWrite()
    var place = LatestWrite()
    var rule = PackedRecurrence.once
    var ruled = Version.never
    var isDeleted = false
    /// The person it was created for; later changes are in `participants`.
    var first: UInt16
    var participants: [UInt16: (LatestWrite, since: LocalDay)] = [:]

    /// The day, the hour and the zone of the series.
    var begins: ClassStart { ClassStart(packed: start.value(or: made.start.packed)) }

    func isEverFor(_ person: UInt16) -> Bool {
      participants[person].map { $0.0.value == 1 } ?? (person == first)
    }

    func isFor(_ person: UInt16, on day: LocalDay) -> Bool {
      isEverFor(person) && (participants[person].map { $0.since <= day } ?? true)
    }

    /// Which of some days the rule matches.
    func days(in days: ClosedRange<LocalDay>) -> [LocalDay] {
      let from = begins.day
      guard let rule = rule.rule else { return days.contains(from) ? [from] : [] }
      return Array(rule.days(from: from, first: days.lowerBound, through: days.upperBound))
    }
  }

  var sports: [Entity: Sport] = [:]
  var classes: [Entity: Class] = [:]
  public private(set) var classOrder: [Entity] = []
  var cancelled: [OccurrenceID: LatestWrite] = [:]
  var moved: [OccurrenceID: LatestWrite] = [:]
  var minutes: [OccurrenceID: LatestWrite] = [:]
  var places: [OccurrenceID: LatestWrite] = [:]
  /// The occurrences that were ever moved, in the order of the first move.
  public private(set) var movedOrder: [OccurrenceID] = []

  public init() {}

  /// Processes the next accepted fact of the log.
  public mutating func ingest(_ fact: Fact) {
    let change = FieldChange(fact.payload)
    switch fact.kind {
    case .sportCreated:
      sports[fact.identity] = Sport(season: SportCreation(fact.payload).season.packed)
    case .sportFieldSet where change.field == SportField.season.rawValue:
      sports[fact.entity]?.changed.merge(change.value, fact)
    case .sportFieldSet where change.field == SportField.archived.rawValue:
      // The sign is kept, and zero means that it is not archived.
      let day = UInt64(bitPattern: Int64(fact.day.number)) | 1 << 63
      sports[fact.entity]?.archived.merge(change.value == 0 ? 0 : day, fact)
    case .sportDeleted: sports[fact.entity]?.isDeleted = true
    case .classCreated:
      let creation = ClassCreation(fact.payload)
      classes[fact.identity] = Class(
        sport: creation.sport, made: creation, created: fact.version, first: fact.subject.index)
      classOrder.append(fact.identity)
    case .classFieldSet where change.field == ClassField.start.rawValue:
      classes[fact.entity]?.start.merge(change.value, fact)
    case .classFieldSet where change.field == ClassField.duration.rawValue:
      classes[fact.entity]?.minutes.merge(change.value, fact)
    case .classFieldSet where change.field == ClassField.place.rawValue:
      classes[fact.entity]?.place.merge(change.value, fact)
    case .classRuleSet:
      guard let ruled = classes[fact.entity]?.ruled, ruled < fact.version else { return }
      classes[fact.entity]?.ruled = fact.version
      classes[fact.entity]?.rule = PackedRecurrence(fact.payload)
    case .classDeleted: classes[fact.entity]?.isDeleted = true
    case .participantSet:
      var known =
        classes[fact.entity]?.participants[fact.subject.index] ?? (LatestWrite(), fact.day)
      guard known.0.version < fact.version else { return }
      known.0.merge(fact.payload.first & 1, fact)
      known.since = fact.day
      classes[fact.entity]?.participants[fact.subject.index] = known
    case .occurrenceFieldSet: ingestOccurrence(fact)
    default: break
    }
  }

  private mutating func ingestOccurrence(_ fact: Fact) {
    guard classes[fact.entity] != nil else { return }
    let change = OccurrenceChange(fact.payload)
    let occurrence = OccurrenceID(fact.entity, change.day)
    switch change.field {
    case .cancelled: cancelled[occurrence, default: LatestWrite()].merge(change.value, fact)
    case .start:
      if moved[occurrence] == nil { movedOrder.append(occurrence) }
      moved[occurrence, default: LatestWrite()].merge(change.value, fact)
    case .place: places[occurrence, default: LatestWrite()].merge(change.value, fact)
    case .duration: minutes[occurrence, default: LatestWrite()].merge(change.value, fact)
    default: break
    }
  }
}

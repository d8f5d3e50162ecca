public import Chronology
public import DomainCore

/// A reference model of SCH-4 and REW-1, computed from the log alone: who attended which
/// occurrence, its day, and the type of its sport.
///
/// A change from an external calendar is processed as the equivalent tap (`CalendarLinkModel`).
public struct AttendanceModel: ReferenceModel {
  /// The attendance of a person at an occurrence that took place.
  public struct Attended: Equatable {
    public var person: MemberHandle
    public var trainingClass: Entity
    public var sport: Entity
    /// The type when it began to count.
    public var type: ClassType
    /// The day in the series, and the day on which the occurrence takes place.
    public var day: LocalDay
    public var takesPlaceOn: LocalDay
  }

  private struct Occurrence: Hashable {
    var trainingClass: Entity
    var day: LocalDay
  }

  private struct Mark: Hashable {
    var occurrence: Occurrence
    var person: UInt16
  }

  private struct Write<Value> {
    var version: Version
    var value: Value
  }

  private var sports: [Entity: Entity] = [:]
  private var marks: [Mark: Write<Bool>] = [:]
  /// In the order of the first write about each.
  private var order: [Mark] = []
  private var cancelled: [Occurrence: Write<Bool>] = [:]
  private var moved: [Occurrence: Write<UInt64>] = [:]
  private var types: [Entity: Write<ClassType>] = [:]
  /// The attendances that count, with the type when they began to.
  private var counting: [Mark: ClassType] = [:]

  public init() {}

  /// Processes the next accepted fact of the log.
  public mutating func ingest(_ fact: Fact) {
    switch fact.kind {
    case .classCreated:
      let made = ClassCreation(fact.payload)
      sports[fact.identity] = made.sport
      types[fact.identity] = Write(version: .never, value: made.type)
    case .classFieldSet:
      let change = FieldChange(fact.payload)
      guard change.field == ClassField.type.rawValue, let old = types[fact.entity] else { return }
      let type = ClassType(rawValue: UInt8(truncatingIfNeeded: change.value)) ?? old.value
      Self.write(type, fact.version, to: &types[fact.entity])
    case .attendanceSet:
      let payload = AttendancePayload(fact.payload)
      let occurrence = Occurrence(trainingClass: fact.entity, day: payload.day)
      let mark = Mark(occurrence: occurrence, person: fact.subject.index)
      if marks[mark] == nil { order.append(mark) }
      Self.write(payload.attended, fact.version, to: &marks[mark])
      count(mark)
    case .occurrenceFieldSet:
      let change = OccurrenceChange(fact.payload)
      let occurrence = Occurrence(trainingClass: fact.entity, day: change.day)
      if change.field == .cancelled {
        Self.write(change.value != 0, fact.version, to: &cancelled[occurrence])
        for mark in order where mark.occurrence == occurrence { count(mark) }
      } else if change.field == .start {
        Self.write(change.value, fact.version, to: &moved[occurrence])
      }
    default: break
    }
  }

  private mutating func count(_ mark: Mark) {
    let counts = marks[mark]?.value == true && cancelled[mark.occurrence]?.value != true
    let type = types[mark.occurrence.trainingClass]?.value
    counting[mark] = counts ? counting[mark] ?? type : nil
  }

  private static func write<Value>(
    _ value: Value, _ version: Version, to write: inout Write<Value>?
  ) {
    if let write, !(write.version < version) { return }
    write = Write(version: version, value: value)
  }

  // MARK: Reading

  /// The current type of a class.
  public func type(of trainingClass: Entity) -> ClassType? { types[trainingClass]?.value }

  public func sport(of trainingClass: Entity) -> Entity? { sports[trainingClass] }

  /// Whether a person attended an occurrence that took place; nil for an unknown class.
  public func attended(_ trainingClass: Entity, _ day: LocalDay, by person: UInt16) -> Bool? {
    let occurrence = Occurrence(trainingClass: trainingClass, day: day)
    guard sports[trainingClass] != nil else { return nil }
    return marks[Mark(occurrence: occurrence, person: person)]?.value == true
      && cancelled[occurrence]?.value != true
  }

  /// The attendances at occurrences that took place, in the order of the first write about each.
  public func attended() -> [Attended] {
    order.compactMap { mark in
      let occurrence = mark.occurrence
      guard let type = counting[mark], let sport = sports[occurrence.trainingClass] else {
        return nil
      }
      let start = moved[occurrence].flatMap { $0.value == 0 ? nil : MovedStart(packed: $0.value) }
      return Attended(
        person: MemberHandle(mark.person), trainingClass: occurrence.trainingClass, sport: sport,
        type: type, day: occurrence.day, takesPlaceOn: start?.day ?? occurrence.day)
    }
  }
}

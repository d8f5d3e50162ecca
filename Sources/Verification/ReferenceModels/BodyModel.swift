public import Chronology
public import DomainCore

/// A reference model of FAM-11, computed from the log alone: every member's name, sex, weights and
/// heights.
public struct BodyModel {
  private struct Entry {
    var day: LocalDay
    var version: Version
    var value: UInt32
  }

  private struct Body {
    var sex: Sex?
    var sexWritten = Version.never
    var name = LatestWrite()
    var weights: [Entry] = []
    var heights: [Entry] = []
  }

  private var bodies: [Body] = []

  public init() {}

  /// Processes the next accepted fact of the log; `newcomer` is the place of the member that the
  /// fact adds.
  public mutating func ingest(_ fact: Fact, newcomer: Int) {
    let place = Int(fact.subject.index)
    switch fact.kind {
    case .memberAdded:
      let added = MemberAddition(fact.payload)
      change(newcomer) { body in
        if added.name != .empty { body.name.merge(UInt64(added.name.raw), fact) }
        if let sex = added.sex { (body.sex, body.sexWritten) = (sex, fact.version) }
        if added.weightGrams > 0 {
          Self.write(added.weightGrams, fact.day, fact.version, to: &body.weights)
        }
        if added.heightMillimeters > 0 {
          Self.write(added.heightMillimeters, fact.day, fact.version, to: &body.heights)
        }
      }
    case .profileFieldSet where fact.entity.raw == UInt64(ProfileField.sex.rawValue):
      change(place) { body in
        guard body.sexWritten < fact.version else { return }
        body.sexWritten = fact.version
        body.sex = Sex(rawValue: UInt8(truncatingIfNeeded: fact.payload.first))
      }
    case .profileFieldSet where fact.entity.raw == UInt64(ProfileField.name.rawValue):
      change(place) { $0.name.merge(fact.payload.first, fact) }
    case .weightSet:
      let measurement = Measurement(fact.payload)
      change(place) {
        Self.write(measurement.value, measurement.day, fact.version, to: &$0.weights)
      }
    case .heightSet:
      let measurement = Measurement(fact.payload)
      change(place) {
        Self.write(measurement.value, measurement.day, fact.version, to: &$0.heights)
      }
    default: break
    }
  }

  private mutating func change(_ place: Int, _ change: (inout Body) -> Void) {
    while bodies.count <= place { bodies.append(Body()) }
    change(&bodies[place])
  }

  private static func write(
    _ value: UInt32, _ day: LocalDay, _ version: Version, to entries: inout [Entry]
  ) {
    if let place = entries.firstIndex(where: { $0.day == day }) {
      if entries[place].version < version {
        entries[place] = Entry(day: day, version: version, value: value)
      }
    } else {
      entries.append(Entry(day: day, version: version, value: value))
    }
  }

  // MARK: Reading

  public func name(of person: Int) -> TextHandle {
    person < bodies.count
      ? TextHandle(UInt32(truncatingIfNeeded: bodies[person].name.value)) : .empty
  }

  public func sex(of person: Int) -> Sex? { person < bodies.count ? bodies[person].sex : nil }

  /// In grams: the latest measurement by a day, or else the first after it.
  public func weight(of person: Int, on day: LocalDay) -> UInt32? {
    person < bodies.count ? Self.value(of: bodies[person].weights, on: day) : nil
  }

  /// In millimeters, chosen like a weight.
  public func height(of person: Int, on day: LocalDay) -> UInt32? {
    person < bodies.count ? Self.value(of: bodies[person].heights, on: day) : nil
  }

  private static func value(of entries: [Entry], on day: LocalDay) -> UInt32? {
    let known = entries.filter { $0.value > 0 }
    let before = known.filter { $0.day <= day }.max { $0.day < $1.day }
    return (before ?? known.min { $0.day < $1.day })?.value
  }
}

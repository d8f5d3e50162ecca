import Base
import Chronology
import DomainCore
import Environment
public import JSONText
public import Properties
import SimulatedWorld

// Outcomes as one line of JSON, in which a process that runs seeds reports them.
extension SeedOutcome {
  public var json: JSONNode {
    [
      "seed": .integer(seed), "digest": .string(digest.description),
      "operations": .integer(operations), "messages": .integer(messages),
      "personDays": .integer(personDays), "violations": .array(violations.map(\.json)),
      "checks": .array(Property.allCases.map { .integer(checks[$0] ?? 0) }),
      "combinations": .array(coveragePoints.map(\.number).sorted().map { .integer($0) }),
      "faultOccurrences": .array(FaultOccurrence.allCases.map { .integer(faults[$0] ?? 0) }),
      "controlRun": controlRun?.json ?? .null,
    ]
  }

  public init?(_ json: JSONNode) {
    guard let seed = json["seed"]?.integer(as: UInt64.self),
      let digest = json["digest"]?.string.flatMap({ Digest128(hexadecimal: $0) }),
      let operations = json["operations"]?.integer(as: Int64.self),
      let messages = json["messages"]?.integer(as: Int64.self),
      let personDays = json["personDays"]?.integer(as: Int64.self),
      let violations = json["violations"]?.elements, let checks = json["checks"]?.elements,
      let coveragePoints = json["combinations"]?.elements,
      let faults = json["faultOccurrences"]?.elements
    else { return nil }
    self.init(seed: seed)
    self.digest = digest
    (self.operations, self.messages, self.personDays) = (operations, messages, personDays)
    self.violations = violations.compactMap { Violation($0) }
    for (property, count) in zip(Property.allCases, checks) {
      self.checks[property] = count.integer(as: UInt64.self)
    }
    for (fault, count) in zip(FaultOccurrence.allCases, faults) {
      if let count = count.integer(as: Int.self), count > 0 { self.faults[fault] = count }
    }
    controlRun = json["controlRun"].flatMap { ControlComparison($0) }
    self.coveragePoints = Set(
      coveragePoints.compactMap { $0.integer(as: Int.self).flatMap { CoveragePoint(number: $0) } })
  }
}

extension CoveragePoint {
  fileprivate var number: Int { Int(kind.rawValue) << 8 | Int(state.rawValue) }

  fileprivate init?(number: Int) {
    guard let kind = UInt8(exactly: number >> 8).flatMap({ FactKind(rawValue: $0) }),
      let state = SyncState(rawValue: UInt8(number & 0xFF))
    else { return nil }
    self.init(kind, state)
  }
}

extension Violation {
  public var json: JSONNode {
    [
      "property": .string(property.id), "description": .string(what),
      "at": .string(time.description),
      "household": .integer(scope), "device": site == .max ? .null : .integer(site),
      "operation": .integer(sequence), "group": group.map { .integer($0) } ?? .null,
      "kind": kind.map { .string($0) } ?? .null, "step": .integer(step),
      "expected": expected.map { .string($0) } ?? .null,
      "found": found.map { .string($0) } ?? .null,
    ]
  }

  public init?(_ json: JSONNode) {
    guard let id = json["property"]?.string,
      let property = Property(id: id),
      let what = json["description"]?.string,
      let time = json["at"]?.string.flatMap({ Instant($0) }),
      let household = json["household"]?.integer(as: UInt32.self),
      let operation = json["operation"]?.integer(as: UInt32.self)
    else { return nil }
    self.init(
      property, at: time, scope: household,
      site: json["device"]?.integer(as: UInt32.self) ?? .max, sequence: operation, what: what)
    kind = json["kind"]?.string
    expected = json["expected"]?.string
    found = json["found"]?.string
    group = json["group"]?.integer(as: UInt32.self)
    step = json["step"]?.integer(as: UInt64.self) ?? 0
  }
}

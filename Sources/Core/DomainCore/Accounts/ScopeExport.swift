public import Chronology
import JSONText

/// FAM-7: all data that a scope or one of its people owns, as a JSON text.
///
/// It is the log itself: replaying the facts gives the complete state, and the texts are listed
/// beside them. The same log gives the same bytes. Habits also have an export that other programs
/// read and that can be imported again (HAB-7).
public struct ScopeExport {
  public static let schemaVersion = 2

  let person: MemberHandle?
  let joined: Entity
  let names: any TextSource
  private let zoneNames = Zone.allNames
  private var head: [(String, JSONNode)] = []
  private var facts: [JSONNode] = []
  private var texts: [String] = []
  /// The numbers that the texts have in the export, by their bytes: a category and a name of the
  /// same letters may have two handles.
  private var numbers: [[UInt8]: UInt32] = [:]

  /// An export of one person's data, or of the whole scope.
  public init(of scope: borrowing ScopeState, person: MemberHandle?, names: any TextSource) {
    self.person = person
    self.names = names
    joined = person.map { scope.member($0).entity } ?? .none
    var members: [JSONNode] = []
    for index in 0..<scope.memberCount where person.map({ Int($0.index) == index }) ?? true {
      members.append(Self.node(of: scope.member(MemberHandle(UInt16(index))), at: index))
    }
    head = [
      ("schemaVersion", .integer(Self.schemaVersion)),
      ("firstDay", .string(scope.firstDay.description)),
      ("members", .array(members)),
    ]
  }

  private static func node(of member: Member, at place: Int) -> JSONNode {
    [
      "place": .integer(place),
      "role": .string("\(member.role)"),
      "born": .string(member.born.description),
      "isActive": .boolean(member.isActive),
      "mayLog": .boolean(member.mayLog.value),
    ]
  }

  /// Adds the next fact of the log, if it belongs to the export.
  public mutating func add(_ fact: Fact, committed: Instant) {
    if let person {
      guard Ownership.owns(fact, person: person, joinedBy: joined) else { return }
    }
    let payload = payload(of: fact)
    let isJoining = fact.subject == .newcomer
    facts.append([
      "site": .integer(fact.version.site),
      "sequence": .integer(fact.sequence),
      "kind": .string("\(fact.kind)"),
      "author": isJoining ? .null : .integer(fact.author.index),
      "subject": isJoining ? .null : .integer(fact.subject.index),
      "entity": .integer(fact.entity.raw),
      "payload": [.integer(payload.first), .integer(payload.second)],
      "day": .string(fact.day.description),
      "zone": zone(of: fact),
      "stamp": .integer(fact.version.stamp),
      "committed": .string(committed.description),
    ])
  }

  private func zone(of fact: Fact) -> JSONNode {
    Int(fact.zone) < zoneNames.count ? .string(zoneNames[Int(fact.zone)]) : .integer(fact.zone)
  }

  /// The payload with the export's own numbers of texts: a handle means nothing outside of the
  /// table of its holder.
  private mutating func payload(of fact: Fact) -> Payload {
    var payload = fact.payload
    for slot in fact.textSlots {
      let handle = payload[slot]
      payload[slot] = slot.role == .folded ? .empty : TextHandle(number(of: handle))
    }
    return payload
  }

  private mutating func number(of handle: TextHandle) -> UInt32 {
    if handle == .empty || !names.holds(handle) { return 0 }
    let text = names.text(of: handle)
    let bytes = Array(text.utf8)
    if let known = numbers[bytes] { return known }
    texts.append(text)
    numbers[bytes] = UInt32(texts.count)
    return UInt32(texts.count)
  }

  /// The number of facts in the export.
  public var count: Int { facts.count }

  /// The export as a text.
  public var json: String { JSONWriter(.pretty).text(node) }

  /// Several exports in one text: all data of a person in every scope.
  public static func json(_ exports: [ScopeExport]) -> String {
    JSONWriter(.pretty).text([
      "schemaVersion": .integer(schemaVersion), "scopes": .array(exports.map(\.node)),
    ])
  }

  private var node: JSONNode {
    .object(
      head + [
        ("facts", .array(facts)),
        ("texts", .object(texts.enumerated().map { (String($0.offset + 1), .string($0.element)) })),
      ])
  }
}

import Chronology
import JSONText

/// HAB-7: reads the nodes of a document as habits and completions.
struct HabitJSONReader {
  /// An object whose members are the fields.
  private let node: JSONNode
  private var line: Int { node.position?.line ?? 1 }

  static func records(of text: String) throws(HabitImportError) -> [HabitRecord] {
    let root: JSONNode
    do { root = try JSONReader().read(text) } catch { throw HabitImportError(error) }
    let document = try HabitJSONReader("the document", root)
    let schema = try document.needed(HabitFormat.schema)
    guard schema.integer() == HabitFormat.schemaVersion else {
      throw HabitImportError(.schemaUnknown(schema.summary), line: document.line(of: schema))
    }
    var list = HabitRecordList()
    for node in try document.list(HabitFormat.habits, isNeeded: true) {
      let reader = try HabitJSONReader("a habit", node)
      try list.append(reader.habit(), line: reader.line)
    }
    return list.finished()
  }

  private init(_ what: String, _ node: JSONNode) throws(HabitImportError) {
    self.node = node
    guard node.members != nil else {
      throw unreadable(what, node, expected: "an object")
    }
  }

  private func habit() throws(HabitImportError) -> HabitRecord {
    _ = try needed(HabitFormat.name)
    var record = HabitRecord(
      owner: MemberHandle(try number(HabitFormat.owner)), name: try text(HabitFormat.name))
    record.text = try text(HabitFormat.text)
    record.category = try text(HabitFormat.category)
    record.icon = try number(HabitFormat.icon)
    record.rank = try number(HabitFormat.rank)
    record.isArchived = try respond(HabitFormat.archived)
    if let started = given(HabitFormat.started) {
      record.started = try day(HabitFormat.started, started)
    }
    for node in try list(HabitFormat.completions, isNeeded: false) {
      record.completions.append(try HabitJSONReader("a completion", node).completion())
    }
    return record
  }

  private func completion() throws(HabitImportError) -> HabitRecord.Completion {
    let day = try day(HabitFormat.day, try needed(HabitFormat.day))
    guard let source = given(HabitFormat.source) else {
      return HabitRecord.Completion(day, source: .imported)
    }
    guard let word = source.string else {
      throw unreadable(HabitFormat.source, source, expected: HabitFormat.sourceWords)
    }
    return HabitRecord.Completion(
      day, source: try HabitFieldReader(line: line(of: source)).source(word))
  }

  // MARK: Fields

  /// The value of a key; null counts as missing.
  private func given(_ key: String) -> JSONNode? {
    node[key].flatMap { $0.isNull ? nil : $0 }
  }

  private func needed(_ key: String) throws(HabitImportError) -> JSONNode {
    guard let value = given(key) else { throw HabitImportError(.fieldMissing(key), line: line) }
    return value
  }

  private func text(_ key: String) throws(HabitImportError) -> String {
    guard let value = given(key) else { return "" }
    guard let text = value.string else { throw unreadable(key, value, expected: "a text") }
    return text
  }

  private func respond(_ key: String) throws(HabitImportError) -> Bool {
    guard let value = given(key) else { return false }
    guard let response = value.boolean else {
      throw unreadable(key, value, expected: "true or false")
    }
    return response
  }

  private func number<Number: FixedWidthInteger & UnsignedInteger>(
    _ key: String
  ) throws(HabitImportError) -> Number {
    guard let value = given(key) else { return 0 }
    guard let number = value.integer(as: Number.self) else {
      throw unreadable(key, value, expected: "a whole number from 0 to \(Number.max)")
    }
    return number
  }

  private func day(_ key: String, _ value: JSONNode) throws(HabitImportError) -> LocalDay {
    guard let text = value.string else {
      throw unreadable(key, value, expected: "a day such as 2026-01-05")
    }
    return try HabitFieldReader(line: line(of: value)).day(key, text)
  }

  private func list(_ key: String, isNeeded: Bool) throws(HabitImportError) -> [JSONNode] {
    guard let value = isNeeded ? try needed(key) : given(key) else { return [] }
    guard let elements = value.elements else { throw unreadable(key, value, expected: "a list") }
    return elements
  }

  private func line(of value: JSONNode) -> Int { value.position?.line ?? line }

  private func unreadable(
    _ field: String, _ value: JSONNode, expected: String
  ) -> HabitImportError {
    HabitFieldReader(line: line(of: value))
      .unreadable(field, found: value.summary, expected: expected)
  }
}

import JSONText

/// What clients wrote and read, in the forms of two checkers of others.
///
/// For [Elle](https://github.com/jepsen-io/elle), registers and fields of maps are written as
/// `rw-register`, and lists to which everything was appended as `list-append`. For
/// [Porcupine](https://github.com/anishathalye/porcupine), each operation is a line of JSON.
public enum EngineHistoryFile {
  /// The histories of seeds as text. Keys of different seeds have different names.
  public static func text(
    _ histories: [(seed: UInt64, entries: [EngineHistoryEntry])], isElle: Bool
  ) -> String {
    var text = ""
    var index = 0
    for (seed, entries) in histories {
      for (number, entry) in entries.enumerated() {
        text +=
          isElle
          ? elle(entry, seed, number, &index) : porcupine(entry, seed, number)
      }
    }
    return text
  }

  // MARK: Elle

  /// An invocation and its completion, a line each.
  private static func elle(
    _ entry: EngineHistoryEntry, _ seed: UInt64, _ number: Int, _ index: inout Int
  ) -> String {
    let (asked, got) = microOperations(entry, seed)
    guard !asked.isEmpty else { return "" }
    let type =
      switch entry.outcome {
      case .ok: "ok"
      case .refused: "fail"
      case .pending, .unknown: "info"
      }
    // A process whose outcome is not known may not act again, so each of them has a process.
    let process =
      entry.outcome == .ok || entry.outcome == .refused
      ? entry.replica : 1_000 + number
    let time = entry.time * 1_000_000 + number
    func line(_ type: String, _ operations: [String]) -> String {
      defer { index += 1 }
      return "{:index \(index), :time \(time), :type :\(type), :process \(process), :f :txn, "
        + ":value [\(operations.joined(separator: " "))]}\n"
    }
    return line("invoke", asked) + line(type, got)
  }

  private static func microOperations(
    _ entry: EngineHistoryEntry, _ seed: UInt64
  ) -> (asked: [String], got: [String]) {
    var (asked, got): ([String], [String]) = ([], [])
    func add(_ kind: String, _ key: String, _ value: String?, _ found: String) {
      asked.append("[:\(kind) \(quoted("\(seed)/\(key)")) \(value ?? "nil")]")
      got.append("[:\(kind) \(quoted("\(seed)/\(key)")) \(found)]")
    }
    switch entry.kind {
    case .write(let operations):
      for operation in operations {
        switch operation {
        case .set(let key, let value): add("w", "\(key)", quoted(value), quoted(value))
        case .put(let key, let field, let value):
          add("w", "\(key)/\(field)", quoted(value), quoted(value))
        case .insert(let key, .some, let value) where key.type == .list:
          add("append", "\(key)", quoted(value), quoted(value))
        default: break
        }
      }
    case .read(let values):
      for (key, value) in values.sorted(by: { $0.key < $1.key }) {
        switch value {
        case .register(let text): add("r", "\(key)", nil, text.map(quoted) ?? "nil")
        case .map(let map):
          for (field, text) in map.sorted(by: { $0.key < $1.key }) {
            add("r", "\(key)/\(field)", nil, quoted(text))
          }
        case .list(let elements):
          add("r", "\(key)", nil, "[\(elements.map(quoted).joined(separator: " "))]")
        case .counter, .set, .text, .own: break
        }
      }
    }
    return (asked, got)
  }

  private static func quoted(_ text: String) -> String {
    JSONWriter(.compact).text(.string(text))
  }

  // MARK: Porcupine

  private static func porcupine(
    _ entry: EngineHistoryEntry, _ seed: UInt64, _ number: Int
  ) -> String {
    let call = entry.time * 1_000_000 + number
    var members: [(String, JSONNode)] = [
      ("seed", .integer(seed)), ("client", .integer(entry.replica)), ("call", .integer(call)),
      ("return", entry.outcome == .ok || entry.outcome == .refused ? .integer(call) : .null),
      ("outcome", .string(entry.outcome.rawValue)),
    ]
    switch entry.kind {
    case .write(let operations): members.append(("write", .array(operations.map(\.json))))
    case .read(let values):
      members.append(
        (
          "read",
          .object(values.sorted { $0.key < $1.key }.map { ("\($0.key)", $0.value.json) })
        ))
    }
    return JSONWriter(.compact).text(.object(members)) + "\n"
  }
}

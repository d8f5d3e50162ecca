import JSONText

/// An operation of the generic model, as an engine gets it.
public enum EngineOperation: Equatable, Sendable {
  case set(EngineKey, value: String)
  case put(EngineKey, field: String, value: String)
  case drop(EngineKey, field: String)
  case add(EngineKey, amount: Int)
  /// Sets have no places.
  case insert(EngineKey, at: Int?, value: String)
  case remove(EngineKey, at: Int?, value: String)
  /// Does something of the engine's own, which follows from the number.
  case act(EngineKey, draw: Int)

  public var key: EngineKey {
    switch self {
    case .set(let key, _), .put(let key, _, _), .drop(let key, _), .add(let key, _),
      .insert(let key, _, _), .remove(let key, _, _), .act(let key, _):
      key
    }
  }

  /// As the protocol writes it.
  var json: JSONNode {
    var members: [(String, JSONNode)] = [("op", .string(name)), ("key", .string("\(key)"))]
    switch self {
    case .set(_, let value): members.append(("value", .string(value)))
    case .put(_, let field, let value):
      members += [("field", .string(field)), ("value", .string(value))]
    case .drop(_, let field): members.append(("field", .string(field)))
    case .add(_, let amount): members.append(("amount", .integer(amount)))
    case .insert(_, let place, let value), .remove(_, let place, let value):
      if let place { members.append(("at", .integer(place))) }
      members.append(("value", .string(value)))
      if case .insert = self, let limit = key.limit { members.append(("limit", .integer(limit))) }
    case .act(_, let draw): members.append(("draw", .integer(draw)))
    }
    return .object(members)
  }

  var name: String {
    switch self {
    case .set: "set"
    case .put: "put"
    case .drop: "drop"
    case .add: "add"
    case .insert: "insert"
    case .remove: "remove"
    case .act: "act"
    }
  }
}

extension EngineOperation: CustomStringConvertible {
  /// "add 16 to counter-0".
  public var description: String {
    switch self {
    case .set(let key, let value): "set \(key) to '\(value)'"
    case .put(let key, let field, let value): "put '\(value)' into \(key) at \(field)"
    case .drop(let key, let field): "drop \(field) of \(key)"
    case .add(let key, let amount): "add \(amount) to \(key)"
    case .insert(let key, let place, let value):
      "insert '\(value)' into \(key)" + (place.map { " at \($0)" } ?? "")
    case .remove(let key, let place, let value):
      "remove '\(value)' from \(key)" + (place.map { " at \($0)" } ?? "")
    case .act(let key, let draw): "act by \(draw) on \(key)"
    }
  }
}

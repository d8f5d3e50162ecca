public import JSONText

/// What an engine shows for a key.
public enum EngineValue: Equatable, Sendable {
  case register(String?)
  case map([String: String])
  case counter(Int)
  /// In the order of the texts: a set has none. The value of seats as well.
  case set([String])
  case list([String])
  case text(String)
  /// Equal for equal states of the engine.
  case own(String)

  /// The value of a key that was never written.
  public static func empty(_ type: EngineType) -> EngineValue {
    switch type {
    case .register: .register(nil)
    case .map: .map([:])
    case .counter: .counter(0)
    case .set, .seats: .set([])
    case .list: .list([])
    case .text: .text("")
    case .own: .own("")
    }
  }

  /// The elements of a set, list or text, as often as they are shown.
  public var elements: [String] {
    switch self {
    case .set(let elements), .list(let elements): elements
    case .text(let text): text.unicodeScalars.map { String($0) }
    case .register, .map, .counter, .own: []
    }
  }

  /// The value in JSON; the members of an object are in the order of their names.
  public var json: JSONNode {
    switch self {
    case .register(let text): text.map { .string($0) } ?? .null
    case .map(let map):
      .object(map.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    case .counter(let number): .integer(number)
    case .set(let elements), .list(let elements): .array(elements.map { .string($0) })
    case .text(let text), .own(let text): .string(text)
    }
  }

  /// Reads a value of a type; nil if it has another form.
  init?(_ node: JSONNode, _ type: EngineType) {
    switch type {
    case .register:
      guard node.isNull || node.string != nil else { return nil }
      self = .register(node.string)
    case .map:
      guard let members = node.members else { return nil }
      var map: [String: String] = [:]
      for member in members {
        guard let text = member.node.string else { return nil }
        map[member.key] = text
      }
      self = .map(map)
    case .counter:
      guard let number = node.integer(as: Int.self) else { return nil }
      self = .counter(number)
    case .set, .list, .seats:
      guard let elements = node.elements else { return nil }
      let texts = elements.compactMap(\.string)
      guard texts.count == elements.count else { return nil }
      self = type == .list ? .list(texts) : .set(texts.sorted())
    case .text, .own:
      guard let text = node.string else { return nil }
      self = type == .text ? .text(text) : .own(text)
    }
  }

  /// The form that a value of a type must have, as the end of a sentence.
  static func form(_ type: EngineType) -> String {
    switch type {
    case .register: "a text or null"
    case .map: "an object of texts"
    case .counter: "a whole number"
    case .set, .list, .seats: "a list of texts"
    case .text, .own: "a text"
    }
  }
}

extension EngineValue: CustomStringConvertible {
  public var description: String { JSONWriter(.compact).text(json) }
}

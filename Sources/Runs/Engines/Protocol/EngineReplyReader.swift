import Base
import JSONText

/// Reads the line of a reply. Whatever the bytes are, the result is a reply or a sentence that
/// tells an author what is wrong and what is allowed.
struct EngineReplyReader {
  private let call: EngineCall

  init(to call: EngineCall) { self.call = call }

  /// What is wrong with a reply.
  struct Mistake: Error {
    var sentence: String
  }

  func read(_ line: [UInt8]) throws(EngineFailure) -> EngineReply {
    do throws(Mistake) {
      return try reply(line)
    } catch {
      throw .misspoke(
        "The reply to '\(call.name)' (id \(call.id)) is wrong: \(error.sentence) "
          + "It was: \(Self.excerpt(line))")
    }
  }

  /// The start of a line, as it can be shown.
  static func excerpt(_ line: [UInt8]) -> String {
    let text = String(decoding: line.prefix(200), as: UTF8.self)
    let shown = String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? "\u{FFFD}" : $0 }))
    return line.count > 200 ? shown + "…" : shown.isEmpty ? "an empty line" : shown
  }

  private func reply(_ line: [UInt8]) throws(Mistake) -> EngineReply {
    let node: JSONNode
    do {
      node = try JSONReader().read(line)
    } catch {
      throw Mistake(sentence: "it is not JSON (\(error)); allowed: one object on one line.")
    }
    guard let members = node.members else {
      throw Mistake(sentence: "it is \(node.summary); allowed: an object.")
    }
    guard let id = node["id"] else {
      throw Mistake(sentence: "'id' is missing; it must be that of the call, \(call.id).")
    }
    guard id.integer(as: Int.self) == call.id else {
      throw Mistake(
        sentence: "'id' is \(id.summary); it must be that of the call, \(call.id). Reply to each "
          + "call once, in order.")
    }
    var reply = EngineReply()
    if let error = node["error"] {
      guard members.count == 2 else {
        throw Mistake(sentence: "a reply with 'error' must have no other key but 'id'.")
      }
      reply.error = try readError(error)
      return reply
    }
    if case .hello = call.body {
      reply.hello = try EngineHelloReader().read(node)
      return reply
    }
    let allowed = ["id", "error"] + Self.keys(of: call)
    for member in members where !allowed.contains(member.key) {
      let near = nearest(to: member.key, in: allowed).map { " Did you mean '\($0)'?" } ?? ""
      throw Mistake(
        sentence: "there is no key '\(member.key)' in it; allowed: "
          + "\(allowed.joined(separator: ", ")).\(near)")
    }
    try readOutcome(node, into: &reply)
    try readEffects(node, into: &reply)
    return reply
  }

  private static func keys(of call: EngineCall) -> [String] {
    let effects = ["messages", "wake", "settled"]
    switch call.body {
    case .apply: return ["result"] + effects
    case .open, .wake, .deliver: return effects
    case .read: return ["values", "version"]
    case .save: return ["saved"]
    case .hello, .begin, .close, .end: return []
    }
  }

  private func readError(_ node: JSONNode) throws(Mistake) -> EngineError {
    let codes = EngineError.Code.allCases.map(\.rawValue)
    guard let text = node["code"]?.string else {
      throw Mistake(
        sentence: "'error' must be an object with a 'code'; allowed codes: "
          + "\(codes.joined(separator: ", ")).")
    }
    guard let code = EngineError.Code(rawValue: text) else {
      let near = nearest(to: text, in: codes).map { " Did you mean '\($0)'?" } ?? ""
      throw Mistake(
        sentence: "there is no error code '\(text)'; allowed: "
          + "\(codes.joined(separator: ", ")).\(near)")
    }
    return EngineError(code, node["text"]?.string ?? "")
  }

  private func readOutcome(_ node: JSONNode, into reply: inout EngineReply) throws(Mistake) {
    switch call.body {
    case .apply:
      guard let text = node["result"]?.string, let result = EngineReply.Result(rawValue: text),
        result == .ok || result == .pending
      else {
        throw Mistake(
          sentence: "'result' must be \"ok\" or \"pending\"; a refusal or an unknown outcome is "
            + "an 'error' with a code.")
      }
      reply.result = result
    case .read(_, _, let keys):
      guard let values = node["values"], values.members != nil else {
        throw Mistake(sentence: "'values' must be an object with a value for each key.")
      }
      for key in keys {
        guard let value = values["\(key)"] else {
          throw Mistake(sentence: "'values' has no '\(key)'; it needs a value for each key.")
        }
        guard let read = EngineValue(value, key.type) else {
          throw Mistake(
            sentence: "the value of '\(key)' is \(value.summary); allowed: "
              + "\(EngineValue.form(key.type)).")
        }
        reply.values[key] = read
      }
      if let version = node["version"] {
        guard let text = version.string else {
          throw Mistake(sentence: "'version' is \(version.summary); allowed: a text.")
        }
        reply.version = text
      }
    case .save:
      if let saved = node["saved"] { reply.saved = try bytes(saved, "saved") }
    default: break
    }
  }

  private func readEffects(_ node: JSONNode, into reply: inout EngineReply) throws(Mistake) {
    if let messages = node["messages"] {
      guard let elements = messages.elements else {
        throw Mistake(sentence: "'messages' is \(messages.summary); allowed: a list.")
      }
      for element in elements {
        guard let to = element["to"]?.string, let message = element["message"] else {
          throw Mistake(
            sentence: "each of 'messages' must have 'to', a name or \"*\", and 'message', "
              + "bytes in Base64.")
        }
        reply.messages.append(EngineMessage(to: to, try bytes(message, "message")))
      }
    }
    if let wake = node["wake"] {
      if wake.isNull {
        reply.wake = .never
      } else {
        guard let span = wake.integer(as: Int.self), (0...31_536_000_000).contains(span) else {
          throw Mistake(
            sentence: "'wake' is \(wake.summary); allowed: in how many milliseconds to wake the "
              + "replica, from 0 to a year, or null.")
        }
        reply.wake = .after(milliseconds: span)
      }
    }
    if let settled = node["settled"] {
      guard let elements = settled.elements else {
        throw Mistake(sentence: "'settled' is \(settled.summary); allowed: a list.")
      }
      for element in elements {
        guard let apply = element["apply"]?.integer(as: Int.self),
          let result = element["result"]?.string.flatMap({ EngineReply.Result(rawValue: $0) }),
          result != .pending
        else {
          throw Mistake(
            sentence: "each of 'settled' must have 'apply', the id of an apply, and 'result': "
              + "ok, refused or unknown.")
        }
        reply.settled.append(EngineReply.Settled(apply: apply, result))
      }
    }
  }

  private func bytes(_ node: JSONNode, _ name: String) throws(Mistake) -> [UInt8] {
    guard let bytes = node.string.flatMap({ Base64.bytes($0) }) else {
      throw Mistake(
        sentence: "'\(name)' is \(node.summary); allowed: bytes in Base64 with padding.")
    }
    return bytes
  }
}

/// Reads the reply to `hello`.
struct EngineHelloReader {
  typealias Mistake = EngineReplyReader.Mistake

  private static let keys = [
    "id", "protocol", "name", "version", "shape", "types", "persist", "features", "disclaims",
    "staleness", "network",
  ]

  func read(_ node: JSONNode) throws(Mistake) -> EngineHello {
    for member in node.members ?? [] where !Self.keys.contains(member.key) {
      let near = nearest(to: member.key, in: Self.keys).map { " Did you mean '\($0)'?" } ?? ""
      throw Mistake(
        sentence: "there is no key '\(member.key)' in it; allowed: "
          + "\(Self.keys.joined(separator: ", ")).\(near)")
    }
    guard node["protocol"]?.integer(as: Int.self) == EngineHello.protocolVersion else {
      throw Mistake(
        sentence: "'protocol' is \(node["protocol"]?.summary ?? "missing"); this program uses "
          + "version \(EngineHello.protocolVersion).")
    }
    guard let name = node["name"]?.string, let version = node["version"]?.string else {
      throw Mistake(sentence: "'name' and 'version' must be texts.")
    }
    let shape = try choice(node["shape"], "shape", EngineHello.Shape.self)
    let words = EngineType.allCases.map(\.rawValue) + ["transaction"]
    let names = try list(node["types"], "types", words)
    guard names.contains(where: { $0 != "transaction" }) else {
      throw Mistake(
        sentence: "'types' names no type of data; allowed: \(words.joined(separator: ", ")).")
    }
    var hello = EngineHello(
      name: name, version: version, shape: shape,
      types: EngineType.allCases.filter { names.contains($0.rawValue) },
      hasTransactions: names.contains("transaction"))
    if let persist = node["persist"] {
      hello.persistence = try choice(persist, "persist", EngineHello.Persistence.self)
    }
    if let network = node["network"] {
      hello.network = try choice(network, "network", EngineHello.Network.self)
      guard hello.network == .messages || shape == .clientServer else {
        throw Mistake(
          sentence: "'network' is \"own\" and 'shape' is \"peers\"; only clients of a server have "
            + "a network of their own.")
      }
    }
    if let features = node["features"] {
      let known = EngineHello.Feature.allCases.map(\.rawValue)
      hello.features = Set(
        try list(features, "features", known).compactMap { EngineHello.Feature(rawValue: $0) })
    }
    if let disclaims = node["disclaims"] {
      let known = EngineProperty.allCases.map(\.rawValue)
      hello.disclaimed = Set(
        try list(disclaims, "disclaims", known).compactMap { EngineProperty(rawValue: $0) })
    }
    if let staleness = node["staleness"] {
      guard let span = staleness.integer(as: Int.self), (1...86_400_000).contains(span) else {
        throw Mistake(
          sentence: "'staleness' is \(staleness.summary); allowed: milliseconds from 1 to "
            + "86400000, a day.")
      }
      hello.staleness = span
    }
    return hello
  }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ node: JSONNode?, _ name: String, _ type: Choice.Type
  ) throws(Mistake) -> Choice {
    let known = Choice.allCases.map(\.rawValue)
    guard let choice = node?.string.flatMap({ Choice(rawValue: $0) }) else {
      let near = node?.string.flatMap { nearest(to: $0, in: known) }
      throw Mistake(
        sentence: "'\(name)' is \(node?.summary ?? "missing"); allowed: "
          + "\(known.joined(separator: ", "))." + (near.map { " Did you mean '\($0)'?" } ?? ""))
    }
    return choice
  }

  private func list(
    _ node: JSONNode?, _ name: String, _ known: [String]
  ) throws(Mistake) -> [String] {
    guard let elements = node?.elements else {
      throw Mistake(
        sentence: "'\(name)' is \(node?.summary ?? "missing"); allowed: a list of "
          + "\(known.joined(separator: ", ")).")
    }
    var names: [String] = []
    for element in elements {
      guard let text = element.string, known.contains(text) else {
        let near = element.string.flatMap { nearest(to: $0, in: known) }
        throw Mistake(
          sentence: "'\(name)' has \(element.summary); allowed: "
            + "\(known.joined(separator: ", "))." + (near.map { " Did you mean '\($0)'?" } ?? ""))
      }
      names.append(text)
    }
    return names
  }
}

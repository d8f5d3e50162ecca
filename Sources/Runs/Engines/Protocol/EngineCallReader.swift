import Base
import JSONText

/// Reads calls, for an engine in Swift that is itself behind the protocol.
public struct EngineCallReader {
  public init() {}

  /// The call in a line; nil if it is none.
  public func read(_ line: [UInt8]) -> EngineCall? {
    guard let node = try? JSONReader().read(line), let id = node["id"]?.integer(as: Int.self),
      let name = node["call"]?.string, let body = body(name, node)
    else { return nil }
    return EngineCall(id: id, body)
  }

  private func body(_ name: String, _ node: JSONNode) -> EngineCall.Body? {
    switch name {
    case "hello": return .hello
    case "end": return .end
    case "begin":
      guard let seed = node["seed"]?.integer(as: UInt64.self),
        let replicas = node["replicas"]?.elements?.compactMap(\.string)
      else { return nil }
      return .begin(seed: seed, replicas: replicas)
    default: break
    }
    guard let replica = node["replica"]?.string else { return nil }
    if name == "close" { return .close(replica: replica) }
    guard let now = node["now"]?.integer(as: Int.self) else { return nil }
    switch name {
    case "open": return opening(replica, now, node).map { .open($0) }
    case "apply":
      let operations = node["operations"]?.elements?.compactMap { EngineOperation($0) }
      return operations.map { .apply(replica: replica, now: now, $0) }
    case "read":
      let keys = node["keys"]?.elements?.compactMap { $0.string.flatMap { EngineKey(name: $0) } }
      return keys.map { .read(replica: replica, now: now, $0) }
    case "wake":
      return .wake(replica: replica, now: now, online: node["online"]?.boolean ?? false)
    case "deliver":
      guard let from = node["from"]?.string,
        let message = node["message"]?.string.flatMap({ Base64.bytes($0) })
      else { return nil }
      return .deliver(replica: replica, now: now, from: from, message: message)
    case "save": return .save(replica: replica, now: now)
    default: return nil
    }
  }

  private func opening(_ replica: String, _ now: Int, _ node: JSONNode) -> EngineOpening? {
    guard let role = node["role"]?.string.flatMap({ EngineOpening.Role(rawValue: $0) }),
      let incarnation = node["incarnation"]?.integer(as: Int.self),
      let seed = node["seed"]?.integer(as: UInt64.self)
    else { return nil }
    return EngineOpening(
      replica: replica, role: role, incarnation: incarnation, seed: seed, now: now,
      saved: node["saved"]?.string.flatMap { Base64.bytes($0) },
      directory: node["directory"]?.string, server: node["server"]?.string)
  }
}

extension EngineOperation {
  init?(_ node: JSONNode) {
    guard let key = node["key"]?.string.flatMap({ EngineKey(name: $0) }) else { return nil }
    let value = node["value"]?.string
    let field = node["field"]?.string
    let place = node["at"]?.integer(as: Int.self)
    switch (node["op"]?.string, value, field) {
    case ("set", let value?, _): self = .set(key, value: value)
    case ("put", let value?, let field?): self = .put(key, field: field, value: value)
    case ("drop", _, let field?): self = .drop(key, field: field)
    case ("insert", let value?, _): self = .insert(key, at: place, value: value)
    case ("remove", let value?, _): self = .remove(key, at: place, value: value)
    case ("add", _, _):
      guard let amount = node["amount"]?.integer(as: Int.self) else { return nil }
      self = .add(key, amount: amount)
    case ("act", _, _):
      guard let draw = node["draw"]?.integer(as: Int.self) else { return nil }
      self = .act(key, draw: draw)
    default: return nil
    }
  }
}

extension EngineReply {
  /// The line of the reply, without its end.
  public func line(to call: EngineCall) -> [UInt8] {
    var members: [(String, JSONNode)] = [("id", .integer(call.id))]
    if let error {
      members.append(
        ("error", ["code": .string(error.code.rawValue), "text": .string(error.text)]))
      return JSONWriter(.compact).bytes(.object(members))
    }
    if let hello { members += hello.members }
    if let result { members.append(("result", .string(result.rawValue))) }
    if case .read = call.body {
      let shown = values.sorted { $0.key < $1.key }
      members.append(("values", .object(shown.map { ("\($0.key)", $0.value.json) })))
      if let version { members.append(("version", .string(version))) }
    }
    if let saved { members.append(("saved", .string(Base64.text(saved)))) }
    if !messages.isEmpty {
      members.append(
        (
          "messages",
          .array(
            messages.map { ["to": .string($0.to), "message": .string(Base64.text($0.bytes))] })
        ))
    }
    switch wake {
    case .unchanged: break
    case .never: members.append(("wake", .null))
    case .after(let span): members.append(("wake", .integer(span)))
    }
    if !settled.isEmpty {
      members.append(
        (
          "settled",
          .array(
            settled.map { ["apply": .integer($0.apply), "result": .string($0.result.rawValue)] })
        ))
    }
    return JSONWriter(.compact).bytes(.object(members))
  }
}

extension EngineHello {
  fileprivate var members: [(String, JSONNode)] {
    let names = types.map(\.rawValue) + (hasTransactions ? ["transaction"] : [])
    return [
      ("protocol", .integer(Self.protocolVersion)), ("name", .string(name)),
      ("version", .string(version)), ("shape", .string(shape.rawValue)),
      ("types", .array(names.map { .string($0) })), ("persist", .string(persistence.rawValue)),
      ("features", .array(features.map(\.rawValue).sorted().map { .string($0) })),
      ("disclaims", .array(disclaimed.map(\.rawValue).sorted().map { .string($0) })),
      ("staleness", .integer(staleness)),
    ] + (network == .messages ? [] : [("network", .string(network.rawValue))])
  }
}

import Base
import JSONText

// Plans in reproductions. Every step is an object on a line of its own.
extension EnginePlan {
  var json: JSONNode {
    .object([
      ("seed", .integer(seed)), ("shape", .string(shape.rawValue)),
      ("replicas", .integer(replicaCount)), ("length", .integer(length)),
      ("absent", .array(absent.sorted().map { .integer($0) })),
      ("saveDelay", .integer(saveDelay)),
      ("skews", .object(skews.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })),
      ("network", network.json),
      (
        "deliveries",
        deliveries.map { list in
          .array(list.sorted { $0.key < $1.key }.map { $0.value.json(key: $0.key) })
        } ?? .null
      ),
      ("steps", .array(steps.map(\.json))),
    ])
  }

  init(_ node: JSONNode) throws(EngineReproductionError) {
    let reader = try EngineNodeReader(
      node,
      [
        "seed", "shape", "replicas", "absent", "length", "saveDelay", "skews", "network",
        "deliveries",
        "steps",
      ])
    guard let shape = EngineHello.Shape(rawValue: try reader.text("shape")) else {
      throw EngineReproductionError(
        "'shape' must be peers or client-server", at: node["shape"]?.position)
    }
    self.init(
      seed: try reader.number("seed", UInt64.self, 0...UInt64.max), shape: shape,
      replicaCount: try reader.number("replicas", Int.self, 1...100))
    length = try reader.number("length", Int.self, 1...86_400_000)
    absent = Set(try reader.node("absent").elements?.compactMap { $0.integer(as: Int.self) } ?? [])
    saveDelay = try reader.number("saveDelay", Int.self, 0...86_400_000)
    for member in try reader.node("skews").members ?? [] {
      guard let skew = member.node.integer(as: Int.self) else {
        throw EngineReproductionError("'skews' must have whole numbers", at: member.node.position)
      }
      skews[member.key] = skew
    }
    network = try Network(try reader.node("network"))
    let list = try reader.node("deliveries")
    if !list.isNull {
      var read: [UInt64: Delivery] = [:]
      for element in list.elements ?? [] {
        let (key, delivery) = try Delivery.read(element)
        read[key] = delivery
      }
      deliveries = read
    }
    for element in try reader.node("steps").elements ?? [] {
      steps.append(try EngineStep(element))
    }
    guard steps.allSatisfy({ $0.replica < 100 }) else {
      throw EngineReproductionError("a step has a replica above 99", at: node.position)
    }
  }
}

extension EnginePlan.Network {
  var json: JSONNode {
    [
      "delayMin": .integer(delayMin), "delayMax": .integer(delayMax),
      "lossPerMille": .integer(lossPerMille), "duplicatePerMille": .integer(duplicatePerMille),
      "detourPerMille": .integer(detourPerMille), "detourMax": .integer(detourMax),
    ]
  }

  init(_ node: JSONNode) throws(EngineReproductionError) {
    let reader = try EngineNodeReader(
      node,
      [
        "delayMin", "delayMax", "lossPerMille", "duplicatePerMille", "detourPerMille", "detourMax",
      ])
    let day = 0...86_400_000
    self.init(
      delayMin: try reader.number("delayMin", Int.self, day),
      delayMax: try reader.number("delayMax", Int.self, day),
      lossPerMille: try reader.number("lossPerMille", Int.self, 0...1_000),
      duplicatePerMille: try reader.number("duplicatePerMille", Int.self, 0...1_000),
      detourPerMille: try reader.number("detourPerMille", Int.self, 0...1_000),
      detourMax: try reader.number("detourMax", Int.self, day))
    guard delayMin <= delayMax else {
      throw EngineReproductionError("'delayMin' is above 'delayMax'", at: node.position)
    }
  }
}

extension EnginePlan.Delivery {
  func json(key: UInt64) -> JSONNode {
    var members: [(String, JSONNode)] = [("message", .string(Hexadecimal.text(key)))]
    members.append(("delay", delay.map { .integer($0) } ?? .null))
    if let copyAfter { members.append(("copyAfter", .integer(copyAfter))) }
    return .object(members)
  }

  static func read(_ node: JSONNode) throws(EngineReproductionError) -> (UInt64, Self) {
    let reader = try EngineNodeReader(node, ["message", "delay", "copyAfter"])
    guard let key = Hexadecimal.word(Array(try reader.text("message").utf8)) else {
      throw EngineReproductionError(
        "'message' must be 16 hexadecimal digits", at: node.position)
    }
    let delay = try reader.node("delay")
    return (
      key,
      EnginePlan.Delivery(
        delay: delay.isNull ? nil : try reader.number("delay", Int.self, 0...86_400_000),
        copyAfter: node["copyAfter"] == nil
          ? nil : try reader.number("copyAfter", Int.self, 1...86_400_000))
    )
  }
}

extension EngineStep {
  var json: JSONNode {
    var members: [(String, JSONNode)] = [
      ("id", .integer(id)), ("at", .integer(time)), ("replica", .integer(replica)),
    ]
    switch action {
    case .write(let intents): members.append(("write", .array(intents.map(\.json))))
    case .read: members.append(("do", "read"))
    case .sync: members.append(("do", "sync"))
    case .backup: members.append(("do", "backup"))
    case .restore: members.append(("do", "restore"))
    case .clone(let number): members += [("do", "clone"), ("as", .integer(number))]
    case .crash(let span): members += [("do", "crash"), ("for", .integer(span))]
    case .cut(let span): members += [("do", "cut"), ("for", .integer(span))]
    case .offline(let span): members += [("do", "offline"), ("for", .integer(span))]
    case .partition(let span): members += [("do", "partition"), ("for", .integer(span))]
    case .jump(let span): members += [("do", "jump"), ("by", .integer(span))]
    }
    return .object(members)
  }

  init(_ node: JSONNode) throws(EngineReproductionError) {
    let reader = try EngineNodeReader(
      node, ["id", "at", "replica", "write", "do", "as", "for", "by"])
    let day = 0...86_400_000
    func action() throws(EngineReproductionError) -> Action {
      if let intents = node["write"]?.elements {
        var read: [EngineIntent] = []
        for intent in intents { read.append(try EngineIntent(intent)) }
        return .write(read)
      }
      let name = try reader.text("do")
      switch name {
      case "read": return .read
      case "sync": return .sync
      case "backup": return .backup
      case "restore": return .restore
      case "clone": return .clone(as: try reader.number("as", Int.self, 1...99))
      case "crash": return .crash(for: try reader.number("for", Int.self, day))
      case "cut": return .cut(for: try reader.number("for", Int.self, day))
      case "offline": return .offline(for: try reader.number("for", Int.self, day))
      case "partition": return .partition(for: try reader.number("for", Int.self, day))
      case "jump":
        return .jump(by: try reader.number("by", Int.self, -31_536_000_000...31_536_000_000))
      default:
        throw EngineReproductionError(
          "'do' is '\(name)'; allowed: read, sync, backup, restore, clone, crash, cut, "
            + "offline, partition, jump", at: node["do"]?.position)
      }
    }
    self.init(
      id: try reader.number("id", Int.self, 0...1_000_000),
      time: try reader.number("at", Int.self, day),
      replica: try reader.number("replica", Int.self, 0...99), try action())
  }
}

extension EngineIntent {
  private var name: String {
    switch self {
    case .set: "set"
    case .put: "put"
    case .drop: "drop"
    case .add(_, let isNegative): isNegative ? "subtract" : "add"
    case .insert: "insert"
    case .append: "append"
    case .remove: "remove"
    case .insertAgain: "insert-again"
    case .act: "act"
    }
  }

  var json: JSONNode {
    var members: [(String, JSONNode)] = [("op", .string(name)), ("key", .string("\(key)"))]
    switch self {
    case .put(_, let field), .drop(_, let field): members.append(("field", .integer(field)))
    default: break
    }
    return .object(members)
  }

  init(_ node: JSONNode) throws(EngineReproductionError) {
    let reader = try EngineNodeReader(node, ["op", "key", "field"])
    guard let key = EngineKey(name: try reader.text("key")) else {
      throw EngineReproductionError(
        "'key' must be a type and a number, such as 'counter-0'", at: node["key"]?.position)
    }
    let name = try reader.text("op")
    switch (name, key.type) {
    case ("set", .register): self = .set(key)
    case ("put", .map): self = .put(key, field: try reader.number("field", Int.self, 0...99))
    case ("drop", .map): self = .drop(key, field: try reader.number("field", Int.self, 0...99))
    case ("add", .counter): self = .add(key, isNegative: false)
    case ("subtract", .counter): self = .add(key, isNegative: true)
    case ("insert", _) where key.type.hasElements: self = .insert(key)
    case ("append", .list), ("append", .text): self = .append(key)
    case ("remove", _) where key.type.hasElements: self = .remove(key)
    case ("insert-again", .set): self = .insertAgain(key)
    case ("act", .own): self = .act(key)
    default:
      throw EngineReproductionError(
        "there is no operation '\(name)' of \(key)", at: node["op"]?.position)
    }
  }
}

/// Reads the members of an object, and knows which there are.
struct EngineNodeReader {
  private let object: JSONNode

  init(_ object: JSONNode, _ allowed: [String]) throws(EngineReproductionError) {
    self.object = object
    guard let members = object.members else {
      throw EngineReproductionError("expected an object", at: object.position)
    }
    for member in members where !allowed.contains(member.key) {
      let near = nearest(to: member.key, in: allowed).map { "; did you mean '\($0)'?" } ?? ""
      throw EngineReproductionError(
        "there is no key '\(member.key)'; allowed: \(allowed.joined(separator: ", "))\(near)",
        at: member.keyPosition)
    }
  }

  func node(_ name: String) throws(EngineReproductionError) -> JSONNode {
    guard let node = object[name] else {
      throw EngineReproductionError("'\(name)' is missing", at: object.position)
    }
    return node
  }

  func text(_ name: String) throws(EngineReproductionError) -> String {
    let node = try node(name)
    guard let text = node.string else {
      throw EngineReproductionError("'\(name)' must be a text", at: node.position)
    }
    return text
  }

  func number<Number: FixedWidthInteger>(
    _ name: String, _ type: Number.Type, _ range: ClosedRange<Number>
  ) throws(EngineReproductionError) -> Number {
    let node = try node(name)
    guard let number = node.integer(as: type), range.contains(number) else {
      throw EngineReproductionError(
        "'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound)",
        at: node.position)
    }
    return number
  }

  /// So many seconds as something may take.
  func seconds(_ name: String) throws(EngineReproductionError) -> Double {
    let node = try node(name)
    guard let seconds = node.double, (0.01...3_600).contains(seconds) else {
      throw EngineReproductionError(
        "'\(name)' must be a number from 0.01 to 3600", at: node.position)
    }
    return seconds
  }
}

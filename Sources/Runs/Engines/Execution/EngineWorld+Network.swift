import Base

// Messages, and what the network does to them.
extension EngineWorld {
  /// The messages of a reply, each to one replica, with their keys.
  func outgoing(
    _ messages: [EngineMessage], from replica: Int, cause: UInt64
  ) throws(Stop) -> [EngineOutgoing] {
    var outgoing: [EngineOutgoing] = []
    for (number, message) in messages.enumerated() {
      for to in try receivers(of: message, from: replica) {
        outgoing.append(
          EngineOutgoing(
            key: Self.key(cause, UInt64(number), UInt64(to) << 8 | UInt64(replica)), to: to,
            bytes: message.bytes))
      }
    }
    return outgoing
  }

  private func receivers(of message: EngineMessage, from replica: Int) throws(Stop) -> [Int] {
    let others = replicas.indices.filter { other in
      other != replica && replicas[other].exists
        && (server == nil || server == replica || server == other)
    }
    if message.to == EngineMessage.everyone { return others }
    guard let to = places[message.to] else {
      let names = replicas.map(\.name).joined(separator: ", ")
      throw misspoke(
        "it sends a message to '\(message.to)'; the replicas of this test are \(names).", replica)
    }
    guard to != replica else {
      throw misspoke("'\(message.to)' sends a message to itself.", replica)
    }
    guard server == nil || server == replica || server == to else {
      throw misspoke(
        "'\(replicas[replica].name)' is a client, and sends to another client; "
          + "clients send to 'server' only.", replica)
    }
    return [to]
  }

  /// Sends a message: it is lost, or arrives later, perhaps twice.
  func send(_ message: EngineOutgoing, from replica: Int) {
    outcome.messages += 1
    if let barrier = barrier(between: replica, and: message.to, isReachable: isReachable(replica)) {
      trace(
        replica, mark: .sent([]), "a message to \(replicas[message.to].name) is lost: \(barrier)")
      return
    }
    let delivery = delivery(of: message.key)
    if delivery != .calm { outcome.deliveries[message.key] = delivery }
    guard let delay = delivery.delay else {
      count(.loss)
      trace(replica, mark: .sent([]), "a message to \(replicas[message.to].name) is lost")
      return
    }
    if delay > 500 { count(.delays) }
    let to = message.to
    var arrivals = [Self.key(message.key, 1, 0)]
    messagesInFlight += 1
    queue.add(
      .arrival(to: to, from: replica, key: arrivals[0], message.bytes), at: now + delay)
    if let after = delivery.copyAfter {
      count(.duplicates)
      messagesInFlight += 1
      arrivals.append(Self.key(message.key, 2, 0))
      queue.add(
        .arrival(to: to, from: replica, key: arrivals[1], message.bytes),
        at: now + delay + after)
    }
    // What a shrunk plan lists is what matters.
    let isRoutine =
      plan.deliveries == nil ? delivery.copyAfter == nil && delay <= 500 : delivery == .calm
    trace(
      replica, isRoutine: isRoutine, mark: .sent(arrivals),
      "sends \(message.bytes.count) bytes to \(replicas[to].name), which arrive after \(delay) ms"
        + (delivery.copyAfter.map { " and again \($0) ms later" } ?? ""))
  }

  /// What happens to a message: listed, or drawn by its key.
  private func delivery(of key: UInt64) -> EnginePlan.Delivery {
    if isHealed { return .calm }
    if let deliveries = plan.deliveries { return deliveries[key] ?? .calm }
    let network = plan.network
    if network.isCalm { return .calm }
    func perMille(_ slot: UInt16) -> Int {
      Int(
        randomness.draw(EnginePurpose.delivery, who: key, day: 0, slot: slot).first
          .scaled(below: 1_000))
    }
    if perMille(0) < network.lossPerMille { return EnginePlan.Delivery(delay: nil, copyAfter: nil) }
    let draw = randomness.draw(EnginePurpose.delivery, who: key, day: 1)
    var delay =
      network.delayMin
      + Int(draw.first.scaled(below: UInt64(network.delayMax - network.delayMin + 1)))
    if perMille(1) < network.detourPerMille {
      delay += Int(draw.second.scaled(below: UInt64(network.detourMax + 1)))
    }
    var copyAfter: Int?
    if perMille(2) < network.duplicatePerMille {
      let copy = randomness.draw(EnginePurpose.copy, who: key, day: 0)
      let most = UInt64(copy.first.lowCoin ? 200 : 10_000)
      copyAfter = 1 + Int(copy.second.scaled(below: most))
    }
    return EnginePlan.Delivery(delay: delay, copyAfter: copyAfter)
  }

  /// Whether a replica has a network.
  func isReachable(_ replica: Int) -> Bool { replicas[replica].offlineUntil <= now }

  func deliver(_ bytes: [UInt8], key: UInt64, to: Int, from: Int) throws(Stop) {
    messagesInFlight -= 1
    let barrier =
      replicas[to].isOpen
      ? barrier(between: to, and: from, isReachable: isReachable(to)) : "it is closed"
    if let barrier {
      trace(
        to, mark: .arrived(key),
        "a message from \(replicas[from].name) does not reach it: \(barrier)")
      return
    }
    let reply = try perform(
      .deliver(
        replica: replicas[to].name, now: clock(to), from: replicas[from].name, message: bytes), to)
    guard reply.error == nil else {
      trace(
        to, mark: .arrived(key),
        "refuses a message from \(replicas[from].name): \(reply.error?.text ?? "")")
      return
    }
    trace(to, isRoutine: true, mark: .arrived(key), "gets a message from \(replicas[from].name)")
    try take(reply, from: to, cause: key)
  }
}

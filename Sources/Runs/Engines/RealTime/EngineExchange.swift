import Base

/// What the network does to one exchange of a connection: what a client sends until the server
/// begins to answer, and the answer.
struct EngineExchange: Equatable {
  /// Which half of it does not arrive.
  enum Loss {
    /// The connection is cut before the server gets anything.
    case request
    /// The server gets everything, and the connection is cut when it begins to answer.
    case answer
  }

  var loss: Loss?
  /// The delay of each half, in milliseconds of the plan.
  var requestDelay = 0
  var answerDelay = 0
  /// When the same request arrives once more after its answer, in milliseconds of the plan.
  var copyAfter: Int?

  /// What is drawn for an exchange of a replica, by its number. As much is lost, delayed and
  /// doubled as of the messages of an engine that hands them over.
  static func draw(
    _ network: EnginePlan.Network, _ randomness: Randomness, replica: Int, number: Int
  ) -> EngineExchange {
    var exchange = EngineExchange()
    if network.isCalm { return exchange }
    let key = EngineWorld.key(UInt64(replica), UInt64(number), 0x6578)
    func draw(_ slot: UInt16) -> RandomBits {
      randomness.draw(EnginePurpose.delivery, who: key, day: 2, slot: slot)
    }
    func isDrawn(_ bits: UInt64, _ perMille: Int) -> Bool {
      Int(bits.scaled(below: 1_000)) < perMille
    }
    let losses = draw(0)
    if isDrawn(losses.first, network.lossPerMille) {
      exchange.loss = .request
    } else if isDrawn(losses.second, network.lossPerMille) {
      exchange.loss = .answer
    }
    let spread = UInt64(network.delayMax - network.delayMin + 1)
    let delays = draw(1)
    exchange.requestDelay = network.delayMin + Int(delays.first.scaled(below: spread))
    exchange.answerDelay = network.delayMin + Int(delays.second.scaled(below: spread))
    let detour = draw(2)
    if isDrawn(detour.first, network.detourPerMille) {
      let longer = Int(detour.second.scaled(below: UInt64(network.detourMax + 1)))
      if detour.first.lowCoin {
        exchange.requestDelay += longer
      } else {
        exchange.answerDelay += longer
      }
    }
    let copy = draw(3)
    if isDrawn(copy.first, network.duplicatePerMille) {
      exchange.copyAfter = 1 + Int(copy.second.scaled(below: copy.first.lowCoin ? 200 : 10_000))
    }
    return exchange
  }

  /// Whether a request only reads, if it is one of HTTP.
  static func isReading(_ bytes: ArraySlice<UInt8>) -> Bool {
    ["GET ", "HEAD ", "OPTIONS "].contains { bytes.starts(with: $0.utf8) }
  }

  /// Whether bytes are one whole request of HTTP/1, which means the same on another connection.
  static func isWholeRequest(_ bytes: [UInt8]) -> Bool {
    guard let end = end(ofHead: bytes) else { return false }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count == 3, words[2].hasPrefix("HTTP/1."),
      words[0].utf8.allSatisfy({ 65...90 ~= $0 })
    else { return false }
    var length = 0
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return false }
      switch parts[0].lowercased() {
      case "content-length":
        guard let count = Int(parts[1].split(separator: " ").first ?? "") else { return false }
        length = count
      case "transfer-encoding", "upgrade", "expect": return false
      default: break
      }
    }
    return bytes.count == end + length
  }

  /// The place behind the empty line.
  private static func end(ofHead bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for place in 0...(bytes.count - 4)
    where bytes[place] == 13 && bytes[place + 1] == 10 && bytes[place + 2] == 13
      && bytes[place + 3] == 10
    {
      return place + 4
    }
    return nil
  }
}

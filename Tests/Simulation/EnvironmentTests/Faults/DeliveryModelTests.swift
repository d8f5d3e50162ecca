import Base
import Testing

@testable import Environment

@Suite("The delivery of a message")
struct DeliveryModelTests {
  static let seed: UInt64 = 42
  static let messageCount = 20_000

  static func network(
    seed: UInt64 = seed, _ change: (inout NetworkSettings) -> Void = { _ in }
  ) -> DeliveryModel {
    DeliveryModel(.calm(change), randomness: Randomness(seed: seed))
  }

  /// The deliveries of many messages of four senders.
  static func messageDeliveries(_ messageDeliveries: DeliveryModel) -> [MessageDelivery] {
    Self.messageDeliveries(of: FaultPurpose.requestDelivery, messageDeliveries)
  }

  /// The deliveries of the responses to them.
  static func responses(_ messageDeliveries: DeliveryModel) -> [MessageDelivery] {
    Self.messageDeliveries(of: FaultPurpose.responseDelivery, messageDeliveries)
  }

  private static func messageDeliveries(of way: RandomPurpose, _ messageDeliveries: DeliveryModel)
    -> [MessageDelivery]
  {
    (0..<messageCount).map {
      let key = MessageKey(cause: UInt64($0 & 3), device: Int32($0 >> 2))
      var messageDelivery = messageDeliveries.messageDelivery(way, of: key)
      if way == FaultPurpose.responseDelivery {
        messageDeliveries.damageResponse(&messageDelivery, way, of: key)
      }
      return messageDelivery
    }
  }

  // MARK: How often

  @Test("is lost as often as the settings say", arguments: [0.001, 0.03, 0.5, 0.97])
  func frequencies(share: Double) {
    let messageDeliveries = Self.messageDeliveries(
      Self.network {
        $0.loss = Probability(share)
        $0.duplicate = Probability(share)
      })
    let lost = messageDeliveries.count { $0.isLost }
    let doubled = messageDeliveries.count { $0.isDuplicated }
    let both = messageDeliveries.count { $0.isLost && $0.isDuplicated }
    #expect(isLikely(lost, of: messageDeliveries.count, probability: share))
    // Of the duplicates some are lost, too, independently of the first copy.
    let arrives = share * (1 - share)
    #expect(isLikely(doubled, of: messageDeliveries.count, probability: arrives))
    #expect(isLikely(both, of: messageDeliveries.count, probability: share * arrives))
  }

  @Test("responses are lost more often, if the settings add a loss of responses")
  func responses() {
    let network = Self.network {
      $0.loss = Probability(0.2)
      $0.responseLoss = Probability(0.5)
    }
    let responses = Self.responses(network)
    let requests = Self.messageDeliveries(network)
    #expect(isLikely(requests.count { $0.isLost }, of: requests.count, probability: 0.2))
    #expect(isLikely(responses.count { $0.isLost }, of: responses.count, probability: 0.6))
    // All other faults stay the same.
    let without = Self.responses(Self.network { $0.loss = Probability(0.2) })
    for (one, other) in zip(responses, without) {
      #expect(one.delayMilliseconds == other.delayMilliseconds && (one.isLost || !other.isLost))
    }
  }

  @Test("only responses are damaged, and half of those are unreadable")
  func damage() {
    let network = Self.network { $0.damage = Probability(0.4) }
    #expect(!Self.messageDeliveries(network).contains { $0.isDamaged })
    let responses = Self.responses(network)
    let unreadable = responses.count { $0.deliveredPerMille == 0 }
    #expect(isLikely(responses.count { $0.isDamaged }, of: responses.count, probability: 0.4))
    #expect(isLikely(unreadable, of: responses.count, probability: 0.2))
    #expect(responses.allSatisfy { (0...1_000).contains($0.deliveredPerMille) })
    let whole = Self.responses(Self.network())
    #expect(whole.map(\.delayMilliseconds) == responses.map(\.delayMilliseconds))
  }

  @Test("has no faults in a network without faults")
  func never() {
    let messageDeliveries = Self.messageDeliveries(Self.network())
    #expect(!messageDeliveries.contains { $0.isLost || $0.isDuplicated })
  }

  @Test("a fault is certain when its probability is one")
  func always() {
    let network = Self.network {
      $0.loss = .always
      $0.duplicate = .always
      $0.reorder = .always
    }
    #expect(Self.messageDeliveries(network).allSatisfy { $0.isLost && !$0.isDuplicated })
    let doubling = Self.network { $0.duplicate = .always }
    #expect(Self.messageDeliveries(doubling).allSatisfy { !$0.isLost && $0.isDuplicated })
    // No draw of 26 bits is above these, so what the sample shows holds for every message.
    let draws: UInt64 = 1 << 26
    #expect(network.loss == draws && network.duplicate == draws && network.reorder == draws)
  }

  @Test("a probability just below one is not certain")
  func almostAlways() {
    let network = Self.network { $0.loss = Probability(1 - 0x1p-20) }
    #expect(network.loss == 1 << 26 - 1 << 6)
  }

  // MARK: How long

  @Test("latency is log-normal")
  func latencies() {
    let messageDeliveries = Self.messageDeliveries(Self.network())
    let total = messageDeliveries.count
    // Half below the median, and 84.13 % below one deviation above it.
    #expect(
      isLikely(messageDeliveries.count { $0.delayMilliseconds < 80 }, of: total, probability: 0.5))
    #expect(
      isLikely(
        messageDeliveries.count { $0.delayMilliseconds < 145 }, of: total, probability: 0.841))
    #expect(
      isLikely(messageDeliveries.count { $0.delayMilliseconds < 44 }, of: total, probability: 0.159)
    )
    #expect(messageDeliveries.allSatisfy { $0.delayMilliseconds >= 1 })
  }

  @Test("latency is always the median when sigma is zero")
  func noSpread() {
    let messageDeliveries = Self.messageDeliveries(Self.network { $0.latencySigma = 0 })
    #expect(messageDeliveries.allSatisfy { $0.delayMilliseconds == 80 })
  }

  @Test("latency is at most ten minutes, whatever the settings")
  func latencyBound() {
    let messageDeliveries = Self.messageDeliveries(
      Self.network {
        $0.latencyMillisecondsMedian = 60_000
        $0.latencySigma = 4
        $0.duplicate = .always
        $0.reorder = .always
        $0.reorderDelayMillisecondsMax = 3_600_000
      })
    #expect(
      messageDeliveries.allSatisfy {
        (1...600_000 + 3_600_000).contains($0.delayMilliseconds)
          && (1...60_000_000).contains($0.duplicateDelayMilliseconds)
      })
  }

  @Test("a reordered message takes longer by up to the maximum, and so is overtaken")
  func detours() {
    let straight = Self.messageDeliveries(Self.network())
    let detours = Self.messageDeliveries(Self.network { $0.reorder = .always })
    let longer = zip(straight, detours).map { $1.delayMilliseconds - $0.delayMilliseconds }
    #expect(longer.allSatisfy { (0...2_000).contains($0) })
    #expect(isLikely(longer.count { $0 > 1_000 }, of: longer.count, probability: 0.5))
    let some = Self.messageDeliveries(Self.network { $0.reorder = Probability(0.1) })
    let held = zip(straight, some).count { $0 != $1 }
    // One in two thousand and one of the delays is zero.
    #expect(isLikely(held, of: some.count, probability: 0.1 * 2_000 / 2_001))
  }

  @Test("a duplicate arrives long after the first copy")
  func duplicates() {
    let messageDeliveries = Self.messageDeliveries(Self.network { $0.duplicate = .always })
    let late = messageDeliveries.count { $0.duplicateDelayMilliseconds > $0.delayMilliseconds }
    #expect(Double(late) > 0.9 * Double(messageDeliveries.count))
    #expect(messageDeliveries.contains { $0.duplicateDelayMilliseconds > 4_000 })
  }

  // MARK: Determinism

  @Test("is the same for the same message, and differs for another")
  func determinism() {
    let settings: (inout NetworkSettings) -> Void = {
      $0.loss = Probability(0.5)
      $0.duplicate = Probability(0.5)
      $0.reorder = Probability(0.5)
    }
    let (one, same) = (Self.network(settings), Self.network(settings))
    #expect(Self.messageDeliveries(one) == Self.messageDeliveries(same))
    let other = Self.network(seed: 43, settings)
    func messageDeliveries(
      _ messageDeliveries: DeliveryModel, _ purpose: RandomPurpose, who: UInt64, from step: Int32
    ) -> [MessageDelivery] {
      (step..<step + 8).map {
        messageDeliveries.messageDelivery(purpose, of: MessageKey(cause: who, device: $0))
      }
    }
    let request = FaultPurpose.requestDelivery
    let first = messageDeliveries(one, request, who: 1, from: 0)
    #expect(first == messageDeliveries(one, request, who: 1, from: 0))
    #expect(first != messageDeliveries(one, request, who: 1, from: 8))
    #expect(first != messageDeliveries(one, request, who: 2, from: 0))
    #expect(first != messageDeliveries(one, FaultPurpose.responseDelivery, who: 1, from: 0))
    #expect(first != messageDeliveries(other, request, who: 1, from: 0))
  }

  @Test("changing one setting changes no other fault")
  func commonRandomNumbers() {
    let calm = Self.messageDeliveries(Self.network())
    let lossy = Self.messageDeliveries(Self.network { $0.loss = Probability(0.3) })
    let doubled = Self.messageDeliveries(Self.network { $0.duplicate = Probability(0.3) })
    #expect(calm.map(\.delayMilliseconds) == lossy.map(\.delayMilliseconds))
    #expect(calm.map(\.delayMilliseconds) == doubled.map(\.delayMilliseconds))
    // A message that is lost at three in ten is lost at six in ten, too.
    let lossier = Self.messageDeliveries(Self.network { $0.loss = Probability(0.6) })
    #expect(zip(lossy, lossier).allSatisfy { !$0.isLost || $1.isLost })
  }
}

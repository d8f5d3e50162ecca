public import Base

/// The delivery of each message, as a pure function of its key: the cause, the device, and the
/// attempt for that cause.
///
/// Loss, duplication and reordering are independent, and so are the losses of the two copies: of a
/// message that is lost and duplicated, only the late second copy may arrive.
public struct DeliveryModel: Sendable {
  @usableFromInline let randomness: Randomness
  @usableFromInline let loss: UInt64
  @usableFromInline let responseLoss: UInt64
  @usableFromInline let damage: UInt64
  @usableFromInline let duplicate: UInt64
  @usableFromInline let reorder: UInt64
  @usableFromInline let reorderDelayMillisecondsMax: Int64
  /// The latency at 4,096 equally likely quantiles, so that a draw is a table lookup.
  @usableFromInline let latencies: [Int32]

  public init(_ settings: NetworkSettings, randomness: Randomness) {
    self.randomness = randomness
    loss = Self.lane(settings.loss)
    responseLoss = Self.lane(settings.responseLoss)
    damage = Self.lane(settings.damage)
    duplicate = Self.lane(settings.duplicate)
    reorder = Self.lane(settings.reorder)
    precondition(settings.reorderDelayMillisecondsMax >= 0, "a delay is not negative")
    reorderDelayMillisecondsMax = settings.reorderDelayMillisecondsMax
    latencies = (0..<4096).map { index in
      let quantile = (Double(index) + 0.5) / 4096
      let factor = Mathematics.exp(settings.latencySigma * Mathematics.inverseNormal(quantile))
      return Int32(min(max(1, settings.latencyMillisecondsMedian * factor), 600_000))
    }
  }

  /// A probability as a threshold for 26 bits of a draw, rounded down; certainty is 2^26, which no
  /// draw reaches.
  private static func lane(_ probability: Probability) -> UInt64 {
    probability.threshold >> 37
  }

  /// The delivery of a message. One draw decides it; only a rare duplicate and a rare delay draw
  /// again.
  @inlinable public func messageDelivery(_ purpose: RandomPurpose, of key: MessageKey)
    -> MessageDelivery
  {
    let draw = randomness.draw(
      purpose, who: key.cause, day: key.device, slot: key.attempt &<< 2)
    let mask: UInt64 = 1 << 26 - 1
    var messageDelivery = MessageDelivery(
      isLost: draw.first & mask < loss,
      delayMilliseconds: latencies[Int(draw.second & 4095)],
      duplicateDelayMilliseconds: -1)
    if draw.first &>> 26 & mask < duplicate { addCopy(to: &messageDelivery, purpose, key) }
    if draw.second &>> 12 & mask < reorder { addReorderDelay(to: &messageDelivery, purpose, key) }
    return messageDelivery
  }

  /// Whether responses have more faults than other messages.
  @inlinable public var degradesResponses: Bool { responseLoss | damage != 0 }

  @usableFromInline func addCopy(
    to messageDelivery: inout MessageDelivery, _ purpose: RandomPurpose, _ key: MessageKey
  ) {
    let draw = randomness.draw(
      purpose, who: key.cause, day: key.device, slot: key.attempt &<< 2 | 1)
    // A copy is lost like the first one; where loss is certain, nothing arrives.
    if draw.second &>> 12 & (1 << 26 - 1) < loss { return }
    // A copy is late by up to a hundred times the default delay: long enough to meet a later
    // exchange.
    messageDelivery.duplicateDelayMilliseconds =
      latencies[Int(draw.second & 4095)] * Int32(draw.integer(in: 1...100))
  }

  /// Additional faults of a response: it or its copy is lost where requests are not, and half of
  /// the damaged ones are unreadable.
  public func damageResponse(
    _ messageDelivery: inout MessageDelivery, _ purpose: RandomPurpose, of key: MessageKey
  ) {
    let draw = randomness.draw(
      purpose, who: key.cause, day: key.device, slot: key.attempt &<< 2 | 3)
    let mask: UInt64 = 1 << 26 - 1
    if draw.first & mask < responseLoss { messageDelivery.isLost = true }
    if draw.first &>> 26 & mask < responseLoss { messageDelivery.duplicateDelayMilliseconds = -1 }
    guard draw.second & mask < damage else { return }
    messageDelivery.deliveredPerMille = Int16(max(0, Int(draw.second &>> 26 % 1_999) - 999))
  }

  @usableFromInline func addReorderDelay(
    to messageDelivery: inout MessageDelivery, _ purpose: RandomPurpose, _ key: MessageKey
  ) {
    let draw = randomness.draw(
      purpose, who: key.cause, day: key.device, slot: key.attempt &<< 2 | 2)
    let reorderDelay = draw.integer(in: 0...Int(reorderDelayMillisecondsMax))
    messageDelivery.delayMilliseconds = Int32(
      clamping: Int(messageDelivery.delayMilliseconds) + reorderDelay)
  }
}

/// The delivery of one message.
public struct MessageDelivery: BitwiseCopyable, Hashable, Sendable {
  public var isLost: Bool
  /// How many of a thousand rows of a response arrive; a response without any rows is unreadable.
  public var deliveredPerMille: Int16
  public var delayMilliseconds: Int32
  /// How long the duplicate takes, in milliseconds; negative if there is none or it is lost.
  public var duplicateDelayMilliseconds: Int32

  @inlinable public init(
    isLost: Bool, delayMilliseconds: Int32, duplicateDelayMilliseconds: Int32,
    deliveredPerMille: Int16 = 1_000
  ) {
    self.isLost = isLost
    self.delayMilliseconds = delayMilliseconds
    self.duplicateDelayMilliseconds = duplicateDelayMilliseconds
    self.deliveredPerMille = deliveredPerMille
  }

  @inlinable public var isDamaged: Bool { deliveredPerMille < 1_000 }

  /// Whether a second copy arrives.
  @inlinable public var isDuplicated: Bool { duplicateDelayMilliseconds >= 0 }
}

/// What becomes of one message.
public struct MessageFate: BitwiseCopyable, Hashable, Sendable {
  public var isLost: Bool
  public var delayMilliseconds: Int32
  /// When the network delivers the message twice, how long the second copy takes; else negative.
  public var duplicateDelayMilliseconds: Int32

  @inlinable public init(
    isLost: Bool, delayMilliseconds: Int32, duplicateDelayMilliseconds: Int32
  ) {
    self.isLost = isLost
    self.delayMilliseconds = delayMilliseconds
    self.duplicateDelayMilliseconds = duplicateDelayMilliseconds
  }

  @inlinable public var isDuplicated: Bool { duplicateDelayMilliseconds >= 0 }
}

/// What a message was sent for, which is what its fate hangs on.
///
/// Nothing in it counts what came before in other steps: one message more, or one step less,
/// changes no other message's fate.
public struct MessageKey: BitwiseCopyable, Hashable, Sendable {
  /// The step that the message follows from, or what one step led to on another device.
  public var cause: UInt64
  /// The device that speaks, or is spoken to.
  public var device: Int32
  /// Which message for that cause on that device it is, counted from zero.
  public var attempt: UInt16

  /// What is added to the attempt of an answer to the second copy of a request.
  @inlinable public static var copy: UInt16 { 0x2000 }

  @inlinable public init(cause: UInt64, device: Int32 = 0, attempt: UInt16 = 0) {
    self.cause = cause
    self.device = device
    self.attempt = attempt
  }
}

/// What a message was sent for; its delivery depends on nothing else.
///
/// Nothing in it counts earlier steps: an additional message or a removed step changes no other
/// message's delivery.
public struct MessageKey: BitwiseCopyable, Hashable, Sendable {
  /// The step that the message results from, or what a step caused on another device.
  public var cause: UInt64
  /// The device that sends or receives it.
  public var device: Int32
  /// The number of the message for that cause on that device, counted from zero.
  public var attempt: UInt16

  /// What is added to the attempt for a response to the second copy of a request.
  @inlinable public static var copy: UInt16 { 0x2000 }

  @inlinable public init(cause: UInt64, device: Int32 = 0, attempt: UInt16 = 0) {
    self.cause = cause
    self.device = device
    self.attempt = attempt
  }

  /// A number for other draws that belong to the message.
  @inlinable public var address: UInt64 {
    cause &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(UInt32(bitPattern: device)) << 16 ^ UInt64(attempt)
  }
}

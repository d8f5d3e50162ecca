import Base
import Environment

/// Why a device exchanges: a step, or what a step caused on another device.
///
/// Each cause applies to a device only once, so a cause with the number of a message identifies
/// that message.
struct ExchangeCause: BitwiseCopyable, Hashable, Sendable {
  let raw: UInt64

  static var none: ExchangeCause { ExchangeCause(raw: 0) }

  init(raw: UInt64) {
    self.raw = raw
  }

  init(_ step: StepID) {
    raw = step.raw
  }

  /// The consequence of a message.
  init(following key: MessageKey) {
    raw =
      Digest128.mix(key.cause, UInt64(UInt32(bitPattern: key.device)), UInt64(key.attempt), 1).first
  }
}

/// How a message is written: its first byte. `docs/wire.md` describes both.
///
/// Form 1 is no longer read: its operations had numbers of a table of texts that all copies shared,
/// where they have places of texts that travel with them now.
public enum WireForm: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// Numbered fields alone: what records of storages are, and what is easily written by hand.
  case fields = 2
  /// A fixed head, then operations or rows, each relative to those before it.
  case compact = 3

  /// The form of a message.
  init(of bytes: UnsafeBufferPointer<UInt8>) throws(WireError) {
    guard bytes.count >= 2 else { throw WireError(.cutOff, at: bytes.count) }
    guard let form = WireForm(rawValue: bytes[0]) else {
      throw WireError(.formUnknown(bytes[0]), at: 0)
    }
    self = form
  }
}

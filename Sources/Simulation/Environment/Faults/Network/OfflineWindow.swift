public import Chronology

/// A period in which a device has no network.
public struct OfflineWindow: BitwiseCopyable, Hashable, Sendable {
  public var from: Instant
  public var until: Instant

  @inlinable public init(from: Instant, until: Instant) {
    self.from = from
    self.until = until
  }

  @inlinable public func contains(_ instant: Instant) -> Bool {
    from <= instant && instant < until
  }
}

public import Chronology

/// Orders the writes to one register: greatest stamp, then greatest site.
///
/// The stamps of one site strictly increase, so two different writes never have equal versions, and
/// the order is total without the sequence number.
public struct Version: BitwiseCopyable, Hashable, Sendable {
  /// A hybrid logical clock reading: milliseconds in the upper 48 bits, a counter in the lower 16.
  public var stamp: UInt64
  /// The install that wrote.
  public var site: UInt32

  @inlinable public init(stamp: UInt64, site: UInt32) {
    self.stamp = stamp
    self.site = site
  }

  /// Before every real write.
  @inlinable public static var never: Version { Version(stamp: 0, site: 0) }

  /// The wall-clock part of the stamp, in milliseconds since 1970.
  @inlinable public var milliseconds: Int64 { Int64(stamp >> 16) }

  /// When it was written, by the site's clock.
  @inlinable public var instant: Instant { Instant(milliseconds: milliseconds) }
}

extension Version: Comparable {
  @inlinable public static func < (left: Version, right: Version) -> Bool {
    left.stamp != right.stamp ? left.stamp < right.stamp : left.site < right.site
  }
}

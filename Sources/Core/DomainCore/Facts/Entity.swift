/// The identity of an entity: that of the operation that created it.
///
/// A site never reuses a sequence number, so two offline devices can create entities without
/// coordination and never collide.
public struct Entity: BitwiseCopyable, Hashable, Sendable {
  public var raw: UInt64

  @inlinable public init(raw: UInt64) {
    self.raw = raw
  }

  @inlinable public init(site: UInt32, sequence: UInt32) {
    raw = UInt64(site) << 32 | UInt64(sequence)
  }

  /// For facts without an entity; no operation has sequence number zero.
  @inlinable public static var none: Entity { Entity(raw: 0) }
}

extension Entity: Comparable {
  @inlinable public static func < (left: Entity, right: Entity) -> Bool {
    left.raw < right.raw
  }
}

/// A member of a family, by place in the list of members.
public struct MemberHandle: BitwiseCopyable, Hashable, Sendable {
  public var index: UInt16

  @inlinable public init(_ index: UInt16) {
    self.index = index
  }

  /// A person who asks to become a member; the log assigns the next place in the list.
  @inlinable public static var newcomer: MemberHandle { MemberHandle(.max) }
}

/// A text in the interned table outside the core; facts carry handles only.
public struct TextHandle: BitwiseCopyable, Hashable, Sendable {
  public var raw: UInt32

  @inlinable public init(_ raw: UInt32) {
    self.raw = raw
  }

  /// Decodes the handle from the lower half of a word.
  @inlinable public init(packed: UInt64) {
    raw = UInt32(truncatingIfNeeded: packed)
  }

  /// The empty text.
  @inlinable public static var empty: TextHandle { TextHandle(0) }
}

/// The identity of something a person made: the operation that made it.
///
/// A site never reuses a sequence number, so two offline devices can make things without asking
/// anybody and never collide.
public struct Entity: BitwiseCopyable, Hashable, Sendable {
  public var raw: UInt64

  @inlinable public init(raw: UInt64) {
    self.raw = raw
  }

  @inlinable public init(site: UInt32, sequence: UInt32) {
    raw = UInt64(site) << 32 | UInt64(sequence)
  }

  /// Stands where a fact is about no entity; no operation has sequence number zero.
  @inlinable public static var none: Entity { Entity(raw: 0) }
}

extension Entity: Comparable {
  @inlinable public static func < (left: Entity, right: Entity) -> Bool {
    left.raw < right.raw
  }
}

/// A member of a family, by place in its list of members.
public struct MemberHandle: BitwiseCopyable, Hashable, Sendable {
  public var index: UInt16

  @inlinable public init(_ index: UInt16) {
    self.index = index
  }

  /// Somebody who asks to become a member; the log gives them the next place in the list.
  @inlinable public static var newcomer: MemberHandle { MemberHandle(.max) }
}

/// A text in the interned table that lives at the edge; facts carry handles only.
public struct TextHandle: BitwiseCopyable, Hashable, Sendable {
  public var raw: UInt32

  @inlinable public init(_ raw: UInt32) {
    self.raw = raw
  }

  /// Of the lower half of a word.
  @inlinable public init(packed: UInt64) {
    raw = UInt32(truncatingIfNeeded: packed)
  }

  /// The empty text.
  @inlinable public static var empty: TextHandle { TextHandle(0) }
}

/// Some of a scope's members, as a bit each.
///
/// It holds the first 128 positions of the list of members, which is far beyond a family; a later
/// member cannot take part (`Refusal.participantNotAllowed`).
public struct MemberSet: BitwiseCopyable, Hashable, Sendable {
  @usableFromInline var low: UInt64 = 0
  @usableFromInline var high: UInt64 = 0

  @inlinable public init() {}

  @inlinable public static var capacity: Int { 128 }

  @inlinable public var isEmpty: Bool { low | high == 0 }
  @inlinable public var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

  @inlinable public func contains(_ member: MemberHandle) -> Bool {
    let place = UInt64(member.index)
    return (place < 64 ? low >> place : place < 128 ? high >> (place - 64) : 0) & 1 == 1
  }

  @inlinable public init(_ members: [MemberHandle]) {
    for member in members { set(member, true) }
  }

  @inlinable public mutating func formUnion(_ other: MemberSet) {
    low |= other.low
    high |= other.high
  }

  /// Adds a member to the set or removes it; one beyond the capacity is never in it.
  @inlinable public mutating func set(_ member: MemberHandle, _ isIn: Bool) {
    let place = UInt64(member.index)
    guard place < 128 else { return }
    let bit: UInt64 = 1 << (place & 63)
    if place < 64 {
      low = isIn ? low | bit : low & ~bit
    } else {
      high = isIn ? high | bit : high & ~bit
    }
  }
}

extension MemberSet: Sequence {
  /// Iterates over the members in the order of the list of members.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var rest: MemberSet

    @inlinable init(_ set: MemberSet) { rest = set }

    @inlinable public mutating func next() -> MemberHandle? {
      guard !rest.isEmpty else { return nil }
      let place =
        rest.low != 0 ? rest.low.trailingZeroBitCount : 64 + rest.high.trailingZeroBitCount
      let member = MemberHandle(UInt16(place))
      rest.set(member, false)
      return member
    }
  }

  @inlinable public func makeIterator() -> Iterator { Iterator(self) }
}

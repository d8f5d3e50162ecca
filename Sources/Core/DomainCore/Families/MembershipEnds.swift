public import Base
public import Chronology

/// FAM-6: when memberships ended, by member and number. O(1) to add and to find.
///
/// A record that stores the number of ends so far identifies the next end in the order of the log,
/// independent of clocks.
public struct MembershipEnds: FieldComposed, ContentEquatable, ~Copyable {
  /// The number of times each member's membership ended; zero for members beyond the array.
  private var counts = FlatArray<UInt32>()
  private var instants = IndexedTable<Instant>()

  public init() {}

  /// How often a member's membership has ended.
  public func count(of member: MemberHandle) -> UInt32 {
    Int(member.index) < counts.count ? counts[Int(member.index)] : 0
  }

  /// When a member's membership ended for the given time, counted from 0; nil before that.
  public func instant(of member: MemberHandle, number: UInt32) -> Instant? {
    guard number < count(of: member) else { return nil }
    return instants.row(of: RowKey(UInt64(member.index), UInt64(number)))
  }

  mutating func add(_ member: MemberHandle, at instant: Instant) {
    counts.extend(to: Int(member.index) + 1, repeating: 0)
    let number = counts[Int(member.index)]
    instants.add(instant, under: RowKey(UInt64(member.index), UInt64(number)))
    counts[Int(member.index)] = number + 1
  }

  public mutating func pair(with other: borrowing MembershipEnds, _ fields: inout some FieldVisitor)
  {
    fields.follows(&counts, other.counts)
    fields.same(&instants, other.instants)
  }
}

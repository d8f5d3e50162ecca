public import Base

/// REW-1: the points ledger: every change of points, in the order of the log.
///
/// A cause has at most one entry in force: once paid it is not paid again until it was reversed,
/// however often and by whichever device it is reported. O(1) to pay and to reverse.
public struct Ledger: FieldComposed, ContentEquatable, ~Copyable {
  private var entries = FlatArray<LedgerEntry>()
  /// The index of each cause's last entry.
  private var latest = IndexedTable<UInt32>()

  public init() {}

  public var count: Int { entries.count }

  /// The entry at a place, in the order of the log.
  public subscript(place: Int) -> LedgerEntry { entries[place] }

  /// The last entry of a cause, if it ever paid or spent.
  public func last(of cause: PointCause) -> LedgerEntry? {
    latest.row(of: cause.rowKey).map { entries[Int($0)] }
  }

  /// Whether a cause holds: it has paid or spent, and was not reversed.
  public func stands(_ cause: PointCause) -> Bool {
    last(of: cause).map { !$0.isReversal } ?? false
  }

  /// The entry that begins a cause, or nil if it holds already.
  mutating func begin(_ cause: PointCause, _ amount: Int32, by fact: Fact) -> LedgerEntry? {
    stands(cause) ? nil : append(cause, amount, by: fact)
  }

  /// The entry that reverses exactly what a cause moved, or nil if there is nothing to reverse.
  mutating func end(_ cause: PointCause, by fact: Fact) -> LedgerEntry? {
    guard let standing = last(of: cause), !standing.isReversal else { return nil }
    return append(cause, 0 &- standing.amount, by: fact)
  }

  private mutating func append(_ cause: PointCause, _ amount: Int32, by fact: Fact) -> LedgerEntry {
    let row = latest.place(of: cause.rowKey, orAdd: LedgerEntry.none)
    let earlier = latest[row]
    let entry = LedgerEntry(
      cause: cause, by: fact.identity, day: fact.day, amount: amount,
      turn: earlier == LedgerEntry.none ? 0 : entries[Int(earlier)].turn + 1, earlier: earlier)
    latest[row] = UInt32(entries.count)
    entries.append(entry)
    return entry
  }

  public mutating func pair(with other: borrowing Ledger, _ fields: inout some FieldVisitor) {
    fields.walked(&entries, other.entries)
    fields.walked(&latest, other.latest)
  }

  /// Whether both have the same chain of entries for each cause; the causes themselves may be in
  /// any order.
  public func isIdentical(to other: borrowing Ledger) -> Bool {
    guard count == other.count, latest.count == other.latest.count else { return false }
    for row in 0..<latest.count {
      guard let twin = other.latest.row(of: latest.key(at: row)) else { return false }
      var (left, right) = (latest[row], twin)
      while left != LedgerEntry.none && right != LedgerEntry.none {
        guard entries[Int(left)].hasSameContent(as: other.entries[Int(right)]) else { return false }
        (left, right) = (entries[Int(left)].earlier, other.entries[Int(right)].earlier)
      }
      guard left == right else { return false }
    }
    return true
  }
}

import Base
public import Chronology

/// REW-1: one line of the points ledger, never changed and never removed.
///
/// A cause has a chain of entries: it pays, is reversed, pays again. The cause and the number in
/// the chain identify the entry, so its identity is the same on every device.
public struct LedgerEntry: BitwiseCopyable, Hashable, Sendable {
  public var cause: PointCause
  /// The fact that caused it, and its local day: when it was earned.
  public var by: Entity
  public var day: LocalDay
  /// The change of the balance; negative for a claim and for a reversal of an award.
  public var amount: Int32
  /// The number of earlier entries of the same cause.
  public var turn: UInt32
  /// The index of the cause's previous entry, which a reversal reverses; `none` for the first.
  var earlier: UInt32

  static var none: UInt32 { .max }

  public var person: MemberHandle { cause.person }

  /// Whether the entry reverses the one before it.
  public var isReversal: Bool { turn & 1 == 1 }

  /// REW-1: the index of the entry that this one reverses.
  public var reverses: Int? { isReversal ? Int(earlier) : nil }

  /// REW-3: whether the entry counts for the level: all but claims and their reversals do.
  public var countsForLife: Bool { cause.kind != .claim }

  /// Whether both have the same content, at whatever index of their ledgers.
  func hasSameContent(as other: LedgerEntry) -> Bool {
    cause == other.cause && by == other.by && day == other.day && amount == other.amount
      && turn == other.turn
  }

  /// The entry's contribution to a state's digest.
  ///
  /// The amount of an entry follows from the order of the log, not from the facts alone, so the
  /// digest has to cover it: two copies that folded in different orders must not look equal.
  var contribution: Digest128 {
    let key = cause.rowKey
    var digest = Digest128.mix(
      key.first, key.second, UInt64(turn) << 32 | UInt64(UInt32(bitPattern: amount)), by.raw)
    digest.fold(Digest128.mix(day.packed, 0x6C65_6467_6572, 0, 0))
    return digest
  }
}

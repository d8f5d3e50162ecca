import Base
public import Chronology

/// REW-1: one line of the ledger, never changed and never taken out.
///
/// A cause has a chain of entries: it pays, is reversed, pays again. Its number in the chain and
/// the cause are the entry's identity, which is therefore the same on every device.
public struct LedgerEntry: BitwiseCopyable, Hashable, Sendable {
  public var cause: PointCause
  /// The fact that brought it about, and its local day: when it was earned.
  public var by: Entity
  public var day: LocalDay
  /// What the balance changes by; negative for a claim and for what is taken back.
  public var amount: Int32
  /// The number of entries that the cause had before this one.
  public var turn: UInt32
  /// Where the cause's entry before this one is: what a reversal reverses. `none` when first.
  var earlier: UInt32

  static var none: UInt32 { .max }

  public var person: MemberHandle { cause.person }

  /// Whether the entry takes back the one before it.
  public var isReversal: Bool { turn & 1 == 1 }

  /// REW-1: the place of the entry that this one reverses.
  public var reverses: Int? { isReversal ? Int(earlier) : nil }

  /// REW-3: whether the entry counts for the level: all do but spending and what undoes it.
  public var countsForLife: Bool { cause.kind != .claim }

  /// Whether both say the same, wherever in its ledger each lies.
  func hasSameContent(as other: LedgerEntry) -> Bool {
    cause == other.cause && by == other.by && day == other.day && amount == other.amount
      && turn == other.turn
  }

  /// The entry's share of a state's digest.
  ///
  /// What an entry is worth follows from the order of the log, not from the facts alone, so the
  /// digest has to say it: two copies that folded in different orders must not look equal.
  var contribution: Digest128 {
    let key = cause.rowKey
    var digest = Digest128.mix(
      key.first, key.second, UInt64(turn) << 32 | UInt64(UInt32(bitPattern: amount)), by.raw)
    digest.fold(Digest128.mix(day.packed, 0x6C65_6467_6572, 0, 0))
    return digest
  }
}

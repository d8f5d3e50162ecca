public import DomainCore

/// REW-1: a reference model of the points ledger, which adds up line by line.
public struct PointBalanceModel {
  /// The balance of a cause: the points it has moved, and how often it began or ended.
  public struct CauseBalance: Equatable {
    public var amount: Int32
    public var turns: UInt32
  }

  private var sums: [UInt16: Int] = [:]
  private var earned: [UInt16: Int] = [:]
  private var causes: [PointCause: CauseBalance] = [:]
  /// The number of entries.
  public private(set) var count = 0

  public init() {}

  public func balance(of person: MemberHandle) -> Int { sums[person.index] ?? 0 }

  public func lifetime(of person: MemberHandle) -> Int { earned[person.index] ?? 0 }

  /// The points that a cause has moved and that were not revoked, or nil if none are in force.
  public func standing(_ cause: PointCause) -> Int32? {
    guard let standing = causes[cause], standing.turns % 2 == 1 else { return nil }
    return standing.amount
  }

  /// The causes of a kind that are in force, with their points.
  public func standing(_ kind: CauseKind) -> [PointCause: Int32] {
    causes.filter { $0.key.kind == kind && $0.value.turns % 2 == 1 }.mapValues(\.amount)
  }

  /// Adds an entry. Returns why it is invalid, or nil: P20, at most one net grant for a cause, and
  /// the revoked amount is the granted one.
  public mutating func book(_ entry: LedgerEntry) -> String? {
    count += 1
    let before = causes[entry.cause] ?? CauseBalance(amount: 0, turns: 0)
    sums[entry.person.index, default: 0] += Int(entry.amount)
    if entry.cause.kind != .claim { earned[entry.person.index, default: 0] += Int(entry.amount) }
    causes[entry.cause] = CauseBalance(amount: entry.amount, turns: before.turns + 1)
    guard entry.turn == before.turns else {
      return "a cause of points was recorded in the wrong order"
    }
    if entry.turn % 2 == 1 && entry.amount != -before.amount {
      return "the revoked amount differs from the granted one"
    }
    return nil
  }
}

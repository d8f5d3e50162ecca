public import Base
public import Chronology

/// Somebody with an account, whatever families and groups they are in; the server's number.
public struct AccountHandle: BitwiseCopyable, Hashable, Sendable {
  public var raw: UInt32

  @inlinable public init(_ raw: UInt32) {
    self.raw = raw
  }

  /// Whoever has no account of their own: a small child that a parent logs for.
  @inlinable public static var none: AccountHandle { AccountHandle(.max) }
}

/// What the server knows of one account.
public struct Account: BitwiseCopyable, Hashable, Sendable {
  /// The last time one of its devices was in touch.
  public var lastContact = Instant(milliseconds: 0)
  /// GRP-1: the scope of the group they are in, or `.max`.
  public var activeGroup: UInt32 = .max

  @inlinable public init() {}
}

/// What the server knows of accounts, across families and groups.
///
/// A scope knows its members; what holds for a person in all scopes together is decided here: the
/// one group at a time, the quota of a day, the session that lapses.
public struct Directory: ~Copyable {
  public var accounts: FlatArray<Account>
  /// GRP-1: who holds the seats of each group, by scope.
  public var groupRolls: KeyedRows<GroupRoll>

  @inlinable public init() {
    accounts = FlatArray()
    groupRolls = KeyedRows()
  }

  /// Opens an account.
  @inlinable public mutating func open() -> AccountHandle {
    accounts.append(Account())
    return AccountHandle(UInt32(accounts.count - 1))
  }
}

/// Who pushes a fact, and into which scope: what a rule across scopes looks at.
public struct Caller: BitwiseCopyable, Hashable, Sendable {
  public var account: AccountHandle
  public var scope: UInt32

  @inlinable public init(account: AccountHandle, scope: UInt32) {
    self.account = account
    self.scope = scope
  }
}

extension Directory {
  /// Why the rules across scopes refuse a fact, or nil. Asked on the server alone.
  @inlinable public func refusal(of fact: Fact, from caller: Caller, now: Instant) -> Refusal? {
    fact.kind.area == .groups ? groupRefusal(of: fact, from: caller, now: now) : nil
  }

  /// Remembers what an accepted fact means across scopes.
  @inlinable public mutating func accepted(_ fact: Fact, from caller: Caller, now: Instant) {
    if fact.kind.area == .groups { groupAccepted(fact, from: caller, now: now) }
  }
}

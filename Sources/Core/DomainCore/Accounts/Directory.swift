public import Base
public import Chronology

/// What the server knows of accounts, across families and groups.
///
/// A scope knows its members only. Rules about a person across all scopes are decided here: one
/// group at a time, the daily quota, the expiry of sessions.
public struct Directory: ~Copyable {
  public var accounts: FlatArray<Account>
  /// NOT-5: the phones that notifications go to.
  public var tokens: IndexedTable<TokenRow>
  /// GRP-1: who holds the seats of each group, by scope.
  public var groupSeatTables: IndexedTable<GroupSeatTable>

  @inlinable public init() {
    accounts = FlatArray()
    tokens = IndexedTable()
    groupSeatTables = IndexedTable()
  }

  /// Opens an account.
  @inlinable public mutating func open(_ kind: AccountKind = .person) -> AccountHandle {
    accounts.append(Account(kind))
    return AccountHandle(UInt32(accounts.count - 1))
  }
}

/// The account that pushes a fact, and the target scope: the input of rules across scopes.
public struct Caller: BitwiseCopyable, Hashable, Sendable {
  public var account: AccountHandle
  public var scope: UInt32

  @inlinable public init(account: AccountHandle, scope: UInt32) {
    self.account = account
    self.scope = scope
  }
}

// Each rule checks the kind of the fact first, because most facts concern none of the rules.
extension Directory {
  /// Why the rules across scopes refuse a fact, or nil. Only the server asks.
  @inlinable public func refusal(of fact: Fact, from caller: Caller, now: Instant) -> Refusal? {
    photoRefusal(of: fact, from: caller, now: now)
      ?? (fact.kind.area == .groups ? groupRefusal(of: fact, from: caller, now: now) : nil)
  }

  /// Records the effect of an accepted fact across scopes.
  @inlinable public mutating func accepted(_ fact: Fact, from caller: Caller, now: Instant) {
    photoAccepted(fact, from: caller, now: now)
    if fact.kind.area == .groups { groupAccepted(fact, from: caller, now: now) }
  }
}

public import Base
public import Chronology

/// What the server knows of accounts, across families and groups.
///
/// A scope knows its members; what holds for a person in all scopes together is decided here: the
/// one group at a time, the quota of a day, the session that lapses.
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

/// Who pushes a fact, and into which scope: what a rule across scopes looks at.
public struct Caller: BitwiseCopyable, Hashable, Sendable {
  public var account: AccountHandle
  public var scope: UInt32

  @inlinable public init(account: AccountHandle, scope: UInt32) {
    self.account = account
    self.scope = scope
  }
}

// Each rule looks at the kind of the fact first, because nearly every fact is none of theirs.
extension Directory {
  /// Why the rules across scopes refuse a fact, or nil. Asked on the server alone.
  @inlinable public func refusal(of fact: Fact, from caller: Caller, now: Instant) -> Refusal? {
    photoRefusal(of: fact, from: caller, now: now)
      ?? (fact.kind.area == .groups ? groupRefusal(of: fact, from: caller, now: now) : nil)
  }

  /// Remembers what an accepted fact means across scopes.
  @inlinable public mutating func accepted(_ fact: Fact, from caller: Caller, now: Instant) {
    photoAccepted(fact, from: caller, now: now)
    if fact.kind.area == .groups { groupAccepted(fact, from: caller, now: now) }
  }
}

import Base
public import Chronology

/// GRP-1: the accounts that hold the seats of one group; at most ten lanes are used.
public struct GroupSeatTable: BitwiseCopyable, Hashable, Sendable {
  var accounts: SIMD16<UInt32> = SIMD16(repeating: AccountHandle.none.raw)
  /// The joining fact, which identifies the membership.
  var memberships: SIMD16<UInt64> = .zero

  init() {}
}

extension Directory {
  /// GRP-1: a person is in at most one active group, whatever the devices knew when they joined.
  /// The rule needs an account to check.
  public func groupRefusal(of fact: Fact, from caller: Caller, now: Instant) -> Refusal? {
    guard fact.kind == .groupJoined else { return nil }
    guard caller.account != .none else { return .accountNeeded }
    return isInGroup(caller.account) ? .alreadyInGroup : nil
  }

  /// Whether an account has a seat in a group that exists.
  public func isInGroup(_ account: AccountHandle) -> Bool {
    activeGroup(of: account) != nil
  }

  /// The scope of the group that an account is in.
  public func activeGroup(of account: AccountHandle) -> UInt32? {
    guard Int(account.raw) < accounts.count else { return nil }
    let scope = accounts[Int(account.raw)].activeGroup
    return scope == .max ? nil : scope
  }

  /// The fact by which an account joined a group, or nil without a seat there.
  public func membership(of account: AccountHandle, in group: UInt32) -> Entity? {
    guard account != .none, let table = groupSeatTables.row(of: RowKey(UInt64(group))) else {
      return nil
    }
    for lane in 0..<16 where table.memberships[lane] != 0 && table.accounts[lane] == account.raw {
      return Entity(raw: table.memberships[lane])
    }
    return nil
  }

  /// GRP-1: records who took a seat, and who gave it up or lost it.
  public mutating func groupAccepted(_ fact: Fact, from caller: Caller, now: Instant) {
    switch fact.kind {
    case .groupJoined: takeSeat(fact.identity, caller)
    case .groupLeft: freeSeats(of: caller.scope, where: .account(caller.account))
    case .groupMemberRemoved: freeSeats(of: caller.scope, where: .membership(fact.entity))
    case .groupDeleted: freeSeats(of: caller.scope, where: .everybody)
    default: return
    }
  }

  /// FAM-7, GRP-2: a deleted scope frees its members for another group.
  public mutating func scopeDeleted(_ scope: UInt32) {
    freeSeats(of: scope, where: .everybody)
  }

  private enum SeatSelection {
    case account(AccountHandle)
    case membership(Entity)
    case everybody
  }

  private mutating func takeSeat(_ membership: Entity, _ caller: Caller) {
    guard Int(caller.account.raw) < accounts.count else { return }
    let place = groupSeatTables.place(of: RowKey(UInt64(caller.scope)), orAdd: GroupSeatTable())
    for lane in 0..<16 where groupSeatTables[place].memberships[lane] == 0 {
      groupSeatTables[place].accounts[lane] = caller.account.raw
      groupSeatTables[place].memberships[lane] = membership.raw
      accounts[Int(caller.account.raw)].activeGroup = caller.scope
      return
    }
    preconditionFailure("a group has at most ten members")
  }

  private mutating func freeSeats(of scope: UInt32, where leaving: SeatSelection) {
    guard let place = groupSeatTables.place(of: RowKey(UInt64(scope))) else { return }
    for lane in 0..<16 where groupSeatTables[place].memberships[lane] != 0 {
      let account = groupSeatTables[place].accounts[lane]
      let leaves =
        switch leaving {
        case .account(let who): account == who.raw
        case .membership(let entity): groupSeatTables[place].memberships[lane] == entity.raw
        case .everybody: true
        }
      guard leaves else { continue }
      groupSeatTables[place].accounts[lane] = AccountHandle.none.raw
      groupSeatTables[place].memberships[lane] = 0
      accounts[Int(account)].activeGroup = .max
    }
  }
}

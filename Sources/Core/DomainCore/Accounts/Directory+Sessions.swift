public import Base
public import Chronology

extension Directory {
  /// FAM-8: records that a device of an account contacted the server. Returns when its session
  /// expires without further contact; never for a device without an account.
  @inlinable public mutating func contact(_ account: AccountHandle, now: Instant) -> Instant {
    guard account != .none else { return Instant(milliseconds: .max) }
    accounts[Int(account.raw)].lastContact = now
    return now + accounts[Int(account.raw)].kind.sessionMilliseconds
  }

  /// Why an account may not act any more, or nil.
  @inlinable public func closed(_ account: AccountHandle) -> Refusal? {
    account == .none ? nil : accounts[Int(account.raw)].closed
  }

  /// FAM-7, FAM-5: closes an account and removes what was known of its owner.
  ///
  /// `reason` is the refusal that its devices receive. A deleted account stays deleted, whatever is
  /// requested for it later.
  public mutating func close(_ account: AccountHandle, because reason: Refusal) {
    let place = Int(account.raw)
    guard accounts[place].closed != .accountDeleted else { return }
    dropTokens(of: account)
    let before = accounts[place]
    accounts[place] = Account(before.kind)
    if reason != .accountDeleted {
      // Withdrawing consent and giving it again neither resets the quota nor frees a seat.
      accounts[place].photos = before.photos
      accounts[place].activeGroup = before.activeGroup
      accounts[place].family = before.family
      accounts[place].born = before.born
    }
    accounts[place].closed = reason
  }

  /// FAM-5: reopens an account after a parent consented again; returns whether it is open. FAM-7: a
  /// deleted one stays closed.
  @discardableResult
  public mutating func reopen(_ account: AccountHandle) -> Bool {
    if accounts[Int(account.raw)].closed == .accountDeleted { return false }
    accounts[Int(account.raw)].closed = nil
    return true
  }
}

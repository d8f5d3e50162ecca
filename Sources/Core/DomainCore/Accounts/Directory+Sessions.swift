public import Base
public import Chronology

extension Directory {
  /// FAM-8: notes that a device of an account was in touch; says when its session lapses if it is
  /// not again. An account of nobody never lapses.
  @inlinable public mutating func contact(_ account: AccountHandle, now: Instant) -> Instant {
    guard account != .none else { return Instant(milliseconds: .max) }
    accounts[Int(account.raw)].lastContact = now
    return now + accounts[Int(account.raw)].kind.sessionMilliseconds
  }

  /// Why an account may do nothing any more, or nil.
  @inlinable public func closed(_ account: AccountHandle) -> Refusal? {
    account == .none ? nil : accounts[Int(account.raw)].closed
  }

  /// FAM-7, FAM-5: closes an account, and forgets what was known of its owner.
  ///
  /// `reason` is what its devices are told. A deleted account stays deleted, whatever is asked of
  /// it later.
  public mutating func close(_ account: AccountHandle, because reason: Refusal) {
    let place = Int(account.raw)
    guard accounts[place].closed != .accountDeleted else { return }
    dropTokens(of: account)
    let before = accounts[place]
    accounts[place] = Account(before.kind)
    if reason != .accountDeleted {
      // Consent that is withdrawn and given again begins no new quota and frees no seat.
      accounts[place].photos = before.photos
      accounts[place].activeGroup = before.activeGroup
      accounts[place].family = before.family
      accounts[place].born = before.born
    }
    accounts[place].closed = reason
  }

  /// FAM-5: opens an account again after a parent's consent was given anew; says whether it is
  /// open. FAM-7: a deleted one never is.
  @discardableResult
  public mutating func reopen(_ account: AccountHandle) -> Bool {
    if accounts[Int(account.raw)].closed == .accountDeleted { return false }
    accounts[Int(account.raw)].closed = nil
    return true
  }
}

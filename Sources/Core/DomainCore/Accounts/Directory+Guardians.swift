import Base
public import Chronology

// GRP-11: children who are in a group and in no family.
extension Directory {
  /// GRP-11: records the birthday of an account's owner, as given when it was opened.
  public mutating func setBirth(of account: AccountHandle, to born: LocalDay) {
    guard Int(account.raw) < accounts.count else { return }
    accounts[Int(account.raw)].born = born
  }

  /// GRP-11: records that a parent consented to sharing workouts, or withdrew the consent.
  public mutating func allowSharing(of account: AccountHandle, _ allowed: Bool) {
    guard Int(account.raw) < accounts.count else { return }
    accounts[Int(account.raw)].isSharingAllowed = allowed
  }

  /// GRP-11: why a person without a family may not share in a group, or nil.
  ///
  /// **Decided**: a person with an unknown birthday counts as a child; otherwise a child would only
  /// have to conceal its age.
  public func guardianRefusal(of fact: Fact, from account: AccountHandle) -> Refusal? {
    guard fact.sharesWorkouts, Int(account.raw) < accounts.count,
      !accounts[Int(account.raw)].isSharingAllowed
    else { return nil }
    let isGrown =
      accounts[Int(account.raw)].born.map { fact.day >= $0.birthday(Member.consentAge) } ?? false
    return isGrown ? nil : .parentNeeded
  }
}

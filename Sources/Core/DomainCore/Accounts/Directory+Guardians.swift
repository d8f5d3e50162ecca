import Base
public import Chronology

// GRP-11: children who are in a group and in no family.
extension Directory {
  /// GRP-11: when the owner of an account was born, as they said when it was opened.
  public mutating func setBirth(of account: AccountHandle, to born: LocalDay) {
    guard Int(account.raw) < accounts.count else { return }
    accounts[Int(account.raw)].born = born
  }

  /// GRP-11: a parent's consent to the sharing of workouts comes on record, or is withdrawn.
  public mutating func allowSharing(of account: AccountHandle, _ allowed: Bool) {
    guard Int(account.raw) < accounts.count else { return }
    accounts[Int(account.raw)].isSharingAllowed = allowed
  }

  /// GRP-11: why somebody for whom no family answers may not share in a group, or nil.
  ///
  /// **Decided**: whose birthday nobody has said counts as a child, for whoever is one would
  /// otherwise only have to keep quiet about it.
  public func guardianRefusal(of fact: Fact, from account: AccountHandle) -> Refusal? {
    guard fact.sharesWorkouts, Int(account.raw) < accounts.count,
      !accounts[Int(account.raw)].isSharingAllowed
    else { return nil }
    let isGrown =
      accounts[Int(account.raw)].born.map { fact.day >= $0.birthday(Member.consentAge) } ?? false
    return isGrown ? nil : .parentNeeded
  }
}

import Base

// REW-1: the only places where points move.
extension ScopeState {
  /// REW-1: books what a cause pays or spends; false if it holds already.
  mutating func beginCause(_ cause: PointCause, _ amount: Int32, by fact: Fact) -> Bool {
    guard let entry = rewards.ledger.begin(cause, amount, by: fact) else { return false }
    account(for: entry)
    return true
  }

  /// REW-1: takes back exactly what a cause moved; false if it does not hold.
  mutating func endCause(_ cause: PointCause, by fact: Fact) -> Bool {
    guard let entry = rewards.ledger.end(cause, by: fact) else { return false }
    account(for: entry)
    return true
  }

  private mutating func account(for entry: LedgerEntry) {
    digestStored.add(entry.contribution)
    let person = rewards.place(of: entry.person)
    rewards.people[person].balance += Int64(entry.amount)
    if entry.countsForLife { rewards.people[person].lifetime += Int64(entry.amount) }
  }

  /// REW-1: what somebody has to spend: the sum of their ledger, kept along with it.
  ///
  /// **Decided**: it may be below zero, when points that were spent turn out not to have been
  /// earned. It is shown as it is, nothing more can be claimed until it has grown again, and what
  /// was claimed stays claimed: a child has had its ice cream.
  public func balance(of person: MemberHandle) -> Int {
    Int(rewards.person(person).balance)
  }

  /// REW-3: everything ever earned and not taken back; spending does not lower it.
  public func lifetimePoints(of person: MemberHandle) -> Int {
    Int(rewards.person(person).lifetime)
  }

  /// REW-1: a person's entries in the order of the log, as places in the ledger. O(entries).
  public func ledgerPlaces(of person: MemberHandle) -> [Int] {
    (0..<rewards.ledger.count).filter { rewards.ledger[$0].person == person }
  }
}

import DomainCore

@testable import Population
@testable import Scenarios

/// A person for tests in which homes do not matter: a child of ten, or an adult of forty.
extension Households {
  func person(_ index: UInt32, as role: Role, of household: UInt32) -> Person {
    person(
      index, as: role, ageDays: HouseholdAges.days(ofYears: role == .child ? 10 : 40),
      of: household,
      kind(of: household))
  }

  func person(_ index: UInt32, isChild: Bool, of household: UInt32) -> Person {
    person(index, as: isChild ? .child : .parent, of: household)
  }
}

public import Base
public import DomainCore

/// The households, the people in them, and the groups of neighbors that they may join.
///
/// It knows who each person is, but not what their devices store or what the server has decided.
public struct HouseholdDirectory: ~Copyable {
  public internal(set) var households: FlatArray<HouseholdRecord>
  public internal(set) var people: FlatArray<PersonRecord>
  var groups = FlatArray<GroupRecord>()
  /// For each scope of the server, the household that created it.
  var householdByScope: FlatArray<Int>
  /// FAM-7: whether any person has deleted their account.
  var hasDeletions = false
  let anchor = AddressOnlyMarker()

  init(_ setup: WorldSetup) {
    households = FlatArray(capacity: setup.households.count)
    people = FlatArray(capacity: setup.personCount)
    householdByScope = FlatArray(capacity: setup.households.count)
  }

  // MARK: Households

  /// The household that a scope belongs to, or the first one that a group was opened for.
  public func household(ofScope scope: UInt32) -> Int { householdByScope[Int(scope)] }

  /// Whether a scope is a group's and not a family's.
  func isGroup(_ scope: UInt32) -> Bool { Int(scope) >= households.count }

  /// The person behind a member of a household's family; nil for a member that another person has
  /// added.
  public func person(_ member: MemberHandle, of household: Int) -> Int? {
    let record = households[household]
    if record.founderCount == record.personCount {
      return Int(member.index) < record.personCount
        ? record.firstPerson + Int(member.index) : nil
    }
    return (record.firstPerson..<record.firstPerson + record.personCount).first {
      people[$0].member == member && member != .newcomer
    }
  }

  /// The second device of the first person of a household who has two.
  public func secondDevice(ofHousehold index: Int) -> Int? {
    let home = households[index]
    for person in home.firstPerson..<home.firstPerson + home.personCount
    where people[person].deviceCount > 1 {
      return people[person].firstDevice + 1
    }
    return nil
  }

  /// FAM-7: whether the founder at a place of a family has deleted their account.
  func isDeleted(founder place: Int, of household: Int) -> Bool {
    guard hasDeletions else { return false }
    let record = households[household]
    return (record.firstPerson..<record.firstPerson + record.personCount).contains {
      people[$0].isDeleted && people[$0].isFounder && Int(people[$0].member.index) == place
    }
  }

  // MARK: Groups

  /// How many groups of neighbors there are, created or not.
  public var groupCount: Int { groups.count }

  /// The households that a group was opened for.
  public func households(ofGroup number: Int) -> Range<Int> {
    let first = number * WorldSetup.householdsPerGroup
    return first..<min(first + WorldSetup.householdsPerGroup, households.count)
  }
}

public import Scenarios

/// The households and people of each community; exactly the number of people that the scenario asks
/// for.
///
/// It stores two numbers for each community and nothing for each person, so it stays small for
/// millions.
public struct CommunityMap: Sendable {
  /// One community's share of the population.
  public struct Community: Hashable, Sendable {
    public var index: Int
    public var firstHousehold: UInt32
    public var householdCount: Int
    public var firstPerson: UInt32
    public var personCount: Int
  }

  private let firstPeople: [UInt32]
  private let householdsPerCommunity: Int
  public let householdCount: Int
  public let personCount: Int

  public init(_ scenario: Scenario, households: Households) {
    householdsPerCommunity = scenario.population.householdsPerCommunity
    personCount = scenario.people
    var firstPeople: [UInt32] = []
    var people = 0
    var household: UInt32 = 0
    while people < scenario.people {
      if Int(household) % householdsPerCommunity == 0 { firstPeople.append(UInt32(people)) }
      people += households.size(of: household).people
      household += 1
    }
    self.firstPeople = firstPeople
    householdCount = Int(household)
  }

  public var count: Int { firstPeople.count }

  public subscript(index: Int) -> Community {
    let first = index * householdsPerCommunity
    let firstPerson = firstPeople[index]
    let nextPerson =
      index + 1 < firstPeople.count ? firstPeople[index + 1] : UInt32(personCount)
    return Community(
      index: index, firstHousehold: UInt32(first),
      householdCount: min(householdsPerCommunity, householdCount - first),
      firstPerson: firstPerson, personCount: Int(nextPerson - firstPerson))
  }

  /// The size of a household of a community; the population's last one may be cut.
  public func size(
    of household: UInt32, firstPerson: UInt32, households: Households
  ) -> HouseholdSize {
    households.size(of: household).limited(to: personCount - Int(firstPerson))
  }
}

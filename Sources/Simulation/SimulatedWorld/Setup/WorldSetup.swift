public import Chronology
public import DomainCore

/// The households, people and devices with which a world begins.
///
/// Plain data, made by a population or read from a plan.
public struct WorldSetup: Sendable {
  /// The number of the community in its run.
  public var community: Int
  public var households: [Household]

  public init(community: Int, households: [Household]) {
    self.community = community
    self.households = households
  }

  /// A family.
  public struct Household: Sendable, Hashable {
    /// Its number in the whole population.
    public var number: UInt32
    public var zone: Zone
    /// The first day of the run on which the household takes part.
    public var joinDay: Int32
    /// Whether the server works out notifications for its members.
    public var isNotified: Bool
    public var people: [Resident]

    public init(
      number: UInt32, zone: Zone, joinDay: Int32, isNotified: Bool, people: [Resident]
    ) {
      self.number = number
      self.zone = zone
      self.joinDay = joinDay
      self.isNotified = isNotified
      self.people = people
    }

    /// Makes every late joiner join on the first day.
    public mutating func joinAtOnce() {
      joinDay = 0
      for place in people.indices where people[place].joinDay != nil { people[place].joinDay = 0 }
    }

    /// The people with whom the family begins, in the order of their places.
    public var founders: [Resident] { people.filter { $0.joinDay == nil } }
  }

  /// A person of a household: from its first day on, or from the day on which they join it.
  public struct Resident: Sendable, Hashable {
    /// The person's number in the whole population.
    public var number: UInt32
    public var role: Role
    public var born: LocalDay
    /// Whether the person uses the app; a parent logs for a small child.
    public var usesApp: Bool
    public var deviceCount: Int
    /// The person's own log-odds of opening the app, which only appears in tables.
    public var motivation: Double
    /// The day of the run from which they would join the family, on an invitation; nil for people
    /// who belong to it from its first day on.
    public var joinDay: Int32?

    public init(
      number: UInt32, role: Role, born: LocalDay, usesApp: Bool, deviceCount: Int,
      motivation: Double, joinDay: Int32? = nil
    ) {
      self.joinDay = joinDay
      self.number = number
      self.role = role
      self.born = born
      self.usesApp = usesApp
      self.deviceCount = deviceCount
      self.motivation = motivation
    }
  }

  /// The adults of this many households are invited to one group.
  public static var householdsPerGroup: Int { 8 }

  public var personCount: Int { households.reduce(0) { $0 + $1.people.count } }
  public var groupCount: Int {
    (households.count + Self.householdsPerGroup - 1) / Self.householdsPerGroup
  }
}

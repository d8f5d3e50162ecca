import DomainCore

/// What people of one household are to each other.
public enum HomeKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// Parents and their children, couples, and whoever lives alone.
  case family = 0
  /// Students who live together.
  case students = 1
  /// A team: somebody who manages it, a coach, and athletes from homes of their own. The core knows
  /// no scope but the family, so a team is one, and nobody of it is in another beside.
  case team = 2
}

/// How many people a household has, and who looks on or coaches.
public struct HouseholdSize: BitwiseCopyable, Hashable, Sendable {
  public var kind = HomeKind.family
  /// Students who live together, and whoever manages a team, are what parents are in a family.
  public var parents: Int
  /// A team's athletes are what children are in a family.
  public var children: Int
  /// Grandparents who look on.
  public var observers: Int
  public var coaches: Int

  public init(parents: Int, children: Int, observers: Int = 0, coaches: Int = 0) {
    self.parents = parents
    self.children = children
    self.observers = observers
    self.coaches = coaches
  }

  static func students(_ count: Int) -> HouseholdSize {
    var size = HouseholdSize(parents: count, children: 0)
    size.kind = .students
    return size
  }

  static func team(athletes: Int) -> HouseholdSize {
    var size = HouseholdSize(parents: 1, children: athletes, coaches: 1)
    size.kind = .team
    return size
  }

  public var people: Int { parents + children + observers + coaches }

  /// The same household with at most `people` of them, in the order of their places.
  func limited(to people: Int) -> HouseholdSize {
    var (left, size) = (people, self)
    func some(_ count: Int) -> Int {
      let taken = min(count, left)
      left -= taken
      return taken
    }
    size.parents = some(parents)
    size.children = some(children)
    size.observers = some(observers)
    size.coaches = some(coaches)
    return size
  }

  /// What whoever has a place is: parents first, then children, observers, coaches.
  func role(at place: Int) -> Role {
    if place < parents { return .parent }
    if place < parents + children { return .child }
    return place < parents + children + observers ? .observer : .coach
  }
}

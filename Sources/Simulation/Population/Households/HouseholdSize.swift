import DomainCore
import Scenarios

/// What people of one household are to each other.
public enum HouseholdKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// Parents and their children, couples, and whoever lives alone.
  case family = 0
  /// Students who live together.
  case students = 1
  /// A team: somebody who manages it, a coach, and athletes from homes of their own. The core knows
  /// no scope but the family, so a team is one, and nobody of it is in another beside.
  ///
  /// What comes over who lives together does not come over them: they share hours, company and
  /// school, and neither illness nor table.
  case team = 2
}

/// How many people a household has, and who looks on or coaches.
public struct HouseholdSize: BitwiseCopyable, Hashable, Sendable {
  public var kind = HouseholdKind.family
  /// Students who live together, and whoever manages a team, are what parents are in a family.
  public var parents: Int
  public var children: Int
  /// A team's athletes.
  public var athletes = 0
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
    var size = HouseholdSize(parents: 1, children: 0, coaches: 1)
    size.kind = .team
    size.athletes = athletes
    return size
  }

  public var people: Int { parents + children + observers + coaches + athletes }

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
    size.athletes = some(athletes)
    return size
  }

  /// What whoever has a place is: parents first, then children, observers, coaches, athletes.
  func role(at place: Int) -> Role {
    var left = place
    for (role, count) in [
      (Role.parent, parents), (.child, children), (.observer, observers), (.coach, coaches),
    ] {
      if left < count { return role }
      left -= count
    }
    return .athlete
  }
}

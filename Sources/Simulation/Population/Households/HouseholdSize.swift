import DomainCore
import Scenarios

/// How the people of a household are related.
public enum HouseholdKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// Parents and their children, couples, and people who live alone.
  case family = 0
  /// Students who live together.
  case students = 1
  /// A team: a manager, a coach, and athletes from homes of their own. The core has no scope other
  /// than the family, so a team is one, and its people are in no other.
  ///
  /// What affects people who live together does not affect them: they share hours, the active share
  /// and school, but neither illness nor meals.
  case team = 2
}

/// The number of people in a household, by role.
public struct HouseholdSize: BitwiseCopyable, Hashable, Sendable {
  public var kind = HouseholdKind.family
  /// Students who live together, and a team's manager, have the role of parents in a family.
  public var parents: Int
  public var children: Int
  /// A team's athletes.
  public var athletes = 0
  /// Grandparents as observers.
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

  /// The same household with at most `people` of them, in the order of their indices.
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

  /// The role at an index: parents first, then children, observers, coaches, athletes.
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

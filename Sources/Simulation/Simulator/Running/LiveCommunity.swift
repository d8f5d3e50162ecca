public import Chronology
import Population
public import SimulatedWorld
import Workload

/// The people of a community before their first day, and their phones.
public struct CommunityPeople: Sendable {
  public let setup: WorldSetup
  /// In the order of the setup.
  fileprivate let persons: [Person]
}

/// A community whose people use phones that are not simulated: what a person does next depends on
/// what their phone shows then, and time passes as its owner has it pass.
public struct LiveCommunity: ~Copyable {
  private var world: World
  private var generator: WorkloadGenerator

  fileprivate init(world: consuming World, generator: consuming WorkloadGenerator) {
    self.world = world
    self.generator = generator
  }

  /// When someone does something next.
  public var nextTime: Instant? { generator.nextTime }

  /// Has the people do what is due then.
  public mutating func act() {
    guard let time = generator.nextTime else { return }
    world.advance(to: time)
    generator.act(in: &world)
  }
}

extension Simulation {
  /// The households of a community that fulfill a condition, with their people. No notifications
  /// are planned for them: that is for a server to do.
  public func people(
    of community: Int, where isWanted: (WorldSetup.Household) -> Bool
  ) -> CommunityPeople {
    let (whole, persons) = setup(of: community)
    var chosen = WorldSetup(community: whole.community, households: [])
    var people: [Person] = []
    var first = 0
    for household in whole.households {
      let end = first + household.people.count
      if isWanted(household) {
        chosen.households.append(household)
        chosen.households[chosen.households.count - 1].isNotified = false
        people += persons[first..<end]
      }
      first = end
    }
    return CommunityPeople(setup: chosen, persons: people)
  }

  /// Lets people begin their first day, on phones of which each has the place of its device in the
  /// setup.
  public func live(_ people: CommunityPeople, on phones: any LivePhones) -> LiveCommunity {
    let world = World(people.setup, settings, phones: phones)
    let generator = WorkloadGenerator(people.persons, in: world, behaviorContext)
    return LiveCommunity(world: world, generator: generator)
  }
}

import Base
public import Plans
public import Population
public import Scenarios
import Simulator
import SimulatedWorld

// What a seed lives, event by event, and as a plan.
extension SeedRun {
  /// Something that came to pass: in words that tell it from all else, and their digest.
  public struct Event: Sendable {
    public var text: String
    public var digest: UInt64
  }

  /// Everything that comes to pass, in its order.
  public static func events(_ scenario: Scenario) -> [Event] {
    let simulation = Simulation(scenario)
    var events: [Event] = []
    for index in 0..<simulation.map.count {
      let community = simulation.simulated(index, recording: .trace)
      for event in community.world.events.trace ?? [] {
        let text = "\(event.time) \(event.what)"
        events.append(Event(text: text, digest: Digest128.of(text: text).first))
      }
    }
    return events
  }

  /// The plan that a seed comes to, without fates: they are drawn again by the same names.
  public static func plan(_ scenario: Scenario, programVersion: String) -> Plan {
    plan(Simulation(scenario).planText(.steps, programVersion: programVersion))
  }

  /// A plan that was just written.
  static func plan(_ text: [UInt8]) -> Plan {
    var reader = PlanReader(text)
    do {
      return try reader.read()
    } catch {
      preconditionFailure("a plan that was just written cannot be read: \(error)")
    }
  }
}

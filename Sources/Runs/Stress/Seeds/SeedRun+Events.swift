import Base
public import Plans
import Population
public import Scenarios
import Simulator
import SimulatedWorld

// A seed's run event by event, and as a plan.
extension SeedRun {
  /// An event of a run: a text that identifies it, and the digest of that text.
  public struct Event: Sendable {
    public var text: String
    public var digest: UInt64
  }

  /// All events, in order.
  public static func events(_ scenario: Scenario) -> [Event] {
    let simulation = Simulation(scenario, checksEveryScope: true)
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

  /// The plan of a seed, without deliveries: a run of the plan draws the same ones again.
  public static func plan(_ scenario: Scenario) -> Plan {
    plan(Simulation(scenario).planText(.steps))
  }

  /// Reads a plan that was just written.
  static func plan(_ text: [UInt8]) -> Plan {
    var reader = PlanReader(text)
    do {
      return try reader.read()
    } catch {
      preconditionFailure("a plan that was just written cannot be read: \(error)")
    }
  }
}

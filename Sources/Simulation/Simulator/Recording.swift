import Plans
import Population
import Scenarios
import SimulatedWorld

/// What of a run is recorded.
public enum Recording: Sendable {
  case nothing
  /// Every step, for a plan.
  case steps
  /// The fate of every message as well, which a plan without them leaves to be drawn again.
  case stepsAndDeliveries
  /// Which situations operations met.
  case coveragePoints
  /// Both, for a seed that is to be lived once more as a plan.
  case stepsAndCoverage
  /// Everything that comes to pass, to be read.
  case trace
}

extension World {
  /// From now on the world keeps what is asked for.
  mutating func record(_ recording: Recording) {
    switch recording {
    case .nothing: break
    case .steps, .stepsAndDeliveries:
      events.journal = []
      if case .stepsAndDeliveries = recording { network.messageDeliveries = [] }
    case .coveragePoints: events.coveragePoints = CoverageCounters()
    case .stepsAndCoverage:
      events.journal = []
      events.coveragePoints = CoverageCounters()
    case .trace: events.trace = []
    }
  }
}

extension Simulation {
  /// The plan of the whole run as text, which is lived for it.
  public func planText(_ recording: Recording, programVersion: String) -> [UInt8] {
    var text = planHead(programVersion)
    for index in 0..<map.count {
      text += PlanWriter(texts: texts).community(simulated(index, recording: recording).world)
    }
    return text
  }

  /// The plan of a community that was lived with its steps recorded.
  public func planText(of community: borrowing Community, programVersion: String) -> [UInt8] {
    planHead(programVersion) + PlanWriter(texts: texts).community(community.world)
  }

  private func planHead(_ programVersion: String) -> [UInt8] {
    PlanWriter(texts: texts).head(
      of: scenario, calendarTexts: settings.calendarTexts, programVersion: programVersion)
  }
}

import Plans
import Population
import Scenarios
import SimulatedWorld

/// What a run records.
public enum Recording: Sendable {
  case nothing
  /// Every step, for a plan.
  case steps
  /// The delivery of every message as well; a run of a plan without them draws them again.
  case stepsAndDeliveries
  /// The coverage points that operations reached.
  case coveragePoints
  /// Both, for a seed that is to be run again as a plan.
  case stepsAndCoverage
  /// Every event, as a trace.
  case trace
}

extension World {
  /// Makes the world keep what is to be recorded.
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
  /// The plan of the whole run as text, which runs it.
  public func planText(_ recording: Recording, programVersion: String) -> [UInt8] {
    var text = planHead(programVersion)
    for index in 0..<map.count {
      text += PlanWriter(texts: texts).community(simulated(index, recording: recording).world)
    }
    return text
  }

  /// The plan of a community that ran with its steps recorded.
  public func planText(of community: borrowing Community, programVersion: String) -> [UInt8] {
    planHead(programVersion) + PlanWriter(texts: texts).community(community.world)
  }

  private func planHead(_ programVersion: String) -> [UInt8] {
    PlanWriter(texts: texts).head(
      of: scenario, calendarTexts: settings.calendarTexts, programVersion: programVersion)
  }
}

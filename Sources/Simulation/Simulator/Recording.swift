public import Base
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
  public func planText(
    _ recording: Recording, program: ProgramIdentity = .unstated
  ) -> [UInt8] {
    var text = planHead(program)
    for index in 0..<map.count {
      text += PlanWriter(texts: texts).community(simulated(index, recording: recording).world)
    }
    return text
  }

  /// The plan of a community that ran with its steps recorded.
  public func planText(
    of community: borrowing Community, program: ProgramIdentity = .unstated
  ) -> [UInt8] {
    planHead(program) + PlanWriter(texts: texts).community(community.world)
  }

  private func planHead(_ program: ProgramIdentity) -> [UInt8] {
    PlanWriter(texts: texts).head(
      of: scenario, calendarTexts: settings.calendarTexts, program: program)
  }
}

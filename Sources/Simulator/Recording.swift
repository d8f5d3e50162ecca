import Plans
import Population
import World

/// What of a run is recorded.
public enum Recording: Sendable {
  case nothing
  /// Every step, for a plan.
  case steps
  /// The fate of every message as well, which a plan without them leaves to be drawn again.
  case stepsAndFates
  /// Which situations operations met.
  case situations
  /// Everything that comes to pass, to be read.
  case trace
}

extension World {
  /// From now on the world keeps what is asked for.
  mutating func record(_ recording: Recording) {
    switch recording {
    case .nothing: break
    case .steps, .stepsAndFates:
      journal = []
      if case .stepsAndFates = recording { fates = [] }
    case .situations: situations = Situations()
    case .trace: trace = []
    }
  }
}

extension Simulation {
  /// The plan of the whole run as text, which is lived for it.
  public func planText(_ recording: Recording, programVersion: String) -> [UInt8] {
    let writer = PlanWriter(texts: texts)
    var text = writer.head(
      of: scenario, calendarTexts: settings.calendarTexts, programVersion: programVersion)
    for index in 0..<map.count {
      text += writer.community(lived(index, recording: recording).world)
    }
    return text
  }
}

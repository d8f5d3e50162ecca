import Datasets
import Plans
import Population
import Properties
import Scenarios
import SimulatedWorld
import Simulator
import Stress

/// The smallest plan that violates what a run has violated, and its timeline, beside the results.
public struct RunReproduction: Sendable {
  /// The path of the reproduction and of the page with its timeline.
  public let path: String
  public let pagePath: String
  /// The failure of the smallest plan, in words, and how it was found.
  public let explanation: String

  /// Shrinks the first violation of a run and writes its files; throws a sentence if that is
  /// impossible. With no time for it, the whole plan of the community is written.
  public init(
    of outcome: RunOutcome, _ request: RunRequest, seconds: Double
  ) throws(RunReproductionError) {
    guard let violation = outcome.firstViolation else {
      preconditionFailure("only a violated run is shrunk")
    }
    let signature = Signature(violation)
    guard let plan = Self.plan(of: request, with: violation.scope) else {
      throw RunReproductionError("household \(violation.scope) is in no community of the run")
    }
    let begun = Machine.seconds
    var shrinker = Shrinker(plan, failing: signature) {
      Machine.seconds - begun < seconds && !Interruption.isRequested
    }
    guard let found = shrinker.run() else {
      throw RunReproductionError("its plan alone does not fail in this way: \(signature)")
    }
    let reproduction = Reproduction(
      program: request.program, signature: signature,
      origin: Reproduction.Origin(
        scenario: request.scenario.name, seed: request.scenario.seed, settings: [], swarm: ""),
      plan: shrinker.plan)
    let name = Reproduction.fileName(signature, seed: request.scenario.seed)
    path = "\(outcome.resultsPath)/\(name)"
    pagePath = "\(path.dropLast(".json".count)).html"
    let paragraph = Timeline.paragraph(of: found, in: shrinker.plan)
    let trials = Timeline.counted(shrinker.trials, "plan", "plans")
    explanation =
      seconds == 0
      ? paragraph
      : "\(paragraph) (\(trials) executed"
        + (shrinker.isMinimal ? ")" : "; time limit reached; not minimal)")
    let timeline = Timeline(of: shrinker.plan, showing: signature)
      .cut(until: nil, behind: signature)
    do {
      try OutputFile(at: path).write(reproduction.text)
      try OutputFile(at: pagePath).write(
        TimelinePage(timeline, title: "\(signature)", verdict: paragraph).text)
    } catch {
      throw RunReproductionError("\(error)")
    }
  }

  /// The plan of the community with a household.
  private static func plan(of request: RunRequest, with household: UInt32) -> Plan? {
    if let plan = request.plan {
      let found = plan.communities.first { community in
        community.setup.households.contains { $0.number == household }
      }
      guard let found else { return nil }
      var whole = plan
      whole.communities = [found]
      return whole
    }
    let simulation = Simulation(request.scenario)
    let index = (0..<simulation.map.count).first { index in
      let place = simulation.map[index]
      return place.firstHousehold <= household
        && household < place.firstHousehold + UInt32(place.householdCount)
    }
    guard let index else { return nil }
    let community = simulation.simulated(index, recording: .steps)
    var reader = PlanReader(simulation.planText(of: community))
    return try? reader.read()
  }
}

/// Why a violated run could not be shrunk.
public struct RunReproductionError: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

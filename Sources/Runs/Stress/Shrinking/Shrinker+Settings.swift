import Environment
import Plans
import Scenarios
import Simulator
import SimulatedWorld

// The conditions of a plan: its settings and its message deliveries.
extension Shrinker {
  /// Resets every setting to its default, all at once or one by one.
  mutating func disableFaults() {
    var base = Scenario()
    let scenario = plan.scenario
    base.name = scenario.name
    base.seed = scenario.seed
    base.start = scenario.start
    base.days = scenario.days
    base.people = community.setup.personCount
    // What people are like does not matter in a plan: its steps are fixed.
    (base.network, base.sync) = (scenario.network, scenario.sync)
    keep(under: base)
    for path in plan.scenario.nonDefaultPaths where !Self.fixed.contains(path) && mayContinue() {
      var simpler = plan.scenario
      simpler.reset(path)
      keep(under: simpler)
    }
  }

  /// The settings that identify a run.
  private static let fixed: Set<String> = ["name", "seed", "start", "days", "people"]

  private mutating func keep(under scenario: Scenario) {
    var candidate = plan
    candidate.scenario = scenario
    keep(candidate)
  }

  /// Turns notifications off, which would fill the timeline without need.
  mutating func disableNotifications() {
    var silent = community
    for place in silent.setup.households.indices {
      silent.setup.households[place].isNotified = false
    }
    keep(with(silent))
  }

  /// Ends the run soon after its last step.
  mutating func shorten() {
    let whole = plan
    _ = leastCount(upTo: whole.scenario.days - 1) { days in
      var candidate = whole
      candidate.scenario.days = days + 1
      for place in candidate.communities[0].setup.households.indices {
        candidate.communities[0].setup.households[place].joinAtOnce()
      }
      return keep(candidate)
    }
  }

  /// Records all message deliveries, and then keeps only those that matter; all other messages
  /// arrive at once.
  mutating func shrinkDeliveries() {
    if !plan.scenario.network.isExact {
      var candidate = plan
      candidate.communities[0].messageDeliveries =
        PlannedRun(plan).simulated(0, recording: .stepsAndDeliveries).world.network
        .messageDeliveries ?? []
      candidate.scenario.network.makeExact()
      // Without any recorded delivery, if the network does not matter.
      var bare = candidate
      bare.communities[0].messageDeliveries = []
      if keep(bare) || !keep(candidate) { return }
    }
    let whole = community
    _ = minimum(of: whole.messageDeliveries, mayContinue: mayContinue) { kept in
      var candidate = community
      candidate.messageDeliveries = kept
      return keep(with(candidate))
    }
    for place in community.messageDeliveries.indices { simplifyDelivery(place) }
  }

  private mutating func simplifyDelivery(_ place: Int) {
    let usual = MessageDelivery(isLost: false, delayMilliseconds: 0, duplicateDelayMilliseconds: -1)
    let messageDelivery = community.messageDeliveries[place].messageDelivery
    var simpler: [MessageDelivery] = []
    if messageDelivery.isLost && !messageDelivery.isDuplicated {
      simpler = [
        MessageDelivery(isLost: true, delayMilliseconds: 0, duplicateDelayMilliseconds: -1)
      ]
    } else {
      for delay in [1_000, 60_000, 3_600_000] as [Int32]
      where delay < messageDelivery.delayMilliseconds {
        var candidate = usual
        candidate.delayMilliseconds = delay
        candidate.deliveredPerMille = messageDelivery.deliveredPerMille
        simpler.append(candidate)
      }
    }
    for candidate in simpler where candidate != messageDelivery {
      var changed = community
      changed.messageDeliveries[place].messageDelivery = candidate
      if keep(with(changed)) { return }
    }
  }
}

extension NetworkParameters {
  /// Whether every message without a recorded delivery takes the same short time.
  var isExact: Bool {
    lossProbability == 0 && responseLossProbability == 0 && responseDamageProbability == 0
      && duplicateProbability == 0
      && reorderProbability == 0 && latencySigma == 0 && latencyMillisecondsMedian == 1
  }

  mutating func makeExact() {
    (lossProbability, responseLossProbability, responseDamageProbability) = (0, 0, 0)
    (duplicateProbability, reorderProbability) = (0, 0)
    (latencySigma, latencyMillisecondsMedian) = (0, 1)
  }
}

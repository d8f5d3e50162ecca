import Environment
import Plans
import Population
import Scenarios
import Simulator
import SimulatedWorld

// What a plan is lived under: its settings, and what becomes of its messages.
extension Shrinker {
  /// Puts every setting back to what it usually is, all at once or one by one.
  mutating func disableFaults() {
    var calm = Scenario()
    let scenario = plan.scenario
    calm.name = scenario.name
    calm.seed = scenario.seed
    calm.start = scenario.start
    calm.days = scenario.days
    calm.people = community.setup.personCount
    // What people are like is of no account where nobody decides anything.
    (calm.network, calm.sync) = (scenario.network, scenario.sync)
    keep(under: calm)
    for path in plan.scenario.nonDefaultPaths where !Self.fixed.contains(path) && mayContinue() {
      var calmer = plan.scenario
      calmer.reset(path)
      keep(under: calmer)
    }
  }

  /// What tells one run from another.
  private static let fixed: Set<String> = ["name", "seed", "start", "days", "people"]

  private mutating func keep(under scenario: Scenario) {
    var candidate = plan
    candidate.scenario = scenario
    keep(candidate)
  }

  /// Nobody is sent notifications, which would fill a story that they have nothing to do with.
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

  /// Writes down what becomes of each message, and then keeps only what matters: all others arrive
  /// at once.
  mutating func shrinkDeliveries() {
    if !plan.scenario.network.isExact {
      var candidate = plan
      candidate.communities[0].messageDeliveries =
        PlannedRun(plan).simulated(0, recording: .stepsAndDeliveries).world.network
        .messageDeliveries ?? []
      candidate.scenario.network.makeExact()
      // Without any fate, if the network has nothing to do with it.
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
  /// Whether every message whose fate nobody has settled takes the same short time.
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

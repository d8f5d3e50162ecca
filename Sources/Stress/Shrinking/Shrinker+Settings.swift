import Faults
import Plans
import Population
import Simulator
import World

// What a plan is lived under: its settings, and what becomes of its messages.
extension Shrinker {
  /// Puts every setting back to what it usually is, all at once or one by one.
  mutating func calmDown() {
    var calm = Scenario()
    let scenario = plan.scenario
    calm.name = scenario.name
    calm.seed = scenario.seed
    calm.start = scenario.start
    calm.days = scenario.days
    calm.people = community.inventory.personCount
    // What people are like is of no account where nobody decides anything.
    (calm.network, calm.sync) = (scenario.network, scenario.sync)
    keep(under: calm)
    for path in plan.scenario.unusualPaths where !Self.fixed.contains(path) && goesOn() {
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
  mutating func silence() {
    var silent = community
    for place in silent.inventory.households.indices {
      silent.inventory.households[place].isNotified = false
    }
    keep(with(silent))
  }

  /// Ends the run soon after its last step.
  mutating func shorten() {
    let whole = plan
    _ = leastCount(upTo: whole.scenario.days - 1) { days in
      var candidate = whole
      candidate.scenario.days = days + 1
      for place in candidate.communities[0].inventory.households.indices {
        candidate.communities[0].inventory.households[place].joinAtOnce()
      }
      return keep(candidate)
    }
  }

  /// Writes down what becomes of each message, and then keeps only what matters: all others arrive
  /// at once.
  mutating func settleFates() {
    if !plan.scenario.network.isExact {
      var candidate = plan
      candidate.communities[0].fates =
        PlannedRun(plan).lived(0, recording: .stepsAndFates).world.fates ?? []
      candidate.scenario.network.makeExact()
      // Without any fate, if the network has nothing to do with it.
      var bare = candidate
      bare.communities[0].fates = []
      if keep(bare) || !keep(candidate) { return }
    }
    let whole = community
    _ = minimum(of: whole.fates, goesOn: goesOn) { kept in
      var candidate = community
      candidate.fates = kept
      return keep(with(candidate))
    }
    for place in community.fates.indices { simplifyFate(place) }
  }

  private mutating func simplifyFate(_ place: Int) {
    let usual = MessageFate(isLost: false, delayMilliseconds: 0, duplicateDelayMilliseconds: -1)
    let fate = community.fates[place].fate
    var simpler: [MessageFate] = []
    if fate.isLost && !fate.isDuplicated {
      simpler = [MessageFate(isLost: true, delayMilliseconds: 0, duplicateDelayMilliseconds: -1)]
    } else {
      for delay in [1_000, 60_000, 3_600_000] as [Int32] where delay < fate.delayMilliseconds {
        var candidate = usual
        candidate.delayMilliseconds = delay
        candidate.keptPerMille = fate.keptPerMille
        simpler.append(candidate)
      }
    }
    for candidate in simpler where candidate != fate {
      var changed = community
      changed.fates[place].fate = candidate
      if keep(with(changed)) { return }
    }
  }
}

extension NetworkParameters {
  /// Whether every message whose fate nobody has settled takes the same short time.
  var isExact: Bool {
    lossShare == 0 && answerLossShare == 0 && damageShare == 0 && duplicateShare == 0
      && reorderShare == 0 && latencySigma == 0 && latencyMillisecondsMedian == 1
  }

  mutating func makeExact() {
    (lossShare, answerLossShare, damageShare) = (0, 0, 0)
    (duplicateShare, reorderShare) = (0, 0)
    (latencySigma, latencyMillisecondsMedian) = (0, 1)
  }
}

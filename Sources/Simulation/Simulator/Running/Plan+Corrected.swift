public import Metrics
public import Plans
import Population
import Scenarios

extension Plan {
  /// The same steps in a world in which some causes of wrong figures do not exist.
  ///
  /// People do what they did. What is left out is what went wrong with their devices and with the
  /// server; a network that is not late answers within a millisecond.
  public func corrected(of causes: some Sequence<BiasCause>) -> Plan {
    var plan = self
    for cause in causes {
      switch cause {
      case .lost:
        plan.scenario.network.failoversPerYear = 0
        plan.leaveOut(.install)
      case .late:
        plan.scenario.network.latencyMillisecondsMedian = 1
        plan.scenario.network.latencySigma = 0
        plan.scenario.network.lossProbability = 0
        plan.scenario.network.responseLossProbability = 0
        plan.scenario.network.responseDamageProbability = 0
        plan.scenario.network.reorderProbability = 0
        plan.scenario.network.requestsPerMinuteMax = 0
        plan.leaveOut(.network)
        for place in plan.communities.indices { plan.communities[place].messageDeliveries = [] }
      case .clock:
        plan.scenario.clocks.serverSkewSecondsMax = 0
        plan.leaveOut(.clock)
      case .zone: plan.leaveOut(.zone)
      case .duplicates: plan.scenario.network.duplicateProbability = 0
      // These are not in the plan: the one is when one looks, the other what servers are for.
      case .immaturity, .rules: break
      }
    }
    return plan
  }

  /// The same steps in a world in which nothing goes wrong with devices, networks and servers;
  /// clocks show what they do.
  public var faultFree: Plan { corrected(of: [BiasCause.lost, .late, .duplicates]) }

  private mutating func leaveOut(_ deviceFault: StepFaultKind) {
    for place in communities.indices {
      communities[place] = communities[place].removingFaults(deviceFault)
    }
  }
}

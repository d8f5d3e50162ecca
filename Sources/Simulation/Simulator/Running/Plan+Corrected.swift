public import Metrics
public import Plans
import Population
import Scenarios

extension Plan {
  /// The same steps in a world without some causes of bias.
  ///
  /// People act as before. The plan loses the faults of devices and of the server; a network
  /// without latency faults responds within a millisecond.
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
      // These causes are not in the plan: the first depends on the time of the query, and the
      // second is what servers are for.
      case .immaturity, .rules: break
      }
    }
    return plan
  }

  /// The same steps in a world without faults of devices, networks and servers; the clocks are
  /// unchanged.
  public var faultFree: Plan { corrected(of: [BiasCause.lost, .late, .duplicates]) }

  private mutating func leaveOut(_ deviceFault: StepFaultKind) {
    for place in communities.indices {
      communities[place] = communities[place].removingFaults(deviceFault)
    }
  }
}

public import Metrics
public import Plans
import Population
import Scenarios

extension BiasCause {
  /// The faults that a control run is without: those of devices, networks and servers. The clocks
  /// are unchanged.
  static var ofControlRuns: [BiasCause] { [.lost, .late, .duplicates] }

  /// The steps that a run without the cause leaves out, if any.
  var faultSteps: StepFaultKind? {
    switch self {
    case .lost: .install
    case .late: .network
    case .clock: .clock
    case .zone: .zone
    // The first is a parameter. The others are not in the plan: one depends on the time of the
    // query, and the other is what servers are for.
    case .duplicates, .immaturity, .rules: nil
    }
  }
}

extension Scenario {
  /// The same world without some causes of bias; a network without latency faults responds within a
  /// millisecond.
  func corrected(of causes: some Sequence<BiasCause>) -> Scenario {
    var scenario = self
    for cause in causes {
      switch cause {
      case .lost: scenario.network.failoversPerYear = 0
      case .late:
        scenario.network.latencyMillisecondsMedian = 1
        scenario.network.latencySigma = 0
        scenario.network.lossProbability = 0
        scenario.network.responseLossProbability = 0
        scenario.network.responseDamageProbability = 0
        scenario.network.reorderProbability = 0
        scenario.network.requestsPerMinuteMax = 0
      case .clock: scenario.clocks.serverSkewSecondsMax = 0
      case .duplicates: scenario.network.duplicateProbability = 0
      case .zone, .immaturity, .rules: break
      }
    }
    return scenario
  }
}

extension Plan {
  /// The same steps in a world without some causes of bias.
  ///
  /// People act as before. The plan loses the faults of devices and of the server.
  public func corrected(of causes: some Sequence<BiasCause>) -> Plan {
    var plan = self
    plan.scenario = scenario.corrected(of: causes)
    for cause in causes {
      if let fault = cause.faultSteps { plan.leaveOut(fault) }
      guard cause == .late else { continue }
      for place in plan.communities.indices { plan.communities[place].messageDeliveries = [] }
    }
    return plan
  }

  /// The same steps in a world without faults of devices, networks and servers; the clocks are
  /// unchanged.
  public var faultFree: Plan { corrected(of: BiasCause.ofControlRuns) }

  private mutating func leaveOut(_ deviceFault: StepFaultKind) {
    for place in communities.indices {
      communities[place] = communities[place].removingFaults(deviceFault)
    }
  }
}

import Base
import Chronology
import DomainCore
import Metrics
import Population
import SyncCore
import Testing

@testable import Simulator

@Suite("The end of a run heals every device")
struct HealingTests {
  @Test("P12: also one that has far more of a group than is left of it", arguments: [1, 500])
  func deletedGroup(pageRowsMax: Int) throws {
    let scenario = Scenario.small {
      $0.withoutFaults()
      $0.activities.groupShare = 1
      $0.sync.pageRowsMax = pageRowsMax
    }
    var community = Community(0, of: Simulation(scenario))
    var latencies = LatencyHistogram()
    community.live(latencies: &latencies)
    let scope = UInt32(community.householdCount)
    var members: [Int] = []
    for device in 0..<community.devices.count
    where community.replicas[device].scope == scope
      && community.replicas[device].store.position > 3
    {
      members.append(device)
    }
    #expect(members.count > 1)
    community.server.deleteScope(scope, now: community.now)
    for device in members {
      community.healExchanges(device, latencies: &latencies)
      let revocation = community.replicas[device].revocation
      #expect(revocation == .scopeDeleted)
    }
  }
}

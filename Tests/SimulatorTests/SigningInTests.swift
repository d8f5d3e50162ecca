import Base
import Chronology
import DomainCore
import Faults
import Metrics
import Population
import SimulationKernel
import SyncCore
import Testing

@testable import Simulator

@Suite("FAM-8: who was away too long signs in again, by a message")
struct SigningInTests {
  /// A community in which the first device's session has lapsed and its exchange has begun.
  private static func lapsed(_ change: (inout Scenario) -> Void = { _ in }) -> Community {
    let scenario = Scenario.small {
      $0.withoutFaults()
      change(&$0)
    }
    var community = Community(0, of: Simulation(scenario))
    community.server.sites[0].sessionEnds = community.now - 1
    community.startExchange(0)
    return community
  }

  /// Lets messages travel for a while, and nothing else happen.
  private static func travel(
    in community: inout Community, for milliseconds: Int64,
    until isReached: (Event) -> Bool = { _ in false }
  ) {
    var latencies = LatencyHistogram()
    let end = community.now + milliseconds
    while let event = community.queue.next(before: end) {
      let target = Int(event.target)
      switch CommunityEvent(rawValue: event.kind) {
      case .requestArrives: community.requestArrives(event.target, latencies: &latencies)
      case .answerArrives: community.answerArrives(event.target)
      case .timeout: community.timeOut(target, message: Int32(bitPattern: event.payload))
      case .retry: community.retry(target, message: Int32(bitPattern: event.payload))
      default: break
      }
      if isReached(event) { return }
    }
  }

  @Test("an exchange that asks for it, the sign-in, and the exchange again")
  func threeRoundTrips() {
    var community = Self.lapsed()
    Self.travel(in: &community, for: 30_000)
    let (signIns, messages) = (community.counters.signIns, community.counters.messages)
    #expect(signIns == 1 && messages == 6)
    let (needsSignIn, awaited) = (community.replicas[0].needsSignIn, community.devices[0].awaited)
    #expect(!needsSignIn && awaited == 0)
    let sessionEnds = community.server.sites[0].sessionEnds
    #expect(sessionEnds > community.now)
  }

  @Test("that is lost, tried again and late like every other", arguments: [0.5, 1])
  func lossy(lossShare: Double) {
    var community = Self.lapsed { $0.network.lossShare = lossShare }
    Self.travel(in: &community, for: 6 * Span.hour)
    let (signIns, retries) = (community.counters.signIns, community.counters.retries)
    #expect(retries > 0)
    #expect(signIns == (lossShare < 1 ? 1 : 0))
  }

  @Test("that is not sent without a network, and does not come to a phone that has lost its own")
  func offline() {
    var community = Self.lapsed()
    Self.travel(in: &community, for: 30_000) { $0.kind == CommunityEvent.answerArrives.rawValue }
    community.devices[0].spell.from = community.now
    community.devices[0].spell.until = community.now + Span.hour
    Self.travel(in: &community, for: 59 * Span.minute)
    let signIns = community.counters.signIns
    #expect(community.devices[0].mustSignIn && signIns == 0)
  }

  @Test("whose refusal ends the exchanges of a device until somebody opens the app")
  func refused() {
    var community = Self.lapsed()
    Self.travel(in: &community, for: 30_000) { $0.kind == CommunityEvent.answerArrives.rawValue }
    community.server.directory.close(
      community.people[community.devices[0].owner].account, because: .accountDeleted)
    Self.travel(in: &community, for: 30_000)
    let refusal = community.devices[0].signInRefusal
    #expect(refusal == .accountDeleted)
    #expect(community.counters.signInsRefused == 1 && community.counters.signIns == 0)
    let sent = community.devices[0].messagesSent
    community.startExchange(0)
    #expect(community.devices[0].messagesSent == sent)
    // P12: then the device hears that it has to drop everything.
    community.forgetSignInRefusal(0)
    community.startExchange(0)
    Self.travel(in: &community, for: 30_000)
    let revocation = community.replicas[0].revocation
    #expect(revocation == .accountDeleted)
  }

  @Test("and all of that is lived, where people are away for long")
  func lived() throws {
    let scenario = Scenario.small(people: 30, days: 60) {
      $0.network.offlineDeviceShare = 1
      $0.network.offlineLongSpellDaysMax = 60
    }
    var totals = SimulationTotals()
    try PopulationRun(scenario, threads: 1).run(
      makeScratch: { 0 }, observe: { _, _ in }, conclude: { _ in 0 },
      take: { next, _ in totals.add(next) })
    #expect(totals.counters.signIns > 0)
    #expect(totals.violationCount == 0, "\(totals.violations)")
  }
}

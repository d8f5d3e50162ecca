import Base
import Chronology
import Metrics
import Population
import SimulationKernel
import SyncCore
import Testing

@testable import Simulator

@Suite("Requests and answers on a slow network")
struct ExchangeTests {
  /// Every message takes 100 milliseconds; nothing else goes wrong.
  private static func scenario(timeoutMilliseconds: Int) -> Scenario {
    .small(people: 24, days: 7) {
      $0.withoutFaults()
      $0.network.latencyMillisecondsMedian = 100
      $0.network.latencySigma = 0
      $0.sync.requestTimeoutMilliseconds = timeoutMilliseconds
      $0.sync.retryBackoffMillisecondsMin = 1
    }
  }

  @Test(
    "a late answer ends an exchange: one that always comes too late costs a request or two more")
  func lateAnswers() throws {
    let inTime = try LivedRun(Self.scenario(timeoutMilliseconds: 1_000)).counters
    let late = try LivedRun(Self.scenario(timeoutMilliseconds: 100)).counters
    #expect(inTime.retries == 0 && late.retries > 200)
    #expect(inTime.messages > 500)
    #expect(late.messages < 3 * inTime.messages, "\(late.messages) and \(inTime.messages)")
    #expect(late.operations == inTime.operations)
  }

  @Test("a request is given up in time, wherever it is then", arguments: [100, 101, 199, 200, 900])
  func timeouts(timeoutMilliseconds: Int) {
    var community = Community(
      0, of: Simulation(Self.scenario(timeoutMilliseconds: timeoutMilliseconds)))
    var latencies = LatencyHistogram()
    let sent = community.now
    community.startExchange(0)
    var givenUp: Int64?
    while givenUp == nil, let event = community.queue.next(before: sent + 1_000) {
      switch CommunityEvent(rawValue: event.kind) {
      case .requestArrives: community.requestArrives(event.target, latencies: &latencies)
      case .answerArrives: community.answerArrives(event.target)
      case .timeout where community.devices[0].awaited != 0: givenUp = event.time - sent
      default: break
      }
    }
    #expect(givenUp == (timeoutMilliseconds < 200 ? Int64(timeoutMilliseconds) : nil))
  }

  @Test("a retry that an answer has made needless is not made")
  func needlessRetry() {
    var community = Community(0, of: Simulation(Self.scenario(timeoutMilliseconds: 100)))
    community.startExchange(0)
    community.timeOut(0, message: 1)
    #expect(community.devices[0].retried == 1)
    // Somebody opens the app in the meantime.
    community.startExchange(0)
    community.retry(0, message: 1)
    let (sent, wantsMore) = (community.devices[0].messagesSent, community.devices[0].wantsExchange)
    #expect(sent == 2 && !wantsMore)
  }

  @Test("a device that nobody opens asks for news that often", arguments: [5, 24, 36, 168])
  func refreshes(hours: Int) throws {
    let scenario = Scenario.small(people: 24, days: 28) {
      $0.withoutFaults()
      $0.population.joinDaysSpread = 0
      $0.sync.backgroundRefreshHours = hours
      // Nobody ever opens the app.
      $0.behaviour.openLogitBase = -1_000
      $0.behaviour.openLogitDeviation = 0
      $0.activities.notifiedShare = 0
    }
    let counters = try LivedRun(scenario).counters
    #expect(counters.operations == 0)
    let perDevice = Double(counters.messages) / 2 / Double(counters.replicas)
    // The first one comes within a day, and the last hours of the run are not a whole interval.
    #expect(abs(perDevice - Double(28 * 24) / Double(hours)) <= 1 + 24 / Double(hours))
  }
}

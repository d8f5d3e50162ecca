import Base
import Chronology
import DomainCore
import Environment
import Foundation
import Plans
import Population
import Scenarios
import Properties
import SyncCore
import TestKit
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("A plan reproduces the run that it was recorded from")
struct PlanTests {
  /// A run with everything that a plan can contain.
  private static func scenario(seed: UInt64 = 3, people: Int = 60) -> Scenario {
    .small(people: people, days: 6, seed: seed) {
      $0.population.householdsPerCommunity = 24
      $0.activities.groupMemberFraction = 1
      $0.activities.randomCommandProbability = 0.8
      $0.activities.notifiedFamilyFraction = 0.5
      $0.activities.sportFraction = 1
      $0.activities.calendarLinkFraction = 1
      $0.activities.calendarEditsPerWeek = 7
      $0.activities.healthStoreFraction = 1
      $0.network.lossProbability = 0.1
      $0.network.duplicateProbability = 0.1
      $0.network.shortOfflinesPerDeviceWeek = 5
      $0.clocks.skewedFraction = 0.3
      $0.clocks.jumpsPerDeviceYear = 50
      $0.clocks.travelsPerPersonYear = 20
    }
  }

  /// The same with failovers, restored backups and shared devices.
  private static func faulty(seed: UInt64) -> Scenario {
    var scenario = scenario(seed: seed)
    scenario.days = 12
    scenario.network.failoversPerYear = 150
    scenario.network.failoverMinutesMax = 2_000
    scenario.installs.reinstallsPerDeviceYear = 15
    scenario.installs.restoresPerDeviceYear = 15
    scenario.installs.clonesPerDeviceYear = 15
    scenario.installs.sharedSignInsPerDeviceYear = 30
    scenario.population.laterJoinerFraction = 0.5
    return scenario
  }

  @Test(
    "replaying a plan gives the same digest, days of all people and counts",
    arguments: [false, true])
  func replay(withDeliveries: Bool) throws {
    try expectSame(Self.scenario(), withDeliveries: withDeliveries)
  }

  @Test(
    "also where failovers give members other indices",
    arguments: 1...3 as ClosedRange<UInt64>)
  func faultyReplay(seed: UInt64) throws {
    try expectSame(Self.faulty(seed: seed), withDeliveries: false)
  }

  private func expectSame(_ scenario: Scenario, withDeliveries: Bool) throws {
    let simulation = Simulation(scenario)
    let plan = try Plan.read(
      simulation.planText(withDeliveries ? .stepsAndDeliveries : .steps))
    let planned = PlannedRun(plan)
    #expect(plan.communities.count == simulation.map.count)
    for index in 0..<simulation.map.count {
      let simulated = simulation.simulated(index)
      let again = planned.simulated(index)
      let (digest, digestAgain) = (simulated.digest, again.digest)
      #expect(digest == digestAgain)
      let (counters, countersAgain) = (simulated.world.events.counters, again.world.events.counters)
      #expect(counters == countersAgain)
      // A backup that does not exist yet cannot be restored.
      #expect(counters.stepsImpossible < 10)
      let (records, recordsAgain) = (simulated.allRecords, again.allRecords)
      #expect(records == recordsAgain)
      let (checks, checksAgain) = (
        simulated.world.events.monitor.shared.tally.checks(of: .convergence),
        again.world.events.monitor.shared.tally.checks(of: .convergence)
      )
      #expect(checks == checksAgain)
    }
  }

  @Test("step names and message keys are unique")
  func names() {
    let simulation = Simulation(Self.scenario())
    for index in 0..<simulation.map.count {
      let community = simulation.simulated(index, recording: .stepsAndDeliveries)
      let steps = community.world.events.journal ?? []
      #expect(Set(steps.map(\.step.id)).count == steps.count)
      let messageDeliveries = community.world.network.messageDeliveries ?? []
      #expect(messageDeliveries.count > 500)
      #expect(
        Set(messageDeliveries.map { RecordedDeliveryKey(key: $0.key, way: $0.way) }).count
          == messageDeliveries.count)
    }
  }

  /// What a test compares of each household: its state on the server, and the deliveries of its
  /// devices' messages.
  private struct Seen: Equatable {
    var digest: Digest128
    var messageDeliveries: [RecordedDelivery]
  }

  private static func seen(_ plan: Plan, _ index: Int) -> (
    households: [Seen], messageDeliveries: [RecordedDelivery]
  ) {
    let settings = WorldSettings(
      plan.scenario, texts: plan.texts, calendarTexts: plan.calendarTexts,
      reportsLostUpdates: false, checksEveryScope: true)
    let planned = plan.communities[index]
    var community = Community(
      planned.setup, under: settings, deadlineHours: plan.scenario.sync.deadlineHours)
    community.world.network.messageDeliveries = []
    var steps = PlannedSteps(of: planned, in: &community.world)
    community.run(&steps)
    let violations = community.world.events.monitor.shared.tally.violationCount
    #expect(violations == 0)
    let messageDeliveries = community.world.network.messageDeliveries ?? []
    var byHousehold: [Int: [RecordedDelivery]] = [:]
    for known in messageDeliveries {
      let person = UInt32(known.key.device >> 4)
      for index in 0..<community.personCount
      where community.world.directory.people[index].number == person {
        byHousehold[community.world.directory.people[index].household, default: []].append(known)
      }
    }
    let households = (0..<community.householdCount).map { household in
      Seen(
        digest: community.world.backend.server.scopes[household].state.digest,
        messageDeliveries: byHousehold[household, default: []])
    }
    return (households, messageDeliveries)
  }

  /// `SHAKEOUT_REMOVALS=1000` removes as many.
  private static let removals =
    ProcessInfo.processInfo.environment["SHAKEOUT_REMOVALS"].flatMap { Int($0) } ?? 12

  @Test("one more message changes no other delivery, and nothing outside its scopes")
  func oneMessageMore() {
    let usual = Simulation(Self.scenario(people: 50))
    var scenario = Self.scenario(people: 50)
    scenario.experiments.extraSyncHousehold = 2
    let more = Simulation(scenario)
    let before = usual.simulated(0, recording: .stepsAndDeliveries)
    let after = more.simulated(0, recording: .stepsAndDeliveries)
    let (sent, sentAfter) = (
      before.world.events.counters.messages, after.world.events.counters.messages
    )
    #expect(sent < sentAfter)
    let messageDeliveries = Dictionary(
      (before.world.network.messageDeliveries ?? []).map {
        (RecordedDeliveryKey(key: $0.key, way: $0.way), $0.messageDelivery)
      },
      uniquingKeysWith: { $1 })
    for known in after.world.network.messageDeliveries ?? [] {
      guard
        let messageDelivery = messageDeliveries[RecordedDeliveryKey(key: known.key, way: known.way)]
      else { continue }
      #expect(messageDelivery == known.messageDelivery)
    }
    let count = before.householdCount
    #expect(count > WorldSetup.householdsPerGroup)
    for household in WorldSetup.householdsPerGroup..<count {
      let (one, other) = (
        before.world.backend.server.scopes[household].state.digest,
        after.world.backend.server.scopes[household].state.digest
      )
      #expect(one == other)
    }
  }

  @Test("removing a step changes no other step's deliveries, and nothing outside its scopes")
  func removal() throws {
    let simulation = Simulation(Self.scenario(people: 50))
    #expect(simulation.map.count == 1)
    let text = simulation.planText(.steps)
    let lines = text.split(separator: UInt8(ascii: "\n"))
    let steps = lines.indices.filter { lines[$0].starts(with: Array("{\"step\"".utf8)) }
    let whole = Self.seen(try Plan.read(text), 0)
    let messageDeliveries = Dictionary(
      whole.messageDeliveries.map {
        (RecordedDeliveryKey(key: $0.key, way: $0.way), $0.messageDelivery)
      }, uniquingKeysWith: { $1 })
    var dice = Dice(seed: 9)
    var changed = 0
    for _ in 0..<Self.removals {
      let gone = dice.pick(Array(steps))
      var rest = lines
      let line = String(decoding: rest.remove(at: gone), as: UTF8.self)
      let without = Self.seen(try Plan.read(Array(rest.joined(separator: [UInt8(ascii: "\n")]))), 0)
      for known in without.messageDeliveries {
        guard let before = messageDeliveries[RecordedDeliveryKey(key: known.key, way: known.way)]
        else { continue }
        #expect(before == known.messageDelivery)
      }
      let household = Self.household(of: line, simulation)
      for other in 0..<whole.households.count
      where other / WorldSetup.householdsPerGroup != household / WorldSetup.householdsPerGroup {
        let (one, less) = (whole.households[other], without.households[other])
        #expect(one.digest == less.digest, "household \(other) without \(line)")
        // Thousands of deliveries: the first difference is enough.
        let differing = zip(one.messageDeliveries, less.messageDeliveries).first { $0 != $1 }
        #expect(differing == nil, "household \(other) without \(line)")
        #expect(
          one.messageDeliveries.count == less.messageDeliveries.count,
          "household \(other) without \(line)")
      }
      if whole.households[household] != without.households[household] { changed += 1 }
    }
    #expect(changed > 0)
  }

  /// The household that a line of a plan concerns.
  private static func household(of line: String, _ simulation: Simulation) -> Int {
    let name = line.dropFirst("{\"step\":\"".count)
    let number = UInt32(name.dropFirst().prefix { $0.isNumber }) ?? 0
    let setup = simulation.setup(of: 0).0
    return setup.households.firstIndex { household in
      name.first == "h"
        ? household.number == number : household.people.contains { $0.number == number }
    } ?? 0
  }

  @Test(
    "a mistake in a file gives one sentence with its line",
    arguments: [
      ("", "not a plan"), ("nonsense", "1: column 1"), ("{\"plan\":9}", "format version 9"),
      ("{\"plan\":1}\n{\"community\":0}\n{\"step\":\"p0/d0/s0/open\"}", "3: the line"),
      ("{\"plan\":1}\n{\"hose\":0}", "2: this is not a line of a plan"),
      ("{\"plan\":1}\n{\"fate\":\"request\"}", "2: 'fate' is now called 'delivery'"),
    ])
  func mistakes(text: String, part: String) {
    do {
      _ = try Plan.read(Array(text.utf8))
      Issue.record("'\(text)' was read")
    } catch {
      #expect("\(error)".contains(part), "\(error)")
    }
  }

  @Test("a mistake in a step gives a sentence with what is allowed")
  func mistakenSteps() throws {
    let simulation = Simulation(Self.scenario(people: 8))
    let good = String(
      decoding: simulation.planText(.steps), as: UTF8.self)
    let line = try #require(good.split(separator: "\n").first { $0.contains("\"do\":\"open\"") })
    for (from, to, part) in [
      ("\"do\":\"open\"", "\"do\":\"opne\"", "Did you mean 'open'?"),
      ("\"device\":\"p", "\"device\":\"p9", "does not have"),
      ("\"at\":\"20", "\"at\":\"19", "an instant from 2014"),
      ("\"device\"", "\"devize\"", "Did you mean 'device'?"),
      ("/open", "/opened", "such as"),
      ("/open", "/rare", "'rare' is now called 'occasional'"),
      ("\"do\":\"open\"", "\"do\":\"say\"", "'do' is 'say', which is now called 'submit'"),
      (
        "\"do\":\"open\"", "\"do\":\"failOver\",\"behind\":1", "'behind' is now called 'lag'"
      ),
    ] {
      let bad = line.replacingOccurrences(of: from, with: to)
      let text = good.replacingOccurrences(of: String(line), with: bad)
      do {
        _ = try Plan.read(Array(text.utf8))
        Issue.record("'\(bad)' was read")
      } catch {
        #expect("\(error)".contains(part), "\(error)")
      }
    }
  }
}

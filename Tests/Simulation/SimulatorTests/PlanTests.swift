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
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("A plan is the run that it was recorded from")
struct PlanTests {
  /// A run with everything in it that a plan can hold.
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

  /// The same with servers that fail over and devices that change hands and copies.
  private static func troubled(seed: UInt64) -> Scenario {
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

  @Test("same digest, same days of all people, same counts", arguments: [false, true])
  func replay(withDeliveries: Bool) throws {
    try expectSame(Self.scenario(), withDeliveries: withDeliveries)
  }

  @Test(
    "also where members are given other places by servers that begin anew",
    arguments: 1...3 as ClosedRange<UInt64>)
  func troubledReplay(seed: UInt64) throws {
    try expectSame(Self.troubled(seed: seed), withDeliveries: false)
  }

  private func expectSame(_ scenario: Scenario, withDeliveries: Bool) throws {
    let simulation = Simulation(scenario)
    let plan = try Plan.read(
      simulation.planText(withDeliveries ? .stepsAndDeliveries : .steps, programVersion: "test"))
    let planned = PlannedRun(plan)
    #expect(plan.communities.count == simulation.map.count)
    for index in 0..<simulation.map.count {
      let simulated = simulation.simulated(index)
      let again = planned.simulated(index)
      let (digest, digestAgain) = (simulated.digest, again.digest)
      #expect(digest == digestAgain)
      let (counters, countersAgain) = (simulated.world.events.counters, again.world.events.counters)
      #expect(counters == countersAgain)
      // A backup that nobody has made yet cannot be restored.
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

  @Test("no two steps have one name, nor two messages")
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

  /// What can be seen of each household of a community: its copy on the server, and what became of
  /// the messages of its devices.
  private struct Seen: Equatable {
    var digest: Digest128
    var messageDeliveries: [RecordedDelivery]
  }

  private static func seen(_ plan: Plan, _ index: Int) -> (
    households: [Seen], messageDeliveries: [RecordedDelivery]
  ) {
    let settings = WorldSettings(plan.scenario, calendarTexts: plan.calendarTexts)
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

  /// `SHAKEOUT_REMOVALS=1000` takes out as many.
  private static let removals =
    ProcessInfo.processInfo.environment["SHAKEOUT_REMOVALS"].flatMap { Int($0) } ?? 12

  @Test("a message more changes no other fates, and nothing where no scope is shared")
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

  @Test("a step less changes no other step's fates, and nothing where no scope is shared")
  func removal() throws {
    let simulation = Simulation(Self.scenario(people: 50))
    #expect(simulation.map.count == 1)
    let text = simulation.planText(.steps, programVersion: "test")
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
        // Thousands of fates: what tells them apart is enough.
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

  /// The household that a line of a plan is about.
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
    "what is wrong in a file is one sentence with its line",
    arguments: [
      ("", "no plan"), ("nonsense", "1: column 1"), ("{\"plan\":2}", "version 2"),
      ("{\"plan\":1}\n{\"community\":0}\n{\"step\":\"p0/d0/s0/open\"}", "3: the line"),
      ("{\"plan\":1}\n{\"hose\":0}", "2: this is no line of a plan"),
    ])
  func mistakes(text: String, part: String) {
    do {
      _ = try Plan.read(Array(text.utf8))
      Issue.record("'\(text)' was read")
    } catch {
      #expect("\(error)".contains(part), "\(error)")
    }
  }

  @Test("and what is wrong in a step says what would be right")
  func mistakenSteps() throws {
    let simulation = Simulation(Self.scenario(people: 8))
    let good = String(
      decoding: simulation.planText(.steps, programVersion: "test"), as: UTF8.self)
    let line = try #require(good.split(separator: "\n").first { $0.contains("\"do\":\"open\"") })
    for (from, to, part) in [
      ("\"do\":\"open\"", "\"do\":\"opne\"", "Did you mean 'open'?"),
      ("\"device\":\"p", "\"device\":\"p9", "does not have"),
      ("\"at\":\"20", "\"at\":\"19", "an instant from 2014"),
      ("\"device\"", "\"devize\"", "Did you mean 'device'?"),
      ("/open", "/opened", "such as"),
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

import Base
import Chronology
import DomainCore
import Workload
import Metrics
import Population
import Scenarios
import Properties
import Environment
import SyncCore
import TestKit
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("The server knows what reached it")
struct ObservationTests {
  @Test("without faults that is exactly what happened")
  func calm() {
    let simulation = Simulation(.small(people: 60, days: 10) { $0.withoutFaults() })
    var actions = 0
    for index in 0..<simulation.map.count {
      for (number, person) in Community.seen(index, of: simulation).enumerated() {
        for (day, record) in person.records.enumerated() {
          #expect(
            record.truth == record.observed,
            "person \(number) of community \(index) on day \(day)")
          actions += Int(record.truth.actions)
        }
      }
    }
    #expect(actions > 500)
  }

  @Test("also of a day with more food, drinks and rejections than anybody has")
  func muchOfEverything() {
    var community = Simulation(.small { $0.withoutFaults() }).founded(0)
    let person = community.world.directory.people[0].member
    let noon = community.world.settings.firstDay.noon
    let glass = WaterAmount(tenthOunces: 2_000, source: .glass, minuteOfDay: 0)
    let meal = MealPortion(.lunch, MealItem(food: 3, quarters: 4))
    let nothing = WaterAmount(tenthOunces: 0, source: .glass, minuteOfDay: 0)
    for number in 0..<300 {
      let said: [(StepKind, Command)] = [
        (.water, .logWater(for: person, glass)), (.meal, .logMeal(for: person, meal)),
        (.checkIn, .logWater(for: person, nothing)),
      ]
      for (verb, command) in said {
        let id = StepID(who: 0, day: 0, session: 0, verb: verb, number: number)
        community.world.perform(Step(id, at: noon, .submit(command, ReplicaAddress(0))))
      }
    }
    let closes = StepID(who: 0, day: 0, session: 0, verb: .close)
    community.world.perform(Step(closes, at: noon, .close(device: 0)))
    community.world.advance(to: noon + Span.hour)
    community.groundTruth.listen(to: &community.world)
    community.groundTruth.close(over: community.world)
    let record = community.record(0, day: 0)
    #expect(record.truth.meals == 300 && record.truth.waters == 300 && record.refusals == 300)
    #expect(record.truth.waterTenthOunces == .max && record.truth.actions == 600)
    #expect(record.observed == record.truth)
  }

  @Test("every core action makes people active on both sides, and undoing it does not")
  func coreActions() {
    let scenario = Scenario.small(people: 100, days: 40) {
      $0.withoutFaults()
      $0.activities.randomCommandProbability = 0.8
    }
    let simulation = Simulation(scenario)
    var kinds: [FactKind: Int] = [:]
    var (counted, recorded, rejectedAfterAck) = (0, 0, 0)
    for index in 0..<simulation.map.count {
      let community = simulation.simulated(index)
      for record in community.allRecords {
        #expect(record.truth.actions == record.observed.actions)
        recorded += Int(record.truth.actions)
      }
      for household in 0..<community.householdCount {
        for position in 0..<community.world.backend.server.scopes[household].feed.count {
          let row = community.world.backend.server.scopes[household].feed[position]
          guard !row.verdict.isRejected, row.operation.fact.kind.isCoreAction else { continue }
          kinds[row.operation.fact.kind, default: 0] += 1
          if row.operation.fact.isCoreAction { counted += 1 } else { rejectedAfterAck += 1 }
        }
      }
    }
    #expect(counted == recorded && rejectedAfterAck > 0)
    // A goal is completed so rarely that a few families may have none.
    let all = FactKind.allCases.filter { $0.isCoreAction && $0 != .goalCompletedSet }
    #expect(all.count == 6 && all.allSatisfy { kinds[$0, default: 0] > 0 }, "\(kinds)")
  }

  @Test("over a harsh network it knows less, and later; after healing everything")
  func harsh() {
    let simulation = Simulation(.small(people: 60, days: 21) { $0.withHarshNetwork() })
    var counters = WorldCounters()
    var (known, due, onTime) = (0, 0, 0)
    for index in 0..<simulation.map.count {
      let community = simulation.simulated(index)
      let violations = community.violations
      #expect(violations.isEmpty, "\(violations)")
      let isSettled = community.isSettled
      #expect(isSettled)
      counters.add(community.world.events.counters)
      for person in 0..<community.personCount {
        for day in 0..<community.days {
          let record = community.record(person, day: day)
          #expect(record.truth.operationsWithinDeadline <= record.truth.operationsDue)
          #expect(record.truth.operationsDue <= record.truth.operations)
          #expect(record.observed.operations <= record.truth.operations)
          known += Int(record.observed.operations)
          due += Int(record.truth.operationsDue)
          onTime += Int(record.truth.operationsWithinDeadline)
        }
      }
    }
    #expect(known < counters.operations && known > counters.operations / 2)
    #expect(onTime < due && onTime > 0)
    #expect(counters.messagesLost > counters.messages / 5)
    #expect(counters.messagesDuplicated > counters.messages / 10)
    #expect(counters.responsesStale > 0 && counters.retries > 0 && counters.offlinePeriods > 100)
    #expect(counters.healingExchanges > counters.replicas)
  }

  @Test("and the properties are checked as often as there is anything to check")
  func checks() throws {
    var totals = SimulationTotals()
    // With deletions, claims, group seats, crashes and updates.
    let scenario = Scenario.small(people: 160) {
      $0.activities.randomCommandProbability = 0.8
      $0.activities.groupMemberFraction = 1
      $0.activities.sportFraction = 1
      $0.installs.crashProbability = 0.05
      $0.installs.oldVersionFraction = 0.2
    }
    try PopulationRun(scenario, threads: 1).run(
      makeScratch: { 0 }, observe: { _, _ in }, conclude: { _ in 0 },
      take: { next, _ in totals.add(next) })
    // In memory no disk can lie.
    for (property, checks) in totals.checks where property != .storageHonesty {
      #expect(checks > 0, "\(property.id) was never checked")
    }
    #expect(totals.violationCount == 0)
    #expect(totals.householdsByReplicas.reduce(0, +) == totals.counters.households)
  }
}

extension Community {
  /// No device has pending operations, each has read all of its family's feed, and the feeds
  /// contain every operation.
  fileprivate var isSettled: Bool {
    var rows = 0
    for scope in 0..<world.backend.server.scopes.count {
      rows += world.backend.server.scopes[scope].feed.count
    }
    guard rows == Int(world.events.counters.operations + world.events.counters.healingOperations)
    else {
      return false
    }
    for replica in 0..<world.fleet.replicas.count where world.isUsed(replica) {
      let end = world.backend.server.scopes[Int(world.fleet.replicas[replica].scope)].feed.count
      if world.fleet.replicas[replica].store.pendingCount > 0
        || Int(world.fleet.replicas[replica].store.position) != end
      {
        return false
      }
    }
    return true
  }
}

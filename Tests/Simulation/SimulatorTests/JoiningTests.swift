import DomainCore
import Workload
import Metrics
import Population
import Scenarios
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("People join, use the app and leave")
struct JoiningTests {
  private let days = 12

  private func simulated(_ change: (inout Scenario) -> Void) -> [Community.Seen] {
    let simulation = Simulation(.small(people: 50, days: days, change))
    return (0..<simulation.map.count).flatMap { Community.seen($0, of: simulation) }
  }

  @Test("on one of the first days, and do nothing before")
  func joining() {
    let people = simulated { $0.population.joinDaysSpread = 10 }
    #expect(Set(people.map(\.joinDay)).count > 3)
    #expect(people.allSatisfy { (0..<10).contains($0.joinDay) })
    for person in people {
      for (day, record) in person.records.enumerated() where day < person.joinDay {
        #expect(record == PersonDayRecord())
      }
      #expect(
        person.records[person.joinDay].isEnrolled
          == (person.logsForItself && person.leftDay != person.joinDay))
    }
  }

  @Test("on the first day if the scenario does not spread them")
  func joiningAtOnce() {
    let people = simulated { $0.population.joinDaysSpread = 0 }
    #expect(people.allSatisfy { $0.joinDay == 0 })
  }

  @Test("within the run, however long the scenario spreads them")
  func joiningLate() throws {
    let people = simulated { $0.population.joinDaysSpread = 365 }
    #expect(people.allSatisfy { $0.joinDay < days })
    let run = try SimulatedRun(
      .small(people: 50, days: days) { $0.population.joinDaysSpread = 365 })
    #expect(run.counters.personDays == people.reduce(0) { $0 + Int64(days - $1.joinDay) })
    #expect(run.counters.people == 50)
  }

  @Test("and are enrolled from joining to leaving, without a gap")
  func leaving() {
    let people = simulated { $0.behavior.leaveHazardDaily = 0.1 }
    let leavers = people.filter { $0.leftDay < days }
    #expect(leavers.count > 10)
    for person in people where person.logsForItself {
      let enrolled = person.records.indices.filter { person.records[$0].isEnrolled }
      #expect(enrolled == Array(person.joinDay..<min(person.leftDay, days)))
    }
    for person in leavers {
      // A session of the evening before may end after midnight, but no new one begins.
      #expect(person.records[person.leftDay...].allSatisfy { $0.sessions == 0 })
    }
  }

  @Test("small children are logged for by a parent, whose action it is")
  func smallChildren() {
    let people = simulated { scenario in
      scenario.population.childLogsFromAgeYears = 19
      scenario.population.childrenPerHousehold = [WeightedCount(2, weight: 1)]
    }
    let children = people.filter { !$0.logsForItself }
    #expect(children.count > 15)
    let records = children.flatMap(\.records)
    #expect(records.reduce(0) { $0 + Int($1.truth.meals) } > 50)
    #expect(records.reduce(0) { $0 + Int($1.truth.waters) } > 50)
    #expect(records.reduce(0) { $0 + Int($1.truth.habitsDone) } > 50)
    #expect(records.allSatisfy { $0.truth.actions == 0 && $0.truth.operations == 0 })
    #expect(records.allSatisfy { $0.observed.actions == 0 && $0.sessions == 0 })
    #expect(records.allSatisfy { !$0.isEnrolled })
  }

  @Test("every rejection is counted by its reason, also over several communities")
  func reasons() throws {
    let run = try SimulatedRun(
      .small(people: 100, days: 20) {
        $0.network.lossProbability = 0.1
        $0.activities.randomCommandProbability = 0.5
      })
    func sum(_ place: RefusalCounts.RejectedBy) -> Int64 {
      Refusal.allCases.reduce(0) { $0 + run.refusals.count(of: $1, by: place) }
    }
    #expect(run.counters.refused > 10 && sum(.device) == run.counters.refused)
    #expect(run.counters.rejected > 0 && sum(.server) == run.counters.rejected)
  }

  @Test("commands that a device rejects are counted for the person who submitted them")
  func refusals() throws {
    // With eight habits out of two dozen names some people pick one twice.
    let change: (inout Scenario) -> Void = { $0.behavior.habitsPerPersonMean = 50 }
    let refusals = simulated(change).flatMap(\.records).reduce(0) { $0 + Int64($1.refusals) }
    let run = try SimulatedRun(.small(people: 50, days: days, change))
    #expect(refusals > 10)
    #expect(run.counters.refused == refusals)
    #expect(run.refusals.count(of: .nameTaken, by: .device) > 10)
  }
}

import Base
import Chronology
import Columnar
import Datasets
import DomainCore
import Metrics
import Life
import Plans
import Population
import Simulator
import World

/// What a batch of communities leaves behind: rows for the tables, sums for the metrics.
struct BatchOutcome: Sendable {
  var personDays: TableRows.Batch
  var people: TableRows.Batch
  var metrics: KpiAccumulator
  /// The communities as lines of a plan, when one is recorded.
  var planText: [UInt8]
}

/// A worker's scratch memory: turns finished communities into rows and sums.
struct BatchObserver: ~Copyable {
  private let scenario: Scenario
  private var personDays = TableRows(PersonDaysTable.schema)
  private var people = TableRows(PeopleTable.schema)
  private var metrics: KpiAccumulator
  private var truth: SideScratch
  private var observed: SideScratch
  private let planWriter: PlanWriter?
  private var planText: [UInt8] = []

  init(_ scenario: Scenario, planWriter: PlanWriter? = nil) {
    self.scenario = scenario
    self.planWriter = planWriter
    metrics = Self.accumulator(scenario)
    truth = SideScratch(days: scenario.days)
    observed = SideScratch(days: scenario.days)
  }

  static func accumulator(_ scenario: Scenario) -> KpiAccumulator {
    KpiAccumulator(
      days: scenario.days, allowedLatenessDays: scenario.metrics.allowedLatenessDays,
      seed: scenario.seed)
  }

  mutating func observe(_ community: borrowing Community) throws {
    for person in 0..<community.personCount {
      try addPerson(person, of: community)
      try addDays(of: person, in: community)
    }
    if let planWriter { planText += planWriter.community(community.world) }
  }

  mutating func conclude() throws -> BatchOutcome {
    let outcome = BatchOutcome(
      personDays: try personDays.batch(), people: try people.batch(), metrics: metrics,
      planText: planText)
    metrics = Self.accumulator(scenario)
    planText = []
    return outcome
  }

  private mutating func addPerson(_ index: Int, of community: borrowing Community) throws {
    let person = community.resident(index)
    people.add(person.number, to: PeopleTable.Column.person.rawValue)
    people.add(community.household(of: index), to: PeopleTable.Column.household.rawValue)
    people.add(community.zone(of: index).name, to: PeopleTable.Column.zone.rawValue)
    people.add(
      PeopleTable.roles[Int(person.role.rawValue)], to: PeopleTable.Column.role.rawValue)
    people.add(person.born.number, to: PeopleTable.Column.born.rawValue)
    people.add(person.usesApp, to: PeopleTable.Column.usesApp.rawValue)
    people.add(person.deviceCount, to: PeopleTable.Column.devices.rawValue)
    people.add(person.motivation, to: PeopleTable.Column.motivation.rawValue)
    people.add(community.joinDay(of: index), to: PeopleTable.Column.joinedRunDay.rawValue)
    let left = community.leftDay(of: index)
    if left == .max {
      people.addNull(to: PeopleTable.Column.leftRunDay.rawValue)
    } else {
      people.add(left, to: PeopleTable.Column.leftRunDay.rawValue)
    }
    try people.endRow()
  }

  private mutating func addDays(of index: Int, in community: borrowing Community) throws {
    let person = community.resident(index)
    let household = community.household(of: index)
    let joined = community.joinDay(of: index)
    let firstDay = scenario.firstDay.number
    truth.removeAll()
    observed.removeAll()
    for day in Int(joined)..<scenario.days {
      let record = community.record(index, day: day)
      addRow(
        record, person: person.number, household: household, day: day,
        date: firstDay + Int32(day))
      try personDays.endRow()
      truth.add(record.truth.measured, on: day, isEnrolled: record.isEnrolled)
      observed.add(record.observed.measured, on: day, isEnrolled: record.isEnrolled)
    }
    guard person.usesApp else { return }
    let left = community.leftDay(of: index)
    truth.withSide { truth in
      observed.withSide { observed in
        metrics.add(
          PersonHistory(
            household: household, joinedDay: joined, leftDay: left == .max ? .max : left - 1,
            truth: truth, observed: observed))
      }
    }
  }

  private mutating func addRow(
    _ record: PersonDayRecord, person: UInt32, household: UInt32, day: Int, date: Int32
  ) {
    typealias Column = PersonDaysTable.Column
    personDays.add(person, to: Column.person.rawValue)
    personDays.add(household, to: Column.household.rawValue)
    personDays.add(date, to: Column.day.rawValue)
    personDays.add(day, to: Column.runDay.rawValue)
    personDays.add(record.isEnrolled, to: Column.enrolled.rawValue)
    personDays.add(record.truth.isActive, to: Column.active.rawValue)
    personDays.add(record.sessions, to: Column.sessions.rawValue)
    addSide(record.truth, from: Column.actions.rawValue)
    personDays.add(record.refusals, to: Column.refusals.rawValue)
    personDays.add(record.observed.isActive, to: Column.observedActive.rawValue)
    addSide(record.observed, from: Column.observedActions.rawValue)
  }

  /// The columns that both sides have, in the order of the schema.
  private mutating func addSide(_ side: PersonDayRecord.Side, from column: Int) {
    personDays.add(side.actions, to: column)
    personDays.add(side.habitsDue, to: column + 1)
    personDays.add(side.habitsDone, to: column + 2)
    personDays.add(side.streakBest, to: column + 3)
    personDays.add(side.meals, to: column + 4)
    personDays.add(side.tenthKilocalories, to: column + 5)
    personDays.add(side.waters, to: column + 6)
    personDays.add(side.waterTenthOunces, to: column + 7)
    personDays.add(side.mental, to: column + 8)
    personDays.add(side.physical, to: column + 9)
    personDays.add(side.operations, to: column + 10)
    personDays.add(side.operationsDue, to: column + 11)
    personDays.add(side.operationsOnTime, to: column + 12)
  }
}

extension PersonDayRecord.Side {
  /// What key figures are made of.
  fileprivate var measured: SideScratch.Day {
    SideScratch.Day(
      isActive: isActive, habitsDue: UInt16(habitsDue), habitsDone: UInt16(habitsDone),
      streakBest: UInt16(streakBest), operationsDue: UInt32(operationsDue),
      operationsOnTime: UInt32(operationsOnTime))
  }
}

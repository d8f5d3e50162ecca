import Chronology
import Datasets
import DomainCore
import Workload
import Metrics
import Population
import Scenarios
import Simulator
import SimulatedWorld

// Rows of people, their days and their totals.
extension BatchObserver {
  mutating func addPerson(
    _ index: Int, _ own: Person, _ counted: PersonTraits, of community: borrowing Community,
    _ groups: GroupSummary
  ) throws {
    typealias Column = PeopleTable.Column
    let person = community.resident(index)
    self[.people].add(person.number, to: Column.person.place)
    self[.people].add(community.household(of: index), to: Column.household.place)
    let place = community.householdPlace(of: index)
    self[.people].add(groups.clusterHouseholds[place], to: Column.clusterHousehold.place)
    self[.people].add(community.zone(of: index).name, to: Column.zone.place)
    self[.people].add(PeopleTable.roles[Int(person.role.rawValue)], to: Column.role.place)
    self[.people].add(person.born.number, to: Column.born.place)
    self[.people].add(person.usesApp, to: Column.usesApp.place)
    self[.people].add(person.deviceCount, to: Column.devices.place)
    self[.people].add(community.joinDay(of: index), to: Column.joinedRunDay.place)
    let left = community.leftDay(of: index)
    self[.people].add(left == .max ? nil : left, to: Column.leftRunDay.place)
    self[.people].add(counted.groupDay, to: Column.joinedGroupRunDay.place)
    self[.people].add(counted.usedSchedule, to: Column.usedSchedule.place)
    self[.people].add(counted.usedGoals, to: Column.usedGoals.place)
    self[.people].add(counted.usedRewards, to: Column.usedRewards.place)
    self[.people].add(counted.observedUsedSchedule, to: Column.observedUsedSchedule.place)
    self[.people].add(counted.observedUsedGoals, to: Column.observedUsedGoals.place)
    self[.people].add(counted.observedUsedRewards, to: Column.observedUsedRewards.place)
    self[.people].add(counted.linkedCalendar, to: Column.linkedCalendar.place)
    self[.people].add(counted.ledGroupStreakWeeks, to: Column.ledGroupStreakWeeks.place)
    self[.people].add(own.traits.persona.name, to: Column.persona.place)
    self[.people].add(
      interventions.isTreated(community.household(of: index)), to: Column.treated.place)
    self[.people].add(counted.platform.rawValue, to: Column.platform.place)
    self[.people].add(counted.isOrganic, to: Column.organic.place)
    self[.people].add(counted.isInvited, to: Column.invited.place)
    self[.people].add(PeopleTable.sexes[own.isFemale ? 0 : 1], to: Column.sex.place)
    self[.people].add(own.traits.persona.product, to: Column.product.place)
    self[.people].add(home(community.household(of: index)), to: Column.home.place)
    for measure in PersonMeasure.allCases {
      self[.people].add(wide: counted.totals[measure], to: PeopleTable.place(of: measure))
    }
    try self[.people].endRow()
  }

  mutating func addDays(
    of index: Int, _ own: Person, _ counted: PersonTraits, in community: borrowing Community,
    _ groups: GroupSummary
  ) throws {
    let person = community.resident(index)
    let household = community.household(of: index)
    let joined = community.joinDay(of: index)
    truth.removeAll()
    observed.removeAll()
    var simulated = PersonTotalsOfDays()
    for day in Int(joined)..<scenario.days {
      let record = community.record(index, day: day)
      self[.personDays].add(
        record, person: person.number, household: household, day: day,
        date: firstDay.adding(days: day))
      try self[.personDays].endRow()
      simulated.add(record.truth, on: day)
      truth.add(record, .truth, on: day)
      observed.add(record, .observed, on: day)
    }
    try addTruth(simulated, own)
    guard person.usesApp else { return }
    let left = community.leftDay(of: index)
    let place = community.householdPlace(of: index)
    count(
      household: household, cluster: groups.clusterHouseholds[place],
      people: groups.clusterPeople[place], joined: joined, left: left == .max ? .max : left - 1,
      counted, under: segments.keys(of: person, own.traits, counted, joined: joined))
  }

  private mutating func count(
    household: UInt32, cluster: UInt32, people: Int32, joined: Int32, left: Int32,
    _ traits: PersonTraits,
    under segments: [SegmentKey]
  ) {
    truth.withSide { truth in
      observed.withSide { observed in
        metrics.add(
          PersonHistory(
            household: household, cluster: cluster, clusterPeople: people, joinedDay: joined,
            leftDay: left, traits: traits,
            truth: truth, observed: observed), under: segments, to: &parts)
      }
    }
  }

  private mutating func addTruth(_ simulated: PersonTotalsOfDays, _ person: Person) throws {
    typealias Column = TruthTable.Column
    let traits = person.traits
    self[.truth].add(person.index, to: Column.person.place)
    self[.truth].add(person.motivation, to: Column.motivation.place)
    self[.truth].add(simulated.firstActiveDay, to: Column.firstActiveRunDay.place)
    self[.truth].add(simulated.activeDays, to: Column.activeDays.place)
    self[.truth].add(simulated.habitsDone, to: Column.habitsDone.place)
    self[.truth].add(simulated.streakBest, to: Column.streakBest.place)
    self[.truth].add(traits.frailty, to: Column.frailty.place)
    self[.truth].add(traits.habitGain, to: Column.habitGain.place)
    self[.truth].add(traits.allowsNotifications, to: Column.allowsNotifications.place)
    self[.truth].add(traits.chronotypeMinutes, to: Column.chronotypeMinutes.place)
    self[.truth].add(traits.wellness, to: Column.wellness.place)
    self[.truth].add(traits.appetite, to: Column.appetite.place)
    self[.truth].add(traits.thirst, to: Column.thirst.place)
    // Children train even in scenarios without traits.
    let plays = person.isYoung && behavior.practice(person) != nil
    self[.truth].add(plays, to: Column.playsSport.place)
    self[.truth].add(person.isYoung ? Int32(traits.school) : nil, to: Column.school.place)
    self[.truth].add(
      behavior.habitDoneProbability(person), to: Column.conscientiousness.place)
    try self[.truth].endRow()
  }
}

/// The totals of a person's days.
private struct PersonTotalsOfDays {
  var firstActiveDay: Int32?
  var activeDays = 0
  var habitsDone = 0
  var streakBest: UInt16 = 0

  mutating func add(_ side: PersonDayRecord.Side, on day: Int) {
    if side.isActive {
      firstActiveDay = firstActiveDay ?? Int32(day)
      activeDays += 1
    }
    habitsDone += Int(side.habitsDone)
    streakBest = max(streakBest, side.streakBest)
  }
}

extension TableRows {
  mutating func add(_ value: Int32?, to column: Int) {
    if let value { add(value, to: column) } else { addNull(to: column) }
  }

  /// Adds the row of a person's day.
  fileprivate mutating func add(
    _ record: PersonDayRecord, person: UInt32, household: UInt32, day: Int, date: LocalDay
  ) {
    typealias Column = PersonDaysTable.Column
    add(person, to: Column.person.place)
    add(household, to: Column.household.place)
    add(date.number, to: Column.day.place)
    add(day, to: Column.runDay.place)
    add(record.isEnrolled, to: Column.enrolled.place)
    add(record.truth.isActive, to: Column.active.place)
    add(record.observed.isActive, to: Column.observedActive.place)
    add(record.sessions, to: Column.sessions.place)
    add(record.crashedSessions, to: Column.crashedSessions.place)
    add(record.sessionSeconds, to: Column.sessionSeconds.place)
    add(record.refusals, to: Column.rejectedOnDevice.place)
    add(record.rejectedAfterAck, to: Column.rejectedAfterAck.place)
    add(record.isActive24Hours ? 1 : 0, to: Column.active24HourWindow.place)
    add(record.truth, from: PersonDaysTable.SideColumn.firstPlace(.truth))
    add(record.observed, from: PersonDaysTable.SideColumn.firstPlace(.observed))
  }

  fileprivate mutating func add(_ day: PersonDayRecord.Side, from first: Int) {
    typealias Column = PersonDaysTable.SideColumn
    add(day.actions, to: first + Column.actions.rawValue)
    add(day.habitsDue, to: first + Column.habitsDue.rawValue)
    add(day.habitsDone, to: first + Column.habitsDone.rawValue)
    add(day.streakBest, to: first + Column.streakBest.rawValue)
    add(day.meals, to: first + Column.meals.rawValue)
    add(wide: Int64(day.tenthKilocalories), to: first + Column.tenthKilocalories.rawValue)
    add(day.waters, to: first + Column.waters.rawValue)
    add(wide: Int64(day.waterTenthOunces), to: first + Column.waterTenthOunces.rawValue)
    add(day.mental, to: first + Column.mental.rawValue)
    add(day.physical, to: first + Column.physical.rawValue)
    add(day.workouts, to: first + Column.workouts.rawValue)
    add(day.operations, to: first + Column.operations.rawValue)
    add(day.operationsDue, to: first + Column.operationsDue.rawValue)
    add(day.operationsWithinDeadline, to: first + Column.operationsWithinDeadline.rawValue)
    add(day.operationsFirstAttempt, to: first + Column.operationsFirstAttempt.rawValue)
  }
}

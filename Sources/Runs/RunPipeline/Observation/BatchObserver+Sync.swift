import Base
import Chronology
import Datasets
import DomainCore
import Workload
import Population
import Scenarios
import Properties
import Simulator
import SimulatedWorld

// Rows of operation outcomes, and of events that are recorded one by one.
extension BatchObserver {
  mutating func addSync(of community: borrowing Community) throws {
    for index in 0..<community.householdCount { try addSyncDays(of: index, in: community) }
    let number = community.setup.community
    try addConflicts(of: community)
    for refusal in Refusal.allCases {
      for place in RefusalCounts.RejectedBy.allCases {
        let count = community.world.events.refusals.count(of: refusal, by: place)
        guard count > 0 else { continue }
        self[.rejections].add(number, to: 0)
        self[.rejections].add(place.rawValue, to: 1)
        self[.rejections].add(name(of: refusal), to: 2)
        self[.rejections].add(refusal.sentence, to: 3)
        self[.rejections].add(wide: count, to: 4)
        try self[.rejections].endRow()
      }
    }
    for violation in community.violations {
      self[.violations].add(number, to: 0)
      self[.violations].add(violation.property.id, to: 1)
      self[.violations].add(wide: violation.time.milliseconds, to: 2)
      self[.violations].add(violation.scope, to: 3)
      self[.violations].add(violation.what, to: 4)
      try self[.violations].endRow()
    }
  }

  private mutating func addConflicts(of community: borrowing Community) throws {
    for place in 0..<community.world.events.monitor.lostUpdates.all.count {
      let found = community.world.events.monitor.lostUpdates.all[place]
      let (author, replaced) = (
        community.world.fleet.speaker(at: found.site),
        community.world.fleet.speaker(at: found.replacedSite)
      )
      let household = community.world.directory.household(ofScope: found.scope)
      self[.conflicts].add(community.setup.community, to: 0)
      self[.conflicts].add(community.world.directory.households[household].number, to: 1)
      self[.conflicts].add("\(found.kind)", to: 2)
      self[.conflicts].add(community.world.directory.people[author.person].number, to: 3)
      self[.conflicts].add(wide: community.deviceName(author.device), to: 4)
      self[.conflicts].add(wide: found.tapped.milliseconds, to: 5)
      self[.conflicts].add(community.world.directory.people[replaced.person].number, to: 6)
      self[.conflicts].add(wide: community.deviceName(replaced.device), to: 7)
      self[.conflicts].add(wide: found.replacedTapped.milliseconds, to: 8)
      self[.conflicts].add(wide: found.received.milliseconds, to: 9)
      self[.conflicts].add(scenario.sync.policyName, to: 10)
      self[.conflicts].add(found.isLostUpdate, to: 11)
      try self[.conflicts].endRow()
    }
  }

  /// Adds the days of a household, each the sum of its people's rows.
  private mutating func addSyncDays(of index: Int, in community: borrowing Community) throws {
    let household = community.world.directory.households[index]
    let people = household.firstPerson..<household.firstPerson + household.personCount
    activeFamilyDays += traitCollector.activeDays(ofFamily: index, in: community)
    for day in Int(household.joinDay)..<scenario.days {
      var (operations, known, due, onTime, refusals) = (0, 0, 0, 0, 0)
      for person in people {
        let record = community.record(person, day: day)
        operations += Int(record.truth.operations)
        known += Int(record.observed.operations)
        due += Int(record.truth.operationsDue)
        onTime += Int(record.truth.operationsWithinDeadline)
        refusals += Int(record.refusals)
      }
      self[.syncDays].add(household.number, to: 0)
      self[.syncDays].add(firstDay.number + Int32(day), to: 1)
      self[.syncDays].add(day, to: 2)
      for (place, count) in [operations, known, due, onTime, refusals].enumerated() {
        self[.syncDays].add(count, to: 3 + place)
      }
      try self[.syncDays].endRow()
    }
  }

  mutating func addRecordedEvents(of community: borrowing Community) throws {
    for index in 0..<community.groundTruth.sessions.count {
      let session = community.groundTruth.sessions[index]
      let zone = community.zone(of: session.person)
      // What the clock shows, which on days of 23 and 25 hours is not the time since midnight.
      let hour = Int64(zone.millisecondOfDay(at: session.opened)) / Span.hour
      self[.sessions].add(community.world.directory.people[session.person].number, to: 0)
      self[.sessions].add(wide: community.deviceName(session.device), to: 1)
      self[.sessions].add(session.day.number, to: 2)
      self[.sessions].add(hour, to: 3)
      self[.sessions].add(wide: session.opened.milliseconds, to: 4)
      self[.sessions].add((session.closed - session.opened) / Span.second, to: 5)
      try self[.sessions].endRow()
    }
    for index in 0..<community.states.count { try add(community.states[index], of: community) }
    for index in 0..<community.groundTruth.events.count {
      let event = community.groundTruth.events[index]
      self[.events].add(community.world.directory.people[event.person].number, to: 0)
      self[.events].add("\(event.kind)", to: 1)
      self[.events].add(event.day.number, to: 2)
      self[.events].add(wide: event.tapped.milliseconds, to: 3)
      self[.events].add(wide: event.received.milliseconds, to: 4)
      let refusal = event.reason == 0 ? nil : Refusal(rawValue: event.reason)
      self[.events].add(refusal.map { "\($0)" } ?? "accepted", to: 5)
      try self[.events].endRow()
    }
  }

  private mutating func add(_ state: StateRecord, of community: borrowing Community) throws {
    self[.states].add(community.world.directory.people[Int(state.person)].number, to: 0)
    self[.states].add(state.day, to: 1)
    self[.states].add(firstDay.adding(days: Int(state.day)).number, to: 2)
    self[.states].add(StateTable.phases[Int(state.phase.rawValue)], to: 3)
    self[.states].add(state.habitStrength, to: 4)
    self[.states].add(state.streakDays, to: 5)
    self[.states].add(state.streakLossEffect, to: 6)
    self[.states].add(state.frustration, to: 7)
    self[.states].add(state.householdActiveShare, to: 8)
    self[.states].add(state.opening, to: 9)
    self[.states].add(state.lapseHazard, to: 10)
    self[.states].add(state.returnHazard, to: 11)
    self[.states].add(StateTable.prompts[Int(state.prompt.rawValue)], to: 12)
    self[.states].add(StateTable.treatments[Int(state.treatment.rawValue)], to: 13)
    try self[.states].endRow()
  }
}

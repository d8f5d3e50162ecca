import Base
import Chronology
import DomainCore
import Metrics
import Population
import Properties
import SimulationKernel
import SyncCore

// The end: what the server knows at the watermark is read off, then the network is healed, the
// devices exchange until nothing is left to say, and the properties look at the whole.
extension Community {
  // MARK: The observed side

  mutating func observe() {
    for index in 0..<people.count {
      let household = households[people[index].household]
      for day in 0..<days { observeDay(day, of: index, scope: Int(household.scope)) }
    }
    for habit in 0..<habits.count {
      let record = habits[habit]
      fillHabit(
        habitDays.row(habit), owner: record.owner, from: record.createdDay,
        until: record.endedDay, side: .truth)
    }
    for scope in 0..<server.scopes.count {
      for slot in 0..<server.scopes[scope].state.habitCount { observeHabit(slot, scope: scope) }
    }
  }

  private mutating func observeDay(_ day: Int, of index: Int, scope: Int) {
    let known = server.scopes[scope].state.personDay(people[index].member, day)
    let row = index * days + day
    records[row].observed.actions = known.actions
    records[row].observed.meals = UInt16(clamping: known.mealCount)
    records[row].observed.waters = known.waters
    records[row].observed.waterTenthOunces =
      UInt16(clamping: Int(known.nutrients.waterTenthOunces))
    records[row].observed.tenthKilocalories = known.nutrients.tenthKilocalories
    records[row].observed.mental = known.mental
    records[row].observed.physical = known.physical
  }

  private mutating func observeHabit(_ slot: Int, scope: Int) {
    let habit = server.scopes[scope].state.habitAt(slot)
    let first = server.scopes[scope].state.firstDay.number
    var ended = Int32.max
    if !habit.life.isAlive {
      ended = habit.life.deletedDay.number - first
    } else if habit.archived.value {
      ended = habit.archivedDay.number - first
    }
    let owner = households[scope].firstPerson + Int(habit.owner.index)
    let history = server.scopes[scope].state.history(of: slot)
    fillHabit(
      history, owner: owner, from: habit.createdDay.number - first, until: ended,
      side: .observed)
  }

  /// Adds a habit's days to its owner's records: due, done, and the longest streak so far.
  private mutating func fillHabit(
    _ doneDays: borrowing DoneDays, owner: Int, from: Int32, until: Int32, side: Side
  ) {
    var run: UInt16 = 0
    var longest: UInt16 = 0
    for day in Int(from)..<days {
      let isDue = day < Int(until)
      let isDone = isDue && doneDays.isDone(0, day)
      run = isDone ? run + 1 : 0
      longest = max(longest, run)
      records[owner * days + day].addHabit(
        isDue: isDue, isDone: isDone, longest: longest, to: side)
    }
  }

  // MARK: Healing

  /// Brings every device up to date over a network without faults.
  ///
  /// Two rounds are enough: the first empties the outboxes, the second brings what the others had
  /// in theirs. What is not done then is a violation, so nothing here tries a third time. Between
  /// the two, those who are connected with something outside come to rest with it.
  mutating func heal() {
    var unused = LatencyHistogram()
    let end = watermark
    queue.advance(to: end)
    for device in 0..<devices.count { healExchanges(device, latencies: &unused) }
    settleOutside(latencies: &unused)
    for device in 0..<devices.count { healExchanges(device, latencies: &unused) }
  }

  mutating func healExchanges(_ device: Int, latencies: inout LatencyHistogram) {
    let sync = simulation.scenario.sync
    let pending = replicas[device].store.pendingCount
    let feed = server.scopes[Int(replicas[device].scope)].feed.count
    let now = self.now
    // The feed of a group that has ended is shorter than what its members had of it.
    let behind = max(0, feed + pending - Int(replicas[device].store.position))
    // One of them may be answered by asking for a sign-in.
    let limit = 3 + pending / sync.pushOperationsMax + behind / sync.pageRowsMax
    for _ in 0..<limit {
      let handle = Self.post(
        from: replicas, device: device, message: 0, copies: 1, sync: sync,
        into: &requests)
      let request = requests.header(handle).request
      let outcome = Self.exchange(request, requests.freight(handle), at: now, on: &server)
      requests.delivered(handle)
      counters.healingExchanges += 1
      _ = recordDecisions(of: outcome, latencies: &latencies)
      take(outcome.answer, on: device)
      if outcome.answer.status == .needsSignIn {
        signInAnswered(server.signIn(site: outcome.answer.site, now: now), device)
        continue
      }
      let isDone = outcome.answer.to == outcome.answer.end && !replicas[device].hasUnsent
      if isDone { break }
    }
  }

  // MARK: Properties and digest

  mutating func settleProperties() {
    let firstDay = simulation.households.startDay
    let (lastDay, now) = (firstDay.adding(days: days - 1), self.now)
    for scope in 0..<server.scopes.count {
      let founded = scope < households.count ? refounded(scope) : emptyGroup()
      watch.quiescent(
        scope: UInt32(scope), founded: founded, today: lastDay, on: server, at: now)
    }
    watch.quiescent(replicas: replicas, server: server, at: now)
  }

  mutating func summarise() {
    for scope in 0..<server.scopes.count { digest.fold(server.scopes[scope].state.digest) }
    for device in 0..<replicas.count {
      digest.fold(replicas[device].store.state.digest)
      digest.fold(
        Digest128.mix(
          UInt64(replicas[device].store.position), UInt64(replicas[device].store.sequence),
          replicas[device].store.clock.latest, UInt64(devices[device].messagesSent)))
    }
    for index in 0..<calendars.count { digest.fold(calendars[index].calendar.digest) }
    for index in 0..<healthStores.count { digest.fold(healthStores[index].store.digest) }
    for index in 0..<people.count {
      let left = people[index].leftDay
      counters.personDays += Int64(days) - Int64(joinDay(of: index))
      digest.fold(Digest128.mix(UInt64(people[index].person.index), UInt64(left), 0, 0))
    }
    digest.fold(
      Digest128.mix(
        UInt64(counters.operations), UInt64(counters.replicaApplies), UInt64(counters.events),
        UInt64(counters.refused)))
  }
}

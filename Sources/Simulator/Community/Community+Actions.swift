import Base
import Chronology
import DomainCore
import Population
import Properties
import SyncCore

/// Whose taps a session's are, where and when.
struct Tapping {
  var author: Int
  var device: Int
  /// The planned day of the session, and the local day on which the taps fall: a session that
  /// runs over midnight taps on the next day.
  var plannedDay: LocalDay
  var day: LocalDay
  var session: Int
  var sessions: Int
}

// What people do in a session: each tap is a command to the device, which decides it on what it
// shows. What the device accepts is the truth from that moment on.
extension Community {
  mutating func actInSession(_ session: Int, of index: Int, day: Int32) {
    guard !people[index].state.hasLeft else { return }
    let planned = date(of: day)
    let household = people[index].household
    let tapping = Tapping(
      author: index, device: device(of: index, session: session, on: planned),
      plannedDay: planned, day: households[household].zone.localDay(at: now), session: session,
      sessions: people[index].plan.sessionCount)
    // A run records its own days only; a last session that runs over its end is not part of it.
    guard Int(tapping.day.number - date(of: 0).number) < days else { return }
    records[index * days + Int(day)].sessions.addClamped(1)
    if !people[index].hasSetUp { setUp(tapping) }
    logDay(of: index, tapping)
    if people[index].person.role == .parent && people[index].member.index == 0 {
      logForSmallChildren(tapping)
    }
    if session == 0 {
      if people[index].person.role == .parent { manage(tapping) }
      pursueActivities(tapping)
      joinGroup(tapping)
      followWhim(tapping)
    }
    if devices[tapping.device].awaited == 0 || replicas[tapping.device].hasUnsent {
      startExchange(tapping.device)
    }
  }

  // MARK: Logging

  private mutating func logForSmallChildren(_ tapping: Tapping) {
    let household = households[people[tapping.author].household]
    for index in household.firstPerson..<household.firstPerson + household.personCount
    where !people[index].person.logsForItself {
      logDay(of: index, tapping)
    }
  }

  private mutating func logDay(of subject: Int, _ tapping: Tapping) {
    logHabits(of: subject, tapping)
    logMeals(of: subject, tapping)
    logWater(of: subject, tapping)
    let person = people[subject].person
    if let score = simulation.behaviour.checkIn(
      person, on: tapping.plannedDay, session: tapping.session, of: tapping.sessions)
    {
      tap(.checkIn(for: people[subject].member, score), about: subject, tapping)
    }
  }

  private mutating func logHabits(of subject: Int, _ tapping: Tapping) {
    let person = people[subject].person
    let day = tapping.plannedDay
    let isBulk = simulation.behaviour.completesInBulk(person, on: day, session: tapping.session)
    var inBulk = FlatArray<Int>()
    var habit = people[subject].firstHabit
    var number = 0
    while habit >= 0 {
      let record = habits[habit]
      if record.isLive,
        simulation.behaviour.doesHabit(
          number, of: person, on: day, session: tapping.session, of: tapping.sessions)
      {
        if isBulk {
          if accepts(completion(of: habit, done: true, tapping), tapping) { inBulk.append(habit) }
        } else {
          complete(habit, done: true, tapping)
          if simulation.behaviour.takesBack(number, of: person, on: day) {
            complete(habit, done: false, tapping)
          }
        }
      }
      habit = record.next
      number += 1
    }
    for index in 0..<inBulk.count {
      // HAB-9: the marks of one gesture are one transaction.
      complete(
        inBulk[index], done: true, tapping, followers: UInt16(inBulk.count - 1 - index))
    }
  }

  private mutating func complete(
    _ habit: Int, done: Bool, _ tapping: Tapping, followers: UInt16 = 0
  ) {
    let command = completion(of: habit, done: done, tapping)
    if tap(command, about: habits[habit].owner, tapping, followers: followers) != nil {
      habitDays.set(habit, runDay(tapping.day), done)
    }
  }

  private func completion(of habit: Int, done: Bool, _ tapping: Tapping) -> Command {
    .setCompletion(
      of: habits[habit].entity, owner: people[habits[habit].owner].member, on: tapping.day,
      done: done)
  }

  /// Whether the device would take a command, asked before it becomes part of a transaction.
  private func accepts(_ command: Command, _ tapping: Tapping) -> Bool {
    replicas[tapping.device].refusal(
      of: command, author: people[tapping.author].member, day: tapping.day,
      zone: households[people[tapping.author].household].zone.zone, now: now) == nil
  }

  private mutating func logMeals(of subject: Int, _ tapping: Tapping) {
    let person = people[subject].person
    let member = people[subject].member
    for number in 0..<simulation.behaviour.mealCount(person, on: tapping.plannedDay) {
      guard
        var meal = simulation.behaviour.meal(
          number, of: person, on: tapping.plannedDay, session: tapping.session,
          of: tapping.sessions)
      else { continue }
      if simulation.behaviour.isFavourite(number, of: person, on: tapping.plannedDay) {
        meal = favourite(meal, of: subject, tapping)
      }
      if subject == tapping.author {
        meal = mealFromOutside(number, instead: meal, tapping)
      }
      tap(.logMeal(for: member, meal), about: subject, tapping)
    }
  }

  /// NUT-5: the favourite of that kind of meal, which this meal becomes if there is none yet.
  private mutating func favourite(
    _ meal: MealPortion, of subject: Int, _ tapping: Tapping
  ) -> MealPortion {
    let slot = Int(meal.kind.rawValue)
    let member = people[subject].member
    let kept = replicas[tapping.device].store.state.favourite(of: member, slot: slot)
    if kept.version != .never { return MealPortion(kept.value) }
    tap(.setFavouriteMeal(for: member, slot: UInt8(slot), meal), about: subject, tapping)
    return meal
  }

  private mutating func logWater(of subject: Int, _ tapping: Tapping) {
    let person = people[subject].person
    let minute = Int(households[people[subject].household].zone.millisecondOfDay(at: now) / 60_000)
    for number in 0..<simulation.behaviour.waterCount(person, on: tapping.plannedDay) {
      guard
        let water = simulation.behaviour.water(
          number, of: person, on: tapping.plannedDay, minuteOfDay: minute,
          session: tapping.session, of: tapping.sessions)
      else { continue }
      tap(.logWater(for: people[subject].member, water), about: subject, tapping)
    }
  }

  // MARK: The tap

  func runDay(_ day: LocalDay) -> Int {
    Int(day.number) - Int(simulation.households.startDay.number)
  }

  /// Gives a command to the device; what it accepts is on record as having happened.
  @discardableResult
  mutating func tap(
    _ command: Command, about subject: Int, _ tapping: Tapping, followers: UInt16 = 0
  ) -> Operation? {
    let authorDay = tapping.author * days + runDay(tapping.day)
    guard
      let operation = commit(
        command, on: tapping.device, day: tapping.day, followers: followers)
    else {
      records[authorDay].refusals.addClamped(1)
      return nil
    }
    counters.operations += 1
    records[authorDay].truth.operations.addClamped(1)
    if now + deadlineMilliseconds <= watermark {
      records[authorDay].truth.operationsDue.addClamped(1)
    }
    recordTruth(operation.fact, author: tapping.author, subject: subject)
    return operation
  }

  /// What the device makes of a command: an operation that all properties hold for, or nothing.
  mutating func commit(
    _ command: Command, on device: Int, day: LocalDay, followers: UInt16 = 0
  ) -> Operation? {
    let now = self.now
    let zone = households[devices[device].household].zone.zone
    let isOnline = !command.kind.needsConnection || offlineUntil(device) == nil
    let before = watch.nutrientsBefore(command, day: day, on: replicas[device])
    let outcome = replicas[device].commit(
      command, author: devices[device].member, day: day, zone: zone, now: now,
      followers: followers, isOnline: isOnline)
    switch outcome {
    case .success(let operation):
      Self.note(operation, nutrientsBefore: before, on: replicas, device, at: now, in: &watch)
      return operation
    case .failure(let refused):
      counters.refused += 1
      refusals.note(refused.refusal, by: .device)
      return nil
    }
  }

  // An element of `replicas` is borrowed inside a function of its own, because borrowing it here
  // would borrow the whole community.
  private static func note(
    _ operation: Operation, nutrientsBefore: Nutrients,
    on replicas: borrowing OwnedArray<MemoryReplica>, _ device: Int, at now: Instant,
    in watch: inout PropertyWatch
  ) {
    watch.committed(operation, nutrientsBefore: nutrientsBefore, on: replicas[device], at: now)
  }

  private mutating func recordTruth(_ fact: Fact, author: Int, subject: Int) {
    guard fact.isCoreAction else { return }
    let day = runDay(fact.day)
    records[author * days + day].truth.actions.addClamped(1)
    people[author].state.wasActive = true
    let row = subject * days + day
    switch fact.kind {
    case .mealLogged:
      let meal = MealPortion(fact.payload)
      if !meal.isContinuation { records[row].truth.meals.addClamped(1) }
      records[row].truth.tenthKilocalories.addClamped(meal.total.tenthKilocalories)
    case .waterLogged:
      records[row].truth.waters.addClamped(1)
      records[row].truth.waterTenthOunces.addClamped(WaterAmount(fact.payload).tenthOunces)
    case .wellnessSet:
      let score = WellnessScore(fact.payload)
      records[row].truth.mental = score.mental
      records[row].truth.physical = score.physical
    default: break
    }
  }
}

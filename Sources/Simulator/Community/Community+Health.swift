import Base
import Chronology
import Counterparts
import DomainCore
import Faults
import Population
import SimulationKernel
import SyncCore

// TRN-3 as people live it: a watch leaves workouts in the store of its owner's phone, and every
// device of theirs imports them when it is awake, with a network or without.
extension Community {
  mutating func openHealthStore(of person: Int) {
    guard simulation.behaviour.hasHealthStore(people[person].person) else { return }
    activities[person].healthStore = Int32(healthStores.count)
    healthStores.append(WornStore(of: person))
    let first = people[person].firstDevice
    for device in first..<first + people[person].person.deviceCount {
      devices[device].importer = Int32(importers.count)
      importers.append(
        DeviceImporter(
          importer: HealthImporter(of: people[person].member), store: healthStores.count - 1))
    }
  }

  // MARK: The watch

  /// A day of somebody who has a store: what lapses, and the workout that nobody logs.
  mutating func planTraining(on date: LocalDay, of person: Int) {
    let index = Int(activities[person].healthStore)
    let human = people[person].person
    let lapse = simulation.outsideWeather.lapse(of: Who.person(human.index), on: date)
    healthStores[index].store.isAuthorised = lapse != .closed
    if lapse == .anchorsLost {
      healthStores[index].store.invalidateAnchors()
      tellImporters(of: index)
    }
    guard let alone = simulation.behaviour.recordedAlone(human, on: date) else { return }
    let start = households[people[person].household].zone.instant(
      of: date, millisecondOfDay: Int32(alone.minuteOfDay) * 60_000)
    record(alone.done, from: start, as: alone.recorded, of: person)
  }

  /// The watch has a workout, which gets into the store when it is over or later.
  mutating func record(
    _ done: WorkoutDone, from start: Instant, as recorded: RecordedWorkout, of person: Int
  ) {
    let index = Int(activities[person].healthStore)
    let begin = start + Int64(recorded.startShift) * Span.minute
    let end = start + Int64(done.minutes + recorded.endShift) * Span.minute
    healthStores[index].workouts.append(
      WornWorkout(
        start: begin, end: end, kilocalories: UInt16(done.kilocalories), recorded: recorded))
    queue.schedule(
      at: end + recorded.delay, kind: CommunityEvent.sampleArrives.rawValue,
      target: UInt32(index), payload: UInt32(healthStores[index].workouts.count - 1))
  }

  mutating func sampleArrives(_ number: Int, in index: Int) {
    let workout = healthStores[index].workouts[number]
    healthStores[index].workouts[number].sample = healthStores[index].store.add(
      start: workout.start, end: workout.end, kind: WorkoutKind.running.rawValue,
      kilocalories: workout.kilocalories)
    tellImporters(of: index)
    if workout.recorded.change != .none {
      queue.schedule(
        at: now + workout.recorded.changeDelay, kind: CommunityEvent.sampleChanges.rawValue,
        target: UInt32(index), payload: UInt32(number))
    }
  }

  mutating func sampleChanges(_ number: Int, in index: Int) {
    let workout = healthStores[index].workouts[number]
    if workout.recorded.change == .deleted {
      healthStores[index].store.delete(workout.sample)
    } else {
      healthStores[index].store.edit(
        workout.sample, start: workout.start, end: workout.end + 5 * Span.minute,
        kilocalories: workout.kilocalories + 20)
    }
    tellImporters(of: index)
  }

  private mutating func tellImporters(of index: Int) {
    for place in 0..<importers.count where importers[place].store == index {
      importers[place].hasNews = true
    }
  }

  // MARK: The devices

  /// Imports what the store has told of, on a device that is awake.
  mutating func importWorkouts(on device: Int) {
    guard importers[Int(devices[device].importer)].hasNews, let tapping = doingByItself(device)
    else { return }
    for command in readings(on: device) { tap(command, about: tapping.author, tapping) }
  }

  /// The end: the store is open, and read to its end once more.
  mutating func settleImports(on device: Int) {
    healthStores[importers[Int(devices[device].importer)].store].store.isAuthorised = true
    for command in readings(on: device) { commitAtEnd(command, on: device) }
  }

  /// Reads the store to its end, and says what follows.
  private mutating func readings(on device: Int) -> [Command] {
    let (place, now) = (Int(devices[device].importer), self.now)
    let known = Self.imports(known: replicas, device, importers[place].importer.person, at: now)
    var commands: [Command] = []
    importers[place].importer.start()
    while let query = importers[place].importer.next(known: known) {
      let answer = healthStores[importers[place].store].store.answer(query)
      commands += importers[place].importer.receive(answer, known: known)
    }
    importers[place].hasNews = importers[place].importer.isShutOut
    return commands
  }

  private static func imports(
    known replicas: borrowing OwnedArray<MemoryReplica>, _ device: Int, _ person: MemberHandle,
    at now: Instant
  ) -> [ImportedWorkout] {
    replicas[device].shown(at: now).pointee.importedWorkouts(of: person)
  }
}

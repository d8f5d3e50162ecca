import Base
import Chronology
import Environment
import DomainCore
import SyncCore

// TRN-3 as people live it: a watch leaves workouts in the store of its owner's phone, and every
// device of theirs imports them when it is awake, with a network or without.
extension World {
  mutating func openHealthStore(of person: Int) {
    guard people[person].healthStore < 0 else { return }
    people[person].healthStore = Int32(healthStores.count)
    healthStores.append(WearableHealthStore(of: person))
    let first = people[person].firstDevice
    for device in first..<first + people[person].deviceCount {
      devices[device].importer = Int32(importers.count)
      importers.append(
        DeviceImporter(
          importer: HealthImporter(of: people[person].member), store: healthStores.count - 1))
    }
  }

  /// What goes wrong with a store on a day, or that nothing does any more.
  mutating func healthFault(_ healthFault: HealthStoreFault?, of index: Int) {
    healthStores[index].store.isAuthorized = healthFault != .closed
    if healthFault == .anchorsInvalidated {
      healthStores[index].store.invalidateAnchors()
      notifyImporters(of: index)
    }
  }

  /// The watch has a workout, which gets into the store when it is over or later.
  mutating func record(_ workout: WearableWorkout, in index: Int) {
    healthStores[index].workouts.append(workout)
    queue.schedule(
      at: workout.end + workout.recorded.delay, kind: WorldEvent.sampleArrives.rawValue,
      target: UInt32(index), payload: UInt32(healthStores[index].workouts.count - 1))
  }

  mutating func sampleArrives(_ number: Int, in index: Int) {
    let workout = healthStores[index].workouts[number]
    healthStores[index].workouts[number].sample = healthStores[index].store.add(
      start: workout.start, end: workout.end, kind: WorkoutKind.running.rawValue,
      kilocalories: workout.kilocalories)
    notifyImporters(of: index)
    if workout.recorded.change != .none {
      queue.schedule(
        at: now + workout.recorded.changeDelay, kind: WorldEvent.sampleChanges.rawValue,
        target: UInt32(index), payload: UInt32(number))
    }
  }

  mutating func sampleChanges(_ number: Int, in index: Int) {
    note(.healthChange)
    let workout = healthStores[index].workouts[number]
    if workout.recorded.change == .deleted {
      healthStores[index].store.delete(workout.sample)
    } else {
      healthStores[index].store.edit(
        workout.sample, start: workout.start, end: workout.end + 5 * Span.minute,
        kilocalories: workout.kilocalories + 20)
    }
    notifyImporters(of: index)
  }

  private mutating func notifyImporters(of index: Int) {
    for place in 0..<importers.count where importers[place].store == index {
      importers[place].hasNews = true
    }
  }

  // MARK: The devices

  /// Imports what the store has told of, on a device that is awake.
  mutating func importWorkouts(on device: Int) {
    guard importers[Int(devices[device].importer)].hasNews, actsByItself(device) else { return }
    for command in readings(on: device) { commit(command, on: devices[device].family) }
  }

  /// The end: the store is open, and read to its end once more.
  mutating func settleImports(on device: Int) {
    healthStores[importers[Int(devices[device].importer)].store].store.isAuthorized = true
    for command in readings(on: device) { commit(command, on: devices[device].family) }
  }

  /// Reads the store to its end, and says what follows.
  private mutating func readings(on device: Int) -> [Command] {
    let (place, now) = (Int(devices[device].importer), deviceTime(device))
    let known = Self.imports(
      known: replicas, devices[device].family, importers[place].importer.person, at: now)
    var commands: [Command] = []
    importers[place].importer.start()
    while let query = importers[place].importer.next(known: known) {
      let response = healthStores[importers[place].store].store.respond(query)
      commands += importers[place].importer.receive(response, known: known)
    }
    importers[place].hasNews = importers[place].importer.isShutOut
    return commands
  }

  private static func imports(
    known replicas: borrowing OwnedReplicas, _ replica: Int, _ person: MemberHandle,
    at now: Instant
  ) -> [ImportedWorkout] {
    replicas[replica].shown.pointee.importedWorkouts(of: person)
  }
}

import Base
import Chronology
import Environment
import DomainCore
import SyncCore

// TRN-3: a watch records workouts in the store of its owner's phone, and each of the owner's
// devices imports them when it is awake, online or offline.
extension World {
  mutating func openHealthStore(of person: Int) {
    guard directory.people[person].healthStore < 0 else { return }
    directory.people[person].healthStore = Int32(integrations.healthStores.count)
    integrations.healthStores.append(WearableHealthStore(of: person))
    let first = directory.people[person].firstDevice
    for device in first..<first + directory.people[person].deviceCount {
      fleet.devices[device].importer = Int32(integrations.importers.count)
      integrations.importers.append(
        DeviceImporter(
          importer: HealthImporter(of: directory.people[person].member),
          store: integrations.healthStores.count - 1))
    }
  }

  /// The watch records a workout, which reaches the store when it is over or later.
  mutating func record(_ workout: WearableWorkout, in index: Int) {
    integrations.healthStores[index].workouts.append(workout)
    queue.schedule(
      at: workout.end + workout.recorded.delay, kind: WorldEvent.sampleArrives.rawValue,
      target: UInt32(index),
      payload: UInt32(integrations.healthStores[index].workouts.count - 1))
  }

  mutating func sampleArrives(_ number: Int, in index: Int) {
    let workout = integrations.add(number, to: index)
    if workout.recorded.change != .none {
      queue.schedule(
        at: now + workout.recorded.changeDelay, kind: WorldEvent.sampleChanges.rawValue,
        target: UInt32(index), payload: UInt32(number))
    }
  }

  mutating func sampleChanges(_ number: Int, in index: Int) {
    events.note(.healthDataChange)
    integrations.change(number, in: index)
  }

  // MARK: The devices

  /// Imports new workouts of the store, on a device that is awake.
  mutating func importWorkouts(on device: Int) {
    let place = Int(fleet.devices[device].importer)
    guard integrations.importers[place].hasNews, actsByItself(device) else { return }
    readStore(on: device, place)
  }

  /// At the end of the run, opens the store and reads it to its end once more.
  mutating func settleImports(on device: Int) {
    let place = Int(fleet.devices[device].importer)
    integrations.healthStores[integrations.importers[place].store].store.isAuthorized = true
    readStore(on: device, place)
  }

  /// Reads the store to its end, and submits the commands that result.
  private mutating func readStore(on device: Int, _ place: Int) {
    let family = fleet.devices[device].family
    let owner = integrations.importers[place].importer.person
    let known = fleet.replicas.with(family) { $0.importedWorkouts(of: owner) }
    for command in integrations.read(by: place, known: known) { commit(command, on: family) }
  }
}

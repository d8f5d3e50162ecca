public import Base
import Chronology
import Environment
import DomainCore

/// The external services that families have connected: calendars and health stores.
///
/// A failed catalog request leaves no state here: the person enters the meal by hand.
public struct Integrations: ~Copyable {
  public internal(set) var calendars = OwnedArray<LinkedCalendar>()
  public internal(set) var healthStores = OwnedArray<WearableHealthStore>()
  /// The importers that read the stores, one for each device of their owners.
  var importers: [DeviceImporter] = []
  let anchor = AddressOnlyMarker()

  init() {}

  // MARK: Health stores

  /// Sets the fault of a store for a day; nil ends it.
  mutating func healthFault(_ healthFault: HealthStoreFault?, of index: Int) {
    healthStores[index].store.isAuthorized = healthFault != .closed
    if healthFault == .anchorsInvalidated {
      healthStores[index].store.invalidateAnchors()
      notifyImporters(of: index)
    }
  }

  /// Adds a workout to the store of its owner.
  mutating func add(_ number: Int, to index: Int) -> WearableWorkout {
    let workout = healthStores[index].workouts[number]
    healthStores[index].workouts[number].sample = healthStores[index].store.add(
      start: workout.start, end: workout.end, kind: WorkoutKind.running.rawValue,
      kilocalories: workout.kilocalories)
    notifyImporters(of: index)
    return workout
  }

  /// Changes or deletes a workout in the store.
  mutating func change(_ number: Int, in index: Int) {
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

  /// Reads a store to its end, and returns the commands that the app submits then. `known` are the
  /// workouts of the owner that the app already has.
  mutating func read(by place: Int, known: [ImportedWorkout]) -> [Command] {
    var commands: [Command] = []
    importers[place].importer.start()
    while let query = importers[place].importer.next(known: known) {
      let response = healthStores[importers[place].store].store.respond(query)
      commands += importers[place].importer.receive(response, known: known)
    }
    importers[place].hasNews = importers[place].importer.isShutOut
    return commands
  }

  // MARK: Digest

  func fold(into digest: inout Digest128) {
    for index in 0..<calendars.count { digest.fold(calendars[index].calendar.digest) }
    for index in 0..<healthStores.count { digest.fold(healthStores[index].store.digest) }
  }
}

import Base
import Chronology
import Environment
import DomainCore
import TestKit
import Testing

@testable import Simulator
@testable import SimulatedWorld

/// A person's store, the devices that read it, and the server that accepts their imports.
final class HealthWorld {
  static let person = MemberHandle(0)
  static let firstDay = LocalDay(year: 2026, month: 1, day: 5)
  static let start = Instant(milliseconds: Int64(firstDay.number) * Span.day)

  struct Device {
    var importer = HealthImporter(of: HealthWorld.person)
    /// The operations that the server has not received.
    var outbox: [Fact] = []
  }

  var state: ScopeState
  var store = HealthStore()
  var devices: [Device]
  /// How many samples the store puts on a page.
  var pageSize = HealthImporter.limit
  private var sequence: UInt32 = 0

  init(devices count: Int) {
    state = ScopeState(founders: [.parent], firstDay: Self.firstDay)
    devices = [Device](repeating: Device(), count: count)
  }

  /// The imported workouts that the server has.
  var imported: [ImportedWorkout] {
    (1...UInt64(max(1, store.count))).compactMap {
      state.training.importedWorkout($0, of: Self.person, state.shared)
    }
  }

  /// What a device shows: the server's state with its own pending operations.
  func shown(on device: Int) -> [ImportedWorkout] {
    var shown = state.copy()
    for fact in devices[device].outbox { Self.fold(fact, into: &shown) }
    return (1...UInt64(max(1, store.count))).compactMap {
      shown.training.importedWorkout($0, of: Self.person, shown.shared)
    }
  }

  /// One query of a device; the response may be lost.
  func step(_ device: Int, isLost: Bool = false) {
    guard let query = devices[device].importer.next(known: shown(on: device)) else { return }
    let anchor = query.anchor.map { ReadingPosition(first: $0.first, second: $0.second) }
    let response = store.query(from: anchor, limit: pageSize)
    if isLost { return }
    take(response, on: device)
  }

  func take(_ response: HealthStore.Response, on device: Int) {
    let known = shown(on: device)
    for command in devices[device].importer.receive(HealthResponse(response), known: known) {
      sequence += 1
      let version = Version(stamp: UInt64(sequence), site: UInt32(device + 1))
      devices[device].outbox.append(
        Fact(
          command: command, version: version, sequence: sequence, author: Self.person,
          day: Self.firstDay.adding(days: 40), zone: .utc,
          claimed: Zone.utc.startOfDay(Self.firstDay.adding(days: 40))))
    }
  }

  private static func fold(_ fact: Fact, into state: inout ScopeState) {
    _ = state.training.applyHealthImport(fact, &state.shared)
  }

  /// The server receives a device's operations.
  func push(_ device: Int) {
    for fact in devices[device].outbox {
      let refusal = decideHealthImport(fact, on: state)
      if refusal == nil { Self.fold(fact, into: &state) }
      #expect(refusal == nil)
    }
    devices[device].outbox = []
  }

  /// A device reads to the end and pushes.
  func read(_ device: Int) {
    devices[device].importer.start()
    while !devices[device].importer.isIdle { step(device) }
    push(device)
  }

  @discardableResult
  func train(hour: Int, minutes: Int = 60, kilocalories: UInt16 = 300) -> UInt64 {
    let begin = Self.start + Int64(hour) * Span.hour
    return store.add(
      start: begin, end: begin + Int64(minutes) * Span.minute, kind: 1, kilocalories: kilocalories)
  }

  func edit(_ id: UInt64, minutes: Int) {
    guard let sample = store.sample(id) else { return }
    store.edit(
      id, start: sample.start, end: sample.start + Int64(minutes) * Span.minute,
      kilocalories: sample.kilocalories)
  }
}

@Suite("Importing from a health store")
struct HealthHistoryTests {
  @Test("TRN-3: a workout is imported once by two devices, even one across midnight")
  func twoDevices() {
    let world = HealthWorld(devices: 2)
    world.train(hour: 23, minutes: 90)
    for device in [0, 1] {
      world.devices[device].importer.start()
      world.step(device)
    }
    #expect(world.devices.map(\.outbox.count) == [1, 1])
    for device in [0, 1] { world.push(device) }
    #expect(world.imported.count == 1)
    let logged = WorkoutSpan(
      start: HealthWorld.start + 24 * Span.hour, end: HealthWorld.start + 25 * Span.hour,
      source: .hand, identity: Entity(raw: 77))
    let records = world.imported.map(\.span) + world.imported.map(\.span) + [logged]
    #expect(WorkoutMatching.distinct(records).count == 1)
  }

  @Test("TRN-3: late samples, edits and deletions arrive; known ones are not submitted again")
  func changes() {
    let world = HealthWorld(devices: 1)
    let first = world.train(hour: 10)
    let second = world.train(hour: 30)
    world.read(0)
    world.train(hour: 5)
    world.edit(second, minutes: 20)
    world.store.delete(first)
    world.devices[0].importer.start()
    world.step(0)
    #expect(world.devices[0].outbox.count == 3)
    world.push(0)
    #expect(world.imported.map(\.sample) == [2, 3])
    #expect(world.imported[0].durationMilliseconds == 20 * 60_000)
    world.devices[0].importer.start()
    world.step(0)
    #expect(world.devices[0].outbox.isEmpty && world.devices[0].importer.isIdle)
  }

  @Test("TRN-3: an invalid anchor leads to a full listing, in pages")
  func anchor() {
    let world = HealthWorld(devices: 1)
    world.pageSize = 2
    for hour in 0..<7 { world.train(hour: hour * 3) }
    world.read(0)
    #expect(world.imported.count == 7)
    world.store.delete(3)
    world.edit(5, minutes: 10)
    world.store.invalidateAnchors()
    let before = world.devices[0].importer.anchor
    world.read(0)
    #expect(world.devices[0].importer.anchor != before)
    #expect(world.imported.map(\.sample) == [1, 2, 4, 5, 6, 7])
    #expect(world.imported[3].durationMilliseconds == 10 * 60_000)
    // A listing of known samples submits nothing.
    world.store.invalidateAnchors()
    world.devices[0].importer.start()
    while !world.devices[0].importer.isIdle { world.step(0) }
    #expect(world.devices[0].outbox.isEmpty)
  }

  @Test("TRN-3: what another device imports during a listing does not count as deleted")
  func meanwhile() {
    let world = HealthWorld(devices: 2)
    world.train(hour: 1)
    world.devices[0].importer.start()
    _ = world.devices[0].importer.next(known: world.imported)
    let response = world.store.query(from: nil, limit: 10)
    world.train(hour: 9)
    world.read(1)
    world.take(response, on: 0)
    world.push(0)
    #expect(world.imported.count == 2)
  }

  @Test("TRN-3: without permission nothing is read, and earlier imports stay")
  func authorization() {
    let world = HealthWorld(devices: 1)
    world.train(hour: 1)
    world.read(0)
    world.store.isAuthorized = false
    world.train(hour: 9)
    world.read(0)
    #expect(world.devices[0].importer.isShutOut && world.imported.count == 1)
    world.store.isAuthorized = true
    world.read(0)
    #expect(!world.devices[0].importer.isShutOut && world.imported.count == 2)
  }

  @Test("TRN-3: after any history the imports are the store's workouts", arguments: 0..<20)
  func histories(block: Int) {
    for seed in block * 50..<(block + 1) * 50 {
      var dice = Dice(seed: UInt64(seed))
      let world = HealthWorld(devices: 1 + dice.roll(3))
      world.pageSize = dice.pick([1, 2, 100])
      for _ in 0..<20 + dice.roll(60) { Self.simulate(world, &dice) }
      world.store.isAuthorized = true
      // Devices that were offline push first; then all read on.
      for _ in 0..<2 {
        for device in world.devices.indices {
          if !world.devices[device].importer.isIdle { world.read(device) }
          world.read(device)
        }
      }
      let living = (1...UInt64(max(1, world.store.count))).compactMap { world.store.sample($0) }
      #expect(world.imported == living.map { ImportedWorkout($0) }, "history \(seed)")
      for device in world.devices.indices {
        world.devices[device].importer.start()
        while !world.devices[device].importer.isIdle { world.step(device) }
        #expect(world.devices[device].outbox.isEmpty)
      }
    }
  }

  private static func simulate(_ world: HealthWorld, _ dice: inout Dice) {
    let device = dice.roll(world.devices.count)
    let sample = UInt64(1 + dice.roll(max(1, world.store.count)))
    switch dice.roll(20) {
    case 0..<4:
      world.train(
        hour: dice.roll(900), minutes: 1 + dice.roll(120), kilocalories: UInt16(dice.roll(900)))
    case 4, 5: world.edit(sample, minutes: 1 + dice.roll(120))
    case 6: world.store.delete(sample)
    case 7: if dice.chance(1, in: 3) { world.store.invalidateAnchors() }
    case 8: world.store.isAuthorized = dice.chance(2, in: 3)
    case 9:
      // The app is killed: it keeps only the anchor.
      world.devices[device].importer = HealthImporter(
        of: HealthWorld.person, anchor: world.devices[device].importer.anchor)
    case 10..<12: world.push(device)
    default:
      world.devices[device].importer.start()
      world.step(device, isLost: dice.chance(1, in: 5))
    }
  }
}

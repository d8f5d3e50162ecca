public import Base
public import Chronology
public import DomainCore
import Environment
public import Workload
public import Properties
public import SimulatedWorld

/// One community from its first step to its end: a world, the source of its steps, and the recorder
/// of the ground truth.
///
/// Everything in it is a function of the scenario, the seed and its number alone.
public struct Community: ~Copyable {
  public var world: World
  public var groundTruth: GroundTruthRecorder
  public var digest = Digest128.zero
  /// The recorded engagement states, day by day, if the run records them.
  public internal(set) var states = FlatArray<StateRecord>()
  public let setup: WorldSetup

  public init(
    _ setup: WorldSetup, under settings: WorldSettings, deadlineHours: Int,
    keeping kept: GroundTruthOptions = GroundTruthOptions()
  ) {
    self.setup = setup
    world = World(setup, settings, currentEventAt: CrashContext.event)
    groundTruth = GroundTruthRecorder(of: world, deadlineHours: deadlineHours, recording: kept)
  }

  /// Runs the days with the steps of `source`, then heals the world and checks the whole.
  public mutating func run(_ source: inout some StepSource & ~Copyable) {
    simulate(&source, until: world.settings.watermark)
    groundTruth.close(over: world)
    world.settle()
    summarise()
  }

  /// The same, but ends early once `isEnough` is true, which is checked after every step and every
  /// hour. Returns whether it did.
  mutating func run(
    _ source: inout some StepSource & ~Copyable, until isEnough: (borrowing World) -> Bool
  ) -> Bool {
    let end = world.settings.watermark
    var now = world.now
    while now < end {
      let step = source.nextTime.map { min($0, end) } ?? end
      now = min(step, now + Span.hour)
      if now == end { break }
      world.advance(to: now)
      if now == step {
        source.act(in: &world)
        groundTruth.listen(to: &world)
      }
      if isEnough(world) { return true }
    }
    world.finish(before: end)
    if isEnough(world) { return true }
    world.settle()
    return isEnough(world)
  }

  /// The same, but the server is read so much later, while there are no more steps and devices
  /// still try to reach it.
  mutating func run(
    _ source: inout some StepSource & ~Copyable, waiting milliseconds: Int64
  ) {
    let end = world.settings.watermark
    simulate(&source, until: end)
    world.finish(before: end + milliseconds)
    groundTruth.listen(to: &world)
    groundTruth.close(over: world)
    world.settle()
    summarise()
  }

  /// The same, but the server is read once everything has arrived.
  mutating func runSettled(_ source: inout some StepSource & ~Copyable) {
    simulate(&source, until: world.settings.watermark)
    world.settle()
    groundTruth.listen(to: &world)
    groundTruth.close(over: world)
    summarise()
  }

  /// Runs up to some instants, and at each of them shows what the ground truth would be if the run
  /// had ended then.
  mutating func run(
    _ source: inout some StepSource & ~Copyable, lookingAt moments: [Instant],
    _ look: (Int, borrowing Community) throws -> Void
  ) rethrows {
    for (place, moment) in moments.enumerated() {
      simulate(&source, until: moment)
      groundTruth.reread(world)
      try look(place, self)
    }
  }

  private mutating func simulate(_ source: inout some StepSource & ~Copyable, until end: Instant) {
    while let time = source.nextTime, time < end {
      world.advance(to: time)
      source.act(in: &world)
      groundTruth.listen(to: &world)
    }
    world.finish(before: end)
    groundTruth.listen(to: &world)
  }

  private mutating func summarise() {
    digest = world.events.digest
    for index in 0..<personCount {
      world.countPersonDays(of: index)
      digest.fold(
        Digest128.mix(
          UInt64(world.directory.people[index].number),
          UInt64(truncatingIfNeeded: leftDay(of: index)), 0, 0))
    }
    let counters = world.events.counters
    digest.fold(
      Digest128.mix(
        UInt64(counters.operations), UInt64(counters.replicaApplies), UInt64(counters.events),
        UInt64(counters.refused)))
  }

  // MARK: Results

  public var days: Int { world.settings.days }

  public var personCount: Int { world.directory.people.count }

  /// A person's entry in the world setup.
  public func resident(_ index: Int) -> WorldSetup.Resident {
    let person = world.directory.people[index]
    return setup.households[person.household].people[
      index - world.directory.households[person.household].firstPerson]
  }

  /// The number of a person's household in the whole population.
  public func household(of person: Int) -> UInt32 {
    world.directory.households[world.directory.people[person].household].number
  }

  /// The household's index in the community.
  public func householdPlace(of person: Int) -> Int { world.directory.people[person].household }

  public func zone(of person: Int) -> Zone {
    world.directory.households[world.directory.people[person].household].zone.zone
  }

  /// The first day of the run on which the person belongs to it.
  public func joinDay(of person: Int) -> Int32 {
    world.directory.people[person].joinDay
  }

  /// The first day on which the person no longer does.
  public func leftDay(of person: Int) -> Int32 { groundTruth.leftDay(of: person) }

  /// Whether a person ever submitted an operation of an area.
  public func hasUsed(_ area: FactKind.Area, _ person: Int) -> Bool {
    groundTruth.hasUsed(area, person)
  }

  /// Whether the server ever accepted an operation of theirs in an area.
  public func isKnownToUse(_ area: FactKind.Area, _ person: Int) -> Bool {
    groundTruth.isKnownToUse(area, person)
  }

  /// Whether a device of a person is linked with an external calendar.
  public func hasLinkedCalendar(_ person: Int) -> Bool {
    let owner = world.directory.people[person]
    return (owner.firstDevice..<owner.firstDevice + owner.deviceCount).contains {
      world.fleet.devices[$0].calendar >= 0
    }
  }

  /// The key of a device in tables: its owner's number times 16, plus its own.
  public func deviceName(_ device: Int) -> Int64 {
    let owner = world.directory.people[world.fleet.devices[device].owner]
    return Int64(owner.number) * 16 + Int64(device - owner.firstDevice)
  }

  /// The factor on how often a device has no network, relative to the average.
  public func offlineFactor(ofDevice device: Int) -> Double {
    OfflineModel(world.settings.network, randomness: Randomness(seed: world.settings.seed))
      .factor(device: world.fleet.devices[device].who)
  }

  public func record(_ person: Int, day: Int) -> PersonDayRecord {
    groundTruth.record(person, day: day)
  }

  public func replicaCount(ofHousehold household: Int) -> Int {
    world.directory.households[household].deviceCount
  }

  public var householdCount: Int { world.directory.households.count }

  public var violations: [Violation] { world.violations }
}

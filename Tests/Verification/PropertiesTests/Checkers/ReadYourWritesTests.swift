import Base
import Chronology
import DomainCore
import SyncCore
import Testing

@testable import Properties

/// One write of each kind that a device must show.
enum Write: CaseIterable {
  case creation, completion, water, meal, checkIn, name, text, category, icon, rank, archive
  case delete, restore, mayLog, favorite

  func command(on habit: Entity) -> Command {
    let owner = MonitoredWorld.parent
    let meal = MealPortion(.lunch, MealItem(food: 3, quarters: 4))
    func field(_ kind: FactKind) -> Command {
      .setHabitField(kind, of: habit, owner: owner, to: 9)
    }
    return switch self {
    case .creation: Self.creation(named: 2)
    case .completion:
      .setCompletion(of: habit, owner: owner, on: MonitoredWorld.firstDay, done: true)
    case .water:
      .logWater(for: owner, WaterAmount(tenthOunces: 9, source: .glass, minuteOfDay: 0))
    case .meal: .logMeal(for: owner, meal)
    case .checkIn: .checkIn(for: owner, WellnessScore(mental: 4, physical: 5))
    case .name:
      .renameHabit(
        habit, of: owner, to: HabitName(text: TextHandle(9), folded: TextHandle(9)))
    case .text: field(.habitDescriptionSet)
    case .category: field(.habitCategorySet)
    case .icon: field(.habitIconSet)
    case .rank: field(.habitRankSet)
    case .archive: .archiveHabit(habit, of: owner, true)
    case .delete: .deleteHabit(habit, of: owner)
    case .restore: .restoreHabit(habit, of: owner)
    case .mayLog: .setChildMayLog(MonitoredWorld.child, to: true)
    case .favorite: .setFavoriteMeal(for: owner, slot: 2, meal)
    }
  }

  static func creation(named name: UInt32) -> Command {
    .createHabit(
      for: MonitoredWorld.parent,
      name: HabitName(text: TextHandle(name), folded: TextHandle(name)), category: .empty,
      icon: 0, rank: 0)
  }
}

@Suite("Violations of P7, read your writes")
struct ReadYourWritesTests {
  let now = Zone.utc.startOfDay(MonitoredWorld.firstDay) + Span.hour

  /// Commits a write on a device that then distorts it, and returns the reports.
  func reports(
    of write: Write, distort: @escaping (Operation) -> Operation
  ) throws -> Set<Property> {
    var monitor = PropertyMonitor()
    monitor.addSite()
    var replica = Replica(site: 0, scope: 0, state: MonitoredWorld.founded())
    func commit(_ command: Command) throws -> Operation {
      try replica.commit(
        command, author: MonitoredWorld.parent, day: MonitoredWorld.firstDay, zone: .utc, now: now
      ).get()
    }
    let creation = try commit(Write.creation(named: 1))
    monitor.committed(creation, nutrientsBefore: .zero, on: replica, at: now)
    if write == .restore {
      let delete = try commit(.deleteHabit(creation.fact.identity, of: MonitoredWorld.parent))
      monitor.committed(delete, nutrientsBefore: .zero, on: replica, at: now)
    }
    let command = write.command(on: creation.fact.identity)
    let before = monitor.nutrientsBefore(command, day: MonitoredWorld.firstDay, on: replica)
    let last = try commit(command)
    _ = replica.store.outbox.removeLast()
    replica.store.outbox.append(distort(last))
    monitor.committed(last, nutrientsBefore: before, on: replica, at: now)
    let violations = monitor.shared.tally.violations
    #expect(violations.allSatisfy { $0.sequence == last.sequence })
    return Set(violations.map(\.property))
  }

  @Test("a device that does not show what it has just saved is detected", arguments: Write.allCases)
  func overlooked(write: Write) throws {
    let reported = try reports(of: write) { operation in
      // A favorite in a slot that there is not: no question ever meets it.
      var other = operation
      other.fact.kind = .favoriteMealSet
      other.fact.entity = Entity(raw: 99)
      return other
    }
    #expect(reported == [.readYourWrites])
  }

  @Test(
    "a device that shows another value is detected",
    arguments: Write.allCases.filter { ![.creation, .delete, .restore].contains($0) })
  func otherValue(write: Write) throws {
    let reported = try reports(of: write) { operation in
      var other = operation
      other.fact.payload = Payload(operation.fact.payload.first ^ 1 << 32 ^ 1, 3)
      if write == .completion { other.fact.payload.first ^= 1 }
      if write == .archive || write == .mayLog { other.fact.payload.first = 0 }
      return other
    }
    #expect(reported == [.readYourWrites])
  }

  @Test("a device that shows what it saved violates nothing", arguments: Write.allCases)
  func healthy(write: Write) throws {
    let reported = try reports(of: write) { $0 }
    #expect(reported == [])
  }

  @Test("a pending operation that a device stops showing is detected")
  func overlookedLater() throws {
    var monitor = PropertyMonitor()
    monitor.addSite()
    var replica = Replica(site: 0, scope: 0, state: MonitoredWorld.founded())
    let operation = try replica.commit(
      Write.checkIn.command(on: .none), author: MonitoredWorld.parent,
      day: MonitoredWorld.firstDay, zone: .utc, now: now
    ).get()
    monitor.committed(operation, nutrientsBefore: .zero, on: replica, at: now)
    // The base has another value of the same write, so the pending one does not show.
    var other = operation.fact
    other.payload.first ^= 1
    _ = replica.store.state.apply(other, committed: now)
    monitor.readYourWrites.checkPendingShown(on: replica, at: now, &monitor.shared)
    let violations = monitor.shared.tally.violations
    #expect(violations.map(\.property) == [.readYourWrites])
    #expect(violations.map(\.what) == ["a device no longer shows a pending operation"])
  }

  @Test("a field that is neither what the device read nor what was submitted is detected")
  func folded() {
    let world = MonitoredWorld()
    func school(_ text: UInt32) -> Command {
      .setProfile(.school, of: MonitoredWorld.child, to: TextHandle(text))
    }
    world.does(MonitoredWorld.phone, school(5))
    world.exchangeAll()
    world.now += Span.second
    world.does(MonitoredWorld.phone, school(6))
    let checks = world.checks(of: .readYourWrites)
    func look() {
      world.monitor.samplesPending(
        world.replicas[MonitoredWorld.phone], on: world.server, at: world.now)
    }
    look()
    #expect(world.reports == [] && world.checks(of: .readYourWrites) == checks + 1)
    // As if a later write had arrived from the server.
    world.changeFeed { $0[0].operation.fact.version.stamp += 1 << 40 }
    look()
    #expect(
      world.reports == [
        "a device shows a field that is neither what it read nor what was submitted"
      ])
  }

  @Test("a pending creation or deletion that a device does not show is detected")
  func made() {
    let founded = MonitoredWorld.founded()
    let world = MonitoredWorld()
    let offer = Command.offerReward(TextHandle(6), price: 40, by: MonitoredWorld.parent)
    let reward = world.does(MonitoredWorld.phone, offer).fact
    let shown = world.replicas[MonitoredWorld.phone].shown
    #expect(PendingVisibility.isThere(reward, in: shown.pointee) == true)
    #expect(PendingVisibility.isThere(reward, in: founded) == false)
    let end = world.does(
      MonitoredWorld.phone, .withdrawReward(reward.identity, by: MonitoredWorld.parent))
    #expect(PendingVisibility.isThere(end.fact, in: world.replicas[0].shown.pointee) == true)
  }

  @Test("operations that the checker skips are not counted")
  func counts() {
    let world = MonitoredWorld()
    let before = world.checks(of: .readYourWrites)
    world.does(
      MonitoredWorld.phone,
      Command(.notificationSnoozed, subject: MonitoredWorld.parent, payload: Payload(1, 0)))
    world.exchangeAll()
    #expect(world.checks(of: .readYourWrites) == before)
  }

  @Test("a day that has changed at the next drink without a row in between is detected")
  func changedBetween() throws {
    var monitor = PropertyMonitor()
    monitor.addSite()
    var replica = Replica(site: 0, scope: 0, state: MonitoredWorld.founded())
    for drink in 1...3 {
      let command = Write.water.command(on: .none)
      let before = monitor.nutrientsBefore(command, day: MonitoredWorld.firstDay, on: replica)
      let operation = try replica.commit(
        command, author: MonitoredWorld.parent, day: MonitoredWorld.firstDay, zone: .utc, now: now
      ).get()
      monitor.committed(operation, nutrientsBefore: before, on: replica, at: now)
      let count = monitor.shared.tally.violationCount
      #expect(count == (drink == 3 ? 1 : 0))
      // After the second drink the first one is another.
      guard drink == 2 else { continue }
      let second = replica.store.outbox.removeLast()
      var first = replica.store.outbox.removeLast()
      first.fact.payload.first ^= 1
      replica.store.outbox.append(first)
      replica.store.outbox.append(second)
    }
    let violations = monitor.shared.tally.violations
    #expect(violations.map(\.sequence) == [3])
  }

  @Test("a later write of another person that visibly wins violates nothing")
  func laterWriteStands() {
    let world = MonitoredWorld()
    let habit = world.creates()
    world.exchangeAll()
    world.completes(habit)
    world.now += Span.second
    world.does(
      1, .setCompletion(of: habit, owner: MonitoredWorld.parent, on: world.today, done: false))
    world.exchange(1)
    let response = world.serve(0, pageMax: 1)
    world.deliver(response, to: 0)
    let pending = world.replicas[0].store.pendingCount
    #expect(pending == 1)
    #expect(world.reports == [])
  }
}

import Base
import Chronology
import DomainCore
import Environment
import SyncCore
import Testing

@testable import SimulatedWorld

@Suite("A copy that reads the server's state")
struct SharedBaseTests {
  /// How a phone comes by what it shows, and how many drinks that are.
  private struct Shown: Equatable {
    var readsServer: Bool
    var foldsRows: Bool
    var tenthOunces: UInt32
  }

  private static func shown(on replica: Int, _ world: borrowing World) -> Shown {
    let own = world.fleet.replicas[replica].store.stateAddress
    let scope = Int(world.fleet.replicas[replica].scope)
    let server = world.backend.server.scopes.address(of: scope).pointee.stateAddress
    let day = own.pointee.index(of: SmallWorld.firstDay)
    return Shown(
      readsServer: own == server, foldsRows: world.fleet.replicas[replica].store.source.foldsRows,
      tenthOunces: (0..<2).reduce(0) {
        $0 + own.pointee.personDay(MemberHandle(UInt16($1)), day).nutrients.lanes[7]
      })
  }

  private static func address(
    _ replica: Int, _ world: borrowing World
  ) -> UnsafePointer<ScopeState> { world.fleet.replicas[replica].store.stateAddress }

  private static func world(
    mayFailOver: Bool = false, sharesBases: Bool = true, parents: Int = 2
  ) -> World {
    SmallWorld.world(
      SmallWorld.settings(mayFailOver: mayFailOver, sharesBases: sharesBases), parents: parents)
  }

  /// The owner of a device drinks a glass of eight ounces, and the app exchanges.
  private static func drink(_ device: Int, minute: Int64, _ world: inout World) {
    let time = SmallWorld.noon() + minute * Span.minute
    let drinks = SmallWorld.id(.water, who: UInt32(device), number: Int(minute))
    world.perform(
      Step(drinks, at: time, .submit(SmallWorld.glass(of: UInt16(device)), ReplicaAddress(device))))
    refresh(device, minute: minute, &world)
  }

  private static func refresh(_ device: Int, minute: Int64, _ world: inout World) {
    let time = SmallWorld.noon() + minute * Span.minute
    let id = SmallWorld.id(.refresh, who: UInt32(device), number: Int(minute))
    world.perform(Step(id, at: time, .refresh(device: device)))
    world.advance(to: time + Span.minute / 2)
  }

  @Test("at the end of the feed, and folds its own where it is read behind the end")
  func behind() {
    var world = Self.world()
    let isSampled = world.foldsItself(0)
    #expect(!isSampled, "the seed leaves the family out of the sample")
    Self.drink(0, minute: 0, &world)
    Self.refresh(1, minute: 1, &world)
    #expect(Self.shown(on: 0, world) == Shown(readsServer: true, foldsRows: false, tenthOunces: 80))
    #expect(Self.shown(on: 1, world) == Shown(readsServer: true, foldsRows: false, tenthOunces: 80))
    // The second phone has not received the next drinks, so it does not show them.
    Self.drink(0, minute: 2, &world)
    Self.drink(0, minute: 3, &world)
    #expect(
      Self.shown(on: 0, world) == Shown(readsServer: true, foldsRows: false, tenthOunces: 240))
    #expect(
      Self.shown(on: 1, world) == Shown(readsServer: false, foldsRows: false, tenthOunces: 80))
    // It adds its own, which is pending, to what it has received.
    Self.drink(1, minute: 4, &world)
    #expect(
      Self.shown(on: 1, world) == Shown(readsServer: true, foldsRows: false, tenthOunces: 320))
    #expect(
      Self.shown(on: 0, world) == Shown(readsServer: false, foldsRows: false, tenthOunces: 240))
  }

  @Test("and behind the end one state with the others of its family, unless that has gone ahead")
  func trailing() {
    var world = Self.world(parents: 3)
    let isSampled = world.foldsItself(0)
    #expect(!isSampled, "the seed leaves the family out of the sample")
    Self.drink(0, minute: 0, &world)
    Self.refresh(1, minute: 1, &world)
    Self.drink(0, minute: 2, &world)
    // The second phone has one drink of three, the first one has two.
    Self.drink(2, minute: 3, &world)
    let early = Self.address(1, world)
    #expect(
      Self.shown(on: 1, world) == Shown(readsServer: false, foldsRows: false, tenthOunces: 80))
    #expect(
      Self.shown(on: 0, world) == Shown(readsServer: false, foldsRows: false, tenthOunces: 160))
    let (ahead, behind) = (Self.address(0, world), Self.address(1, world))
    #expect(ahead == early && behind != early)
    #expect(Self.shown(on: 1, world).tenthOunces == 80)
    #expect(Self.shown(on: 0, world).tenthOunces == 160)
  }

  @Test("and without a state of its own before it is behind what the others have")
  func genesis() {
    var world = Self.world(parents: 3)
    func isFounded(_ world: borrowing World) -> [Bool] {
      (0..<3).map { world.fleet.replicas[$0].store.source.isFounded }
    }
    let atFirst = isFounded(world)
    Self.drink(0, minute: 0, &world)
    Self.refresh(1, minute: 1, &world)
    Self.drink(0, minute: 2, &world)
    Self.drink(2, minute: 3, &world)
    _ = (Self.shown(on: 0, world), Self.shown(on: 1, world))
    let afterwards = isFounded(world)
    #expect(atFirst == [false, false, false] && afterwards == [false, true, false])
    // Where each copy folds by itself, each has its own from the beginning.
    let apart = isFounded(Self.world(sharesBases: false, parents: 3))
    #expect(apart == [true, true, true])
  }

  @Test("not in a small run, nor in the sample that proves the states to be the same")
  func apart() {
    var world = Self.world(sharesBases: false)
    Self.drink(0, minute: 0, &world)
    #expect(Self.shown(on: 0, world) == Shown(readsServer: false, foldsRows: true, tenthOunces: 80))
    // One seed in 64 has the family in the sample.
    let seeds = (1...400 as ClosedRange<UInt64>).filter { seed in
      var world = SmallWorld.world(SmallWorld.settings(seed: seed, sharesBases: true))
      let isSampled = world.foldsItself(0)
      guard isSampled else { return false }
      Self.drink(0, minute: 0, &world)
      #expect(
        Self.shown(on: 0, world) == Shown(readsServer: false, foldsRows: true, tenthOunces: 80))
      return true
    }
    #expect((1...20).contains(seeds.count), "\(seeds.count)")
  }

  @Test("until the feed is rewritten, and again after the snapshot that follows")
  func rewritten() {
    var world = Self.world()
    Self.drink(0, minute: 0, &world)
    Self.drink(1, minute: 1, &world)
    // The first phone has one drink of the two when the account of the other parent is deleted.
    let deletes = SmallWorld.id(.deleteAccount, who: 1)
    world.perform(
      Step(deletes, at: SmallWorld.noon() + 2 * Span.minute, .deleteAccount(person: 1)))
    #expect(Self.shown(on: 0, world) == Shown(readsServer: false, foldsRows: true, tenthOunces: 80))
    #expect(
      Self.shown(on: 1, world) == Shown(readsServer: false, foldsRows: true, tenthOunces: 160))
    Self.refresh(0, minute: 3, &world)
    #expect(Self.shown(on: 0, world) == Shown(readsServer: true, foldsRows: false, tenthOunces: 80))
    // The deleted person's phone drops everything.
    Self.refresh(1, minute: 4, &world)
    let revocation = world.fleet.replicas[1].revocation
    #expect(revocation == .accountDeleted)
    #expect(Self.shown(on: 1, world) == Shown(readsServer: false, foldsRows: true, tenthOunces: 0))
    world.finish(before: world.settings.watermark)
    world.settle()
    #expect(world.violations.isEmpty)
  }

  @Test("until the server fails over, and again after the snapshot that follows")
  func failedOver() {
    var world = Self.world(mayFailOver: true)
    Self.drink(0, minute: 0, &world)
    Self.refresh(1, minute: 1, &world)
    Self.drink(0, minute: 30, &world)
    let fails = SmallWorld.id(.failOver)
    world.perform(
      Step(fails, at: SmallWorld.noon() + 31 * Span.minute, .failOver(behind: 10 * Span.minute)))
    // Each phone shows what it had, though the server has lost a part of it.
    #expect(
      Self.shown(on: 0, world) == Shown(readsServer: false, foldsRows: true, tenthOunces: 160))
    #expect(Self.shown(on: 1, world) == Shown(readsServer: false, foldsRows: true, tenthOunces: 80))
    Self.refresh(0, minute: 32, &world)
    Self.refresh(0, minute: 33, &world)
    Self.refresh(1, minute: 34, &world)
    for phone in 0..<2 {
      #expect(
        Self.shown(on: phone, world) == Shown(readsServer: true, foldsRows: false, tenthOunces: 160)
      )
    }
  }

  @Test("and a restarted app, a backup and a new install have the same state")
  func copies() {
    var world = Self.world()
    Self.drink(0, minute: 0, &world)
    Self.drink(1, minute: 1, &world)
    // The first phone is behind: it has one drink of the two.
    world.perform(
      Step(
        SmallWorld.id(.crash), at: SmallWorld.noon() + 2 * Span.minute, .crash(device: 0)))
    #expect(
      Self.shown(on: 0, world) == Shown(readsServer: false, foldsRows: false, tenthOunces: 80))
    Self.refresh(0, minute: 3, &world)
    #expect(
      Self.shown(on: 0, world) == Shown(readsServer: true, foldsRows: false, tenthOunces: 160))
    world.perform(
      Step(
        SmallWorld.id(.backUp), at: SmallWorld.noon() + 4 * Span.minute, .backUp(device: 0)))
    Self.drink(1, minute: 5, &world)
    world.perform(
      Step(
        SmallWorld.id(.restore), at: SmallWorld.noon() + 6 * Span.minute,
        .restore(device: 0, from: 0)))
    #expect(
      Self.shown(on: 0, world) == Shown(readsServer: false, foldsRows: true, tenthOunces: 160))
    world.perform(
      Step(
        SmallWorld.id(.reinstall), at: SmallWorld.noon() + 7 * Span.minute,
        .reinstall(device: 1)))
    #expect(Self.shown(on: 1, world).tenthOunces == 0)
    Self.refresh(1, minute: 8, &world)
    #expect(
      Self.shown(on: 1, world) == Shown(readsServer: true, foldsRows: false, tenthOunces: 240))
    let isReported = world.violations.isEmpty
    #expect(isReported)
  }
}

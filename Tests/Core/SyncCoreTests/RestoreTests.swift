import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("OFF-3: a new device")
struct RestoreTests {
  let world = World()
  let account: AccountHandle
  let phone: Device
  let reading: Entity

  /// A phone with 23 days of reading.
  init() throws {
    account = world.account()
    phone = world.device(of: World.mother, account)
    reading = try phone.creates("Reading")
    for _ in 0..<23 {
      try phone.completes(reading)
      try phone.feels(7, 8)
      world.exchange(phone)
      world.passes(Span.day)
    }
  }

  @Test("OFF-3: shows everything the person had, streaks included", arguments: [1, 3, 1_000])
  func everything(pageMax: UInt32) throws {
    let new = world.device(of: World.mother, account)
    for _ in 0..<60 where !new.isUpToDate { world.exchange(new, pageMax: pageMax) }
    #expect(world.isSame(new))
    #expect(new.streak(reading) == 23 && new.name(of: reading) == "Reading")
    #expect(new.replica.checkIn(of: World.mother, on: world.today.adding(days: -1)) != nil)
    #expect(new.status() == .synced)
  }

  @Test("OFF-3: loses no pending operations of the old one")
  func queueOfTheOld() throws {
    try phone.completes(reading)
    try phone.drinks(tenthOunces: 11)
    let new = world.device(of: World.mother, account)
    world.exchange(new)
    #expect(new.streak(reading) == 23)
    try new.drinks(tenthOunces: 5)
    world.settle()
    #expect(new.streak(reading) == 24 && new.waterToday == 16)
    #expect(phone.refusals.isEmpty && phone.status() == .synced)
    #expect(world.isSame(phone) && world.isSame(new))
  }

  @Test("OFF-3: is another install after a reinstall, so it is never mistaken for the old one")
  func reinstall() throws {
    let unsent = try phone.drinks(tenthOunces: 11)
    let underWay = phone.asks()
    // The app is deleted with its pending operations, but the last request is still in flight.
    let new = world.device(of: World.mother, account)
    #expect(new.site != phone.site)
    let first = try new.drinks(tenthOunces: 2)
    #expect(first.sequence == 1)
    world.exchange(new)
    world.serve(underWay)
    world.exchange(new)
    #expect(world.verdict(on: unsent)?.kind == .accepted)
    #expect(new.waterToday == 13 && new.streak(reading) == 23)
    #expect(world.isSame(new))
  }

  @Test("OFF-3: can be used before it has everything, without losing operations")
  func usedEarly() throws {
    let new = world.device(of: World.mother, account)
    try new.drinks(tenthOunces: 9)
    world.exchange(new, pageMax: 5)
    #expect(new.waterToday == 9 && new.status() == .pending(1))
    world.settle()
    #expect(new.waterToday == 9 && new.status() == .synced && world.isSame(new))
  }

  @Test("OFF-3: shows no more than the person may see")
  func otherFamilies() throws {
    let other = world.secondFamily()
    let others = world.device(of: World.mother, in: other)
    try others.drinks(tenthOunces: 90)
    world.exchange(others)
    let new = world.device(of: World.mother, account)
    world.exchange(new)
    #expect(new.waterToday == 0)
    world.removes(World.mother)
    let late = world.device(of: World.mother, account)
    world.exchange(late)
    #expect(late.holdsNothing)
  }
}

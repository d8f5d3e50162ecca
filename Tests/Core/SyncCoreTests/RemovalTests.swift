import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("FAM-6, P12: a removed member")
struct RemovalTests {
  let world = World()
  let phone: Device
  let fathers: Device
  let habit: Entity

  init() throws {
    phone = world.device(of: World.mother)
    fathers = world.device(of: World.father)
    habit = try phone.creates("Reading")
    try fathers.drinks(tenthOunces: 50)
    world.settle()
  }

  @Test("FAM-6: loses everything of the family at the next exchange, with the reason")
  func purge() throws {
    let water = try fathers.drinks(tenthOunces: 20)
    world.removes(World.father)
    world.exchange(fathers)
    #expect(fathers.holdsNothing)
    #expect(fathers.status() == .removed(.memberRemoved))
    #expect(fathers.refusals == [.memberRemoved])
    #expect(fathers.rejected[0].operation.fact == water.fact)
    #expect(world.verdict(on: water) == nil)
    #expect(throws: RefusalError(.memberRemoved)) { try fathers.drinks(tenthOunces: 10) }
    #expect(!fathers.sees(habit) && fathers.shown(habit) == nil)
  }

  @Test("FAM-6: submits nothing after their own departure, before the server knows of it")
  func byThemselves() throws {
    try fathers.drinks(tenthOunces: 30)
    try fathers.does(.removeMember(World.father))
    #expect(throws: RefusalError(.memberRemoved)) { try fathers.drinks(tenthOunces: 10) }
    #expect(throws: RefusalError(.memberRemoved)) { try fathers.creates("Again") }
    #expect(phone.replica.member(World.father).isActive)
    world.settle()
    #expect(fathers.holdsNothing && fathers.rejected.isEmpty)
  }

  @Test("FAM-3, FAM-6: is shown as removed at once, and nothing else is submitted about them")
  func justSaid() throws {
    try phone.does(.setRole(of: World.child, to: .athlete))
    #expect(phone.replica.member(World.child).role == .athlete)
    // Only for a child can a parent set whether it may log.
    #expect(throws: RefusalError(.subjectNotChild)) {
      try phone.does(.setChildMayLog(World.child, to: false))
    }
    try phone.does(.removeMember(World.father))
    #expect(throws: RefusalError(.subjectRemoved)) {
      try phone.creates("For no one", for: World.father)
    }
    world.settle()
    #expect(world.isSame(phone) && phone.rejected.isEmpty)
  }

  @Test("FAM-6: has operations rejected whenever they were made, also before the removal")
  func whenever() throws {
    try fathers.drinks(tenthOunces: 30)
    let early = fathers.asks()
    world.passes(Span.hour)
    world.removes(World.father)
    let response = world.serve(early)
    #expect(response.kind == .purge && response.rows.isEmpty)
    #expect(world.feed.count == 2)
    // A repeated marker does not clear the list of dropped operations.
    for _ in 0..<2 { fathers.applies(response) }
    #expect(fathers.refusals == [.memberRemoved])
  }

  @Test("P12: gets no later row, whatever the request asks for")
  func noRow() throws {
    try phone.completes(habit)
    world.exchange(phone)
    world.removes(World.father)
    for position in 0..<4 {
      for epoch in 0..<5 {
        var request = fathers.asks()
        request.header.position = UInt32(position)
        request.header.epoch = UInt32(epoch)
        let response = world.serve(request)
        #expect(response.kind == .purge)
        #expect(response.rows.isEmpty)
      }
    }
  }

  @Test("P12: is purged once, however often the marker arrives, and late ones change nothing")
  func markers() throws {
    try fathers.drinks(tenthOunces: 30)
    let page = world.serve(fathers.asks(pageMax: 1))
    world.removes(World.father)
    let first = world.serve(fathers.asks())
    let second = world.serve(fathers.asks())
    fathers.applies(second)
    fathers.applies(first)
    #expect(!fathers.applies(page).hasAdvanced)
    #expect(fathers.holdsNothing)
    // The operation was accepted before the removal, so it is not reported as rejected.
    #expect(world.feed.count == 3)
    #expect(fathers.refusals.isEmpty)
    #expect(!fathers.hasUnsent)
  }

  @Test("OFF-2: sees the dropped operations, also when the request repeats and gets two markers")
  func doubledRequest() throws {
    try fathers.drinks(tenthOunces: 30)
    let request = fathers.asks()
    world.removes(World.father)
    let markers = [world.serve(request), world.serve(request)]
    #expect(markers[0].header.epoch < markers[1].header.epoch)
    for marker in markers { fathers.applies(marker) }
    #expect(fathers.refusals == [.memberRemoved] && fathers.holdsNothing)
  }

  @Test("FAM-6: gets everything again when a parent restores them, and continues")
  func back() throws {
    try fathers.drinks(tenthOunces: 30)
    world.removes(World.father)
    world.exchange(fathers)
    try phone.completes(habit)
    world.exchange(phone)
    world.takesBack(World.father)
    world.exchange(fathers)
    #expect(world.isSame(fathers))
    #expect(fathers.sees(habit))
    #expect(fathers.status() == .synced)
    #expect(fathers.refusals == [.memberRemoved])
    // The numbers of the dropped operations are not reused.
    try fathers.drinks(tenthOunces: 40)
    #expect(fathers.pending == [3])
    world.settle()
    #expect(world.isSame(phone) && world.isSame(fathers))
    #expect(fathers.waterToday == 90)
    #expect(world.log.last == [1, 3])
  }

  @Test("FAM-6: is purged after a lost marker even when access is restored by then")
  func lostMarker() throws {
    try fathers.drinks(tenthOunces: 30)
    world.removes(World.father)
    let lost = fathers.asks()
    world.serve(lost)
    try fathers.drinks(tenthOunces: 31)
    world.takesBack(World.father)
    world.exchange(fathers)
    #expect(fathers.holdsNothing)
    #expect(fathers.refusals == [.memberRemoved, .memberRemoved])
    world.exchange(fathers)
    #expect(world.isSame(fathers))
    // Requests in flight before the purge are no longer accepted.
    world.serve(lost)
    #expect(world.feed.count == 2)
    try fathers.drinks(tenthOunces: 32)
    world.settle()
    #expect(world.log.last == [1, 4])
    #expect(world.isSame(fathers))
  }

  @Test("FAM-6: ends with everything although a snapshot was lost, duplicated or overtaken")
  func lostSnapshot() throws {
    world.removes(World.father)
    let old = fathers.asks()
    world.exchange(fathers)
    world.takesBack(World.father)
    let lost = world.serve(fathers.asks())
    #expect(lost.kind == .snapshot)
    // A request from before the purge arrives in between; its marker must not count.
    let marker = world.serve(old)
    #expect(marker.kind == .purge)
    #expect(!fathers.applies(marker).hasAdvanced)
    world.exchange(fathers)
    #expect(world.isSame(fathers))
    #expect(!fathers.applies(lost).hasAdvanced)
    #expect(!fathers.applies(marker).hasAdvanced)
    try fathers.drinks(tenthOunces: 30)
    world.exchange(fathers)
    #expect(fathers.status() == .synced)
    #expect(world.isSame(fathers))
  }

  @Test("FAM-6: may be removed and restored any number of times")
  func again() throws {
    for round in 0..<4 {
      try fathers.drinks(tenthOunces: 10)
      world.removes(World.father)
      world.exchange(fathers)
      #expect(fathers.holdsNothing)
      world.takesBack(World.father)
      world.exchange(fathers)
      try fathers.drinks(tenthOunces: 1)
      world.settle()
      #expect(world.isSame(fathers))
      #expect(fathers.waterToday == 50 + UInt32(round) + 1)
    }
    #expect(fathers.refusals.count == 4, "dropped operations stay listed after each return")
  }

  @Test("FAM-6: does not disturb the others")
  func others() throws {
    world.removes(World.father)
    world.exchange(fathers)
    try phone.completes(habit)
    world.exchange(phone)
    #expect(phone.status() == .synced && phone.sees(habit))
  }

  @Test("FAM-6: is purged without a sign-in while their session has lapsed")
  func lapsed() throws {
    let account = world.account()
    let tablet = world.device(of: World.father, account)
    world.exchange(tablet)
    world.passes(40 * Span.day)
    world.removes(World.father)
    world.exchange(tablet)
    #expect(tablet.holdsNothing)
    #expect(tablet.status() == .removed(.memberRemoved))
  }

  @Test("FAM-5: a child whose parents withdraw consent is purged, and returns with the consent")
  func consent() throws {
    let account = world.account()
    let childs = world.device(of: World.child, account)
    world.exchange(childs)
    #expect(childs.position == 2)
    world.server.directory.close(account, because: .accountWithoutConsent)
    world.exchange(childs)
    #expect(childs.holdsNothing)
    #expect(childs.status() == .removed(.accountWithoutConsent))
    #expect(world.signIn(childs) == .signInRefused(.accountWithoutConsent))
    #expect(world.reopens(account))
    #expect(world.signIn(childs) == .signedIn)
    world.exchange(childs)
    #expect(world.isSame(childs))
    #expect(childs.status() == .synced)
  }

  @Test("P1: sees the dropped operations also after a return, and after the next removal")
  func droppedTwice() throws {
    try fathers.drinks(tenthOunces: 20)
    try phone.does(.deactivateMember(World.father))
    world.exchange(phone)
    world.exchange(fathers)
    try phone.does(.activateMember(World.father))
    world.allExchange()
    #expect(fathers.refusals == [.memberRemoved])
    try fathers.drinks(tenthOunces: 30)
    try phone.does(.deactivateMember(World.father))
    world.exchange(phone)
    world.exchange(fathers)
    #expect(fathers.refusals == [.memberRemoved, .memberRemoved])
    #expect(
      fathers.rejected.map { WaterAmount($0.operation.fact.payload).tenthOunces } == [20, 30])
  }
}

import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("OFF-2: a device")
struct StatusTests {
  let world = World()
  let phone: Device

  init() { phone = world.device(of: World.mother, world.account()) }

  @Test("OFF-2: shows synced, pending and offline, with the number of pending operations")
  func waits() throws {
    #expect(phone.status() == .synced)
    #expect(phone.status(online: false) == .offline(pending: 0))
    try phone.drinks(tenthOunces: 10)
    try phone.drinks(tenthOunces: 10)
    #expect(phone.status() == .pending(2))
    #expect(phone.status(online: false) == .offline(pending: 2))
    world.exchange(phone)
    #expect(phone.status() == .synced)
  }

  @Test("OFF-2: shows pending until a page has brought the verdict")
  func notByTheAnswerAlone() throws {
    let tablet = world.device(of: World.father)
    for _ in 0..<3 { try tablet.drinks(tenthOunces: 10) }
    world.exchange(tablet)
    try phone.drinks(tenthOunces: 10)
    world.exchange(phone, pageMax: 1)
    #expect(phone.status() == .pending(1))
    world.settle()
    #expect(phone.status() == .synced)
  }

  @Test("OFF-2: shows needs sign-in, offline before that, and neither afterwards")
  func signIn() throws {
    world.exchange(phone)
    try phone.drinks(tenthOunces: 10)
    world.passes(31 * Span.day)
    #expect(phone.status() == .pending(1), "the server's clock decides")
    world.exchange(phone)
    #expect(phone.status() == .needsSignIn(pending: 1))
    #expect(phone.status(online: false) == .offline(pending: 1))
    world.signIn(phone)
    #expect(phone.status() == .pending(1))
    world.exchange(phone)
    #expect(phone.status() == .synced)
  }

  @Test("OFF-2: lists every rejected operation with its reason")
  func rejected() throws {
    let tablet = world.device(of: World.father)
    let habit = try phone.creates("Reading")
    world.settle()
    try tablet.deletes(habit, of: World.mother)
    world.exchange(tablet)
    try phone.completes(habit)
    try phone.renames(habit, to: "Chess")
    world.exchange(phone)
    let rejections = phone.replica.rejections
    #expect(rejections.map(\.what) == [.completionSet, .habitNameSet])
    #expect(rejections.map(\.reason) == [.habitDeleted, .habitDeleted])
    #expect(rejections[0].sentence == "This habit was deleted.")
    #expect(phone.status() == .synced)
  }

  @Test("OFF-2: retries a failed save by itself: a lost request is sent again")
  func byItself() throws {
    try phone.drinks(tenthOunces: 10)
    for _ in 0..<3 { _ = phone.asks() }
    world.serve(phone.asks())
    #expect(phone.status() == .pending(1) && phone.hasUnsent)
    world.exchange(phone)
    #expect(phone.status() == .synced && world.feed.count == 1)
  }

  @Test("OFF-2: retries by hand: all pending operations are sent again, and take effect once")
  func byHand() throws {
    try phone.drinks(tenthOunces: 10)
    var response = world.serve(phone.asks())
    // The page was truncated in flight: the device only learned that its operation is decided.
    response.header.to = 0
    response.rows = []
    phone.applies(response)
    #expect(!phone.hasUnsent && phone.status() == .pending(1))
    phone.replica.retry()
    #expect(phone.hasUnsent && phone.asks().operations.count == 1)
    world.exchange(phone)
    #expect(world.feed.count == 1 && phone.waterToday == 10)
  }

  @Test("OFF-2: has nothing to send after it dropped everything, nor after a restart")
  func nothingUnsent() throws {
    world.exchange(phone)
    try phone.drinks(tenthOunces: 10)
    world.removes(World.mother)
    world.exchange(phone)
    phone.replica.retry()
    #expect(!phone.hasUnsent && phone.asks().operations.isEmpty)
  }
}

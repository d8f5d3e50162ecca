import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("FAM-8: a session")
struct SessionTests {
  let world = World()

  /// How long each kind of account may stay without contact.
  static let limits: [(kind: AccountKind, days: Int64)] = [
    (.person, 30), (.coach, 7), (.athlete, 7),
  ]

  @Test(
    "FAM-8, FAM-13: lapses after 30 days without contact, an athlete's and a coach's after 7",
    arguments: limits)
  func limit(kind: AccountKind, days: Int64) throws {
    let phone = world.device(of: World.mother, world.account(kind))
    world.exchange(phone)
    world.passes(days * Span.day)
    #expect(world.serve(phone.asks()).kind == .page, "the last moment")
    world.passes(days * Span.day + 1)
    #expect(world.serve(phone.asks()).kind == .needsSignIn)
  }

  @Test("FAM-13: is an athlete's or a coach's for a member of an athletics program")
  func kinds() {
    let kinds = Dictionary(uniqueKeysWithValues: Role.allCases.map { ($0, AccountKind(of: $0)) })
    #expect(kinds[.athlete] == .athlete && kinds[.coach] == .coach)
    #expect(kinds.filter { $0.value == .person }.count == Role.allCases.count - 2)
  }

  @Test("FAM-8: never lapses while in use, and it counts from the last contact")
  func contact() {
    let phone = world.device(of: World.mother, world.account())
    for _ in 0..<5 {
      world.passes(29 * Span.day)
      #expect(world.serve(phone.asks()).kind == .page)
    }
  }

  @Test("FAM-8: sends and receives nothing after a lapse; the outbox survives the sign-in")
  func queueSurvives() throws {
    let phone = world.device(of: World.mother, world.account())
    let tablet = world.device(of: World.father)
    world.exchange(phone)
    world.passes(31 * Span.day)
    let habit = try phone.creates("Reading")
    try phone.completes(habit)
    try tablet.drinks(tenthOunces: 80)
    world.exchange(tablet)

    world.exchange(phone)
    #expect(world.feed.count == 1)
    #expect(phone.position == 0)
    #expect(phone.pending == [1, 2])
    #expect(phone.status() == .needsSignIn(pending: 2))
    // Operations made while signed out are pending too.
    try phone.drinks(tenthOunces: 20)
    world.exchange(phone)
    #expect(phone.status() == .needsSignIn(pending: 3))
    #expect(phone.sees(habit))

    #expect(world.signIn(phone) == .signedIn)
    world.exchange(phone)
    #expect(phone.status() == .synced)
    #expect(phone.rejections.isEmpty)
    #expect(world.log == [[1, 1], [0, 1], [0, 2], [0, 3]])
    #expect(world.isSame(phone))
  }

  @Test("FAM-8: lapses by the server's clock, whatever the device's shows")
  func serversClock() throws {
    let phone = world.device(of: World.mother, world.account())
    world.exchange(phone)
    phone.clockError = 300 * Span.day
    #expect(world.serve(phone.asks()).kind == .page)
    world.passes(31 * Span.day)
    phone.clockError = -40 * Span.day
    #expect(world.serve(phone.asks()).kind == .needsSignIn)
  }

  @Test("FAM-8: belongs to one device: a phone in use does not keep a lost tablet signed in")
  func eachDevice() {
    let account = world.account()
    let phone = world.device(of: World.mother, account)
    let tablet = world.device(of: World.mother, account)
    for _ in 0..<4 {
      world.passes(10 * Span.day)
      world.exchange(phone)
    }
    #expect(world.serve(tablet.asks()).kind == .needsSignIn)
    world.signIn(phone)
    #expect(world.serve(tablet.asks()).kind == .needsSignIn)
    world.signIn(tablet)
    #expect(world.serve(tablet.asks()).kind == .page)
  }

  @Test("FAM-8: is not kept alive by a response that asks for a sign-in")
  func askingIsNoContact() {
    let phone = world.device(of: World.mother, world.account(.athlete))
    world.exchange(phone)
    world.passes(8 * Span.day)
    for _ in 0..<3 { #expect(world.serve(phone.asks()).kind == .needsSignIn) }
  }

  @Test("FAM-8: does not exist where there is no account")
  func noAccount() throws {
    let phone = world.device(of: World.mother)
    world.exchange(phone)
    world.passes(3_000 * Span.day)
    #expect(world.serve(phone.asks()).kind == .page)
  }
}

import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("FAM-8: a sign-in is a message")
struct SignInTests {
  let world = World()
  let phone: Device
  let account: AccountHandle

  /// A phone whose session has lapsed with pending operations.
  init() throws {
    account = world.account()
    phone = world.device(of: World.mother, account)
    world.exchange(phone)
    world.passes(31 * Span.day)
    try phone.drinks(tenthOunces: 80)
  }

  @Test("FAM-8: starts a session, after which the outbox is sent")
  func opens() {
    #expect(world.exchange(phone) == .needsSignIn)
    #expect(phone.status() == .needsSignIn(pending: 1))
    #expect(phone.applies(world.serve(phone.asksToSignIn())) == .signedIn)
    #expect(phone.status() == .pending(1))
    #expect(world.exchange(phone) == .page(rows: 1, hasMore: false))
    #expect(phone.status() == .synced)
  }

  @Test("FAM-8: carries no rows and no operations")
  func carriesNothing() {
    var request = phone.asksToSignIn()
    #expect(request.operations.isEmpty)
    request.operations = phone.asks().operations
    let response = world.serve(request)
    #expect(response.kind == .signedIn && response.rows.isEmpty && world.feed.isEmpty)
  }

  @Test("FAM-8: makes a late or duplicated lapse of the old session harmless")
  func lateWord() {
    let early = world.serve(phone.asks())
    #expect(early.kind == .needsSignIn)
    let signedIn = world.serve(phone.asksToSignIn())
    #expect(phone.applies(early) == .needsSignIn)
    #expect(phone.applies(early) == .needsSignIn, "it arrived twice, and still applies")
    #expect(phone.applies(signedIn) == .signedIn)
    #expect(phone.applies(early) == .ignored(.stale))
    #expect(phone.status() == .pending(1))
  }

  @Test("FAM-8: has a response that a page of its session may overtake")
  func overtaken() {
    #expect(world.exchange(phone) == .needsSignIn)
    let signedIn = world.serve(phone.asksToSignIn())
    #expect(world.exchange(phone) == .page(rows: 1, hasMore: false))
    #expect(phone.status() == .synced)
    #expect(phone.applies(signedIn) == .signedIn)
    #expect(phone.status() == .synced)
  }

  @Test("FAM-8: is not replaced by a late page of the old session")
  func latePage() throws {
    // A page from before the lapse was in flight for a month.
    let tablet = world.device(of: World.mother, account)
    let page = world.serve(tablet.asks())
    world.passes(31 * Span.day)
    #expect(world.exchange(tablet) == .needsSignIn)
    #expect(tablet.applies(page) == .page(rows: 0, hasMore: false))
    #expect(tablet.status() == .needsSignIn(pending: 0))
  }

  @Test("FAM-8: is needed again when the next session has lapsed, too")
  func nextSession() {
    world.exchange(phone)
    #expect(world.signIn(phone) == .signedIn)
    world.passes(31 * Span.day)
    #expect(world.exchange(phone) == .needsSignIn)
    #expect(phone.status() == .needsSignIn(pending: 1))
    #expect(world.signIn(phone) == .signedIn)
    #expect(phone.status() == .pending(1))
  }

  @Test("FAM-8: may be refused; the device shows why until another response arrives")
  func refused() {
    world.exchange(phone)
    world.server.directory.close(account, because: .accountWithoutConsent)
    let refusal = world.serve(phone.asksToSignIn())
    #expect(phone.applies(refusal) == .signInRefused(.accountWithoutConsent))
    #expect(phone.status() == .signInRefused(.accountWithoutConsent, pending: 1))
    #expect(phone.replica.signIn.refusal == .accountWithoutConsent)
    #expect(phone.pending == [1], "the outbox stays")
    #expect(world.reopens(account))
    #expect(world.signIn(phone) == .signedIn)
    #expect(phone.status() == .pending(1))
    #expect(phone.applies(refusal) == .ignored(.stale), "the refusal arrived late")
    #expect(phone.replica.signIn.refusal == nil)
  }

  @Test("FAM-8: refused without a reason is ignored")
  func malformed() {
    var refusal = world.serve(phone.asksToSignIn())
    refusal.header.kind = .signInRefused
    #expect(phone.applies(refusal) == .ignored(.malformed))
  }

  @Test("FAM-8: is harmless when its request arrives twice")
  func doubled() {
    world.exchange(phone)
    let request = phone.asksToSignIn()
    let responses = [world.serve(request), world.serve(request)]
    #expect(phone.applies(responses[1]) == .signedIn)
    #expect(phone.applies(responses[0]) == .ignored(.stale))
    #expect(phone.status() == .pending(1))
  }
}

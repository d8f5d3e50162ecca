import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("FAM-8: a sign-in is a message")
struct SignInTests {
  let world = World()
  let phone: Device
  let account: AccountHandle

  /// A phone whose session has lapsed with something in its queue.
  init() throws {
    account = world.account()
    phone = world.device(of: World.mother, account)
    world.exchange(phone)
    world.passes(31 * Span.day)
    try phone.drinks(tenthOunces: 80)
  }

  @Test("FAM-8: that opens the session, after which the queue goes through")
  func opens() {
    #expect(world.exchange(phone) == .needsSignIn)
    #expect(phone.status() == .needsSignIn(pending: 1))
    #expect(phone.takes(world.serve(phone.asksToSignIn())) == .signedIn)
    #expect(phone.status() == .pending(1))
    #expect(world.exchange(phone) == .page(rows: 1, hasMore: false))
    #expect(phone.status() == .synced)
  }

  @Test("FAM-8: that carries no rows and takes no operations")
  func carriesNothing() {
    var request = phone.asksToSignIn()
    #expect(request.operations.isEmpty)
    request.operations = phone.asks().operations
    let response = world.serve(request)
    #expect(response.kind == .signedIn && response.rows.isEmpty && world.feed.isEmpty)
  }

  @Test("FAM-8: after which a late or doubled word of the old session asks nobody again")
  func lateWord() {
    let early = world.serve(phone.asks())
    #expect(early.kind == .needsSignIn)
    let signedIn = world.serve(phone.asksToSignIn())
    #expect(phone.takes(early) == .needsSignIn)
    #expect(phone.takes(early) == .needsSignIn, "it came twice, and still holds")
    #expect(phone.takes(signedIn) == .signedIn)
    #expect(phone.takes(early) == .ignored(.stale))
    #expect(phone.status() == .pending(1))
  }

  @Test("FAM-8: whose answer may be overtaken by a page of its session")
  func overtaken() {
    #expect(world.exchange(phone) == .needsSignIn)
    let signedIn = world.serve(phone.asksToSignIn())
    #expect(world.exchange(phone) == .page(rows: 1, hasMore: false))
    #expect(phone.status() == .synced)
    #expect(phone.takes(signedIn) == .signedIn)
    #expect(phone.status() == .synced)
  }

  @Test("FAM-8: without which a late page of the old session opens nothing")
  func latePage() throws {
    // A page from before the silence was a month on its way.
    let tablet = world.device(of: World.mother, account)
    let page = world.serve(tablet.asks())
    world.passes(31 * Span.day)
    #expect(world.exchange(tablet) == .needsSignIn)
    #expect(tablet.takes(page) == .page(rows: 0, hasMore: false))
    #expect(tablet.status() == .needsSignIn(pending: 0))
  }

  @Test("FAM-8: that is asked for anew when the next session has lapsed, too")
  func nextSession() {
    world.exchange(phone)
    #expect(world.signIn(phone) == .signedIn)
    world.passes(31 * Span.day)
    #expect(world.exchange(phone) == .needsSignIn)
    #expect(phone.status() == .needsSignIn(pending: 1))
    #expect(world.signIn(phone) == .signedIn)
    #expect(phone.status() == .pending(1))
  }

  @Test("FAM-8: that may be refused; the device knows why until an answer says otherwise")
  func refused() {
    world.exchange(phone)
    world.server.directory.close(account, because: .accountWithoutConsent)
    let refusal = world.serve(phone.asksToSignIn())
    #expect(phone.takes(refusal) == .signInRefused(.accountWithoutConsent))
    #expect(phone.status() == .signInRefused(.accountWithoutConsent, pending: 1))
    #expect(phone.replica.signIn.refusal == .accountWithoutConsent)
    #expect(phone.pending == [1], "the queue stays")
    #expect(world.reopens(account))
    #expect(world.signIn(phone) == .signedIn)
    #expect(phone.status() == .pending(1))
    #expect(phone.takes(refusal) == .ignored(.stale), "the refusal came late")
    #expect(phone.replica.signIn.refusal == nil)
  }

  @Test("FAM-8: that is refused for no reason is not heeded")
  func malformed() {
    var refusal = world.serve(phone.asksToSignIn())
    refusal.header.kind = .signInRefused
    #expect(phone.takes(refusal) == .ignored(.malformed))
  }

  @Test("FAM-8: and a request for it that comes twice does no harm")
  func doubled() {
    world.exchange(phone)
    let request = phone.asksToSignIn()
    let responses = [world.serve(request), world.serve(request)]
    #expect(phone.takes(responses[1]) == .signedIn)
    #expect(phone.takes(responses[0]) == .ignored(.stale))
    #expect(phone.status() == .pending(1))
  }
}

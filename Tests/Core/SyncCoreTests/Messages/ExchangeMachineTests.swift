import DomainCore
import Testing

@testable import SyncCore

@Suite("The exchange machine")
struct ExchangeMachineTests {
  private static let timing = ExchangeTiming(
    requestTimeoutMilliseconds: 10_000, retryBackoffMillisecondsMin: 1_000,
    retryBackoffMillisecondsMax: 60_000)

  /// A machine whose calls may stand in an expectation.
  private final class Device {
    private(set) var state = ExchangeMachine()

    func want() -> ExchangeAction { state.want() }
    func begin() -> BegunRequest { state.begin() }
    func fails(_ message: Int32) -> RetryWait? {
      state.fails(message, ExchangeMachineTests.timing)
    }
    func waited(for message: Int32) -> ExchangeAction { state.waited(for: message) }
    func networkIsMissing() -> Bool { state.networkIsMissing() }
    func networkIsBack() -> ExchangeAction { state.networkIsBack() }
    func endProcess() { state.endProcess() }
    func beginSecondProcess() { state.beginSecondProcess() }
    func retrySignIn() { state.retrySignIn() }
    func registeredHandedOver() { state.registeredHandedOver(asksAgain: true) }
    func react(
      to result: ApplyResult, needsSite: Bool = false, isForeign: Bool = false
    ) -> ExchangeReaction {
      state.react(to: result, needsSite: needsSite, isForeign: isForeign)
    }

    func finish(
      _ message: Int32, _ result: ApplyResult, wasAwaited: Bool, hasUnsent: Bool = false
    ) -> ExchangeAction {
      state.finish(
        message, result, wasAwaited: wasAwaited, hasUnsent: hasUnsent, ExchangeMachineTests.timing)
    }
  }

  private let machine = Device()

  /// Sends a request and returns its number.
  private func sends() -> Int32 {
    #expect(machine.want() == .send)
    return machine.begin().number
  }

  /// A response arrives that was applied with this result.
  private func responds(
    _ message: Int32, _ result: ApplyResult, hasUnsent: Bool = false
  ) -> ExchangeAction {
    let wasAwaited = machine.state.awaits(message)
    let reaction = machine.react(to: result)
    #expect(reaction == .nothing || result == .ignored(.siteUnknown))
    return machine.finish(message, result, wasAwaited: wasAwaited, hasUnsent: hasUnsent)
  }

  private static let done = ApplyResult.page(rows: 1, hasMore: false)

  @Test("one request is under way; what is wanted meanwhile follows at once")
  func oneAtATime() {
    let first = sends()
    let meanwhile = machine.want()
    #expect(meanwhile == .nothing)
    let next = responds(first, Self.done)
    #expect(next == .send)
    let second = machine.begin()
    #expect(second == BegunRequest(number: 2, isSignIn: false))
    let end = responds(second.number, Self.done)
    #expect(end == .rest)
  }

  @Test(
    "an exchange goes on until nothing is unsent and nothing is left to receive",
    arguments: [(true, false), (false, true), (true, true), (false, false)])
  func goesOn(hasUnsent: Bool, hasMore: Bool) {
    let first = sends()
    let next = responds(first, .page(rows: 5, hasMore: hasMore), hasUnsent: hasUnsent)
    #expect(next == (hasUnsent || hasMore ? .send : .rest))
  }

  @Test("each wait before a retry is twice as long as the one before, up to the longest")
  func backoff() throws {
    var waits: [Int64] = []
    var message = sends()
    for _ in 0..<30 {
      let failed = machine.fails(message)
      let wait = try #require(failed)
      waits.append(wait.fixed * 2)
      let again = machine.waited(for: message)
      #expect(again == .send)
      message = machine.begin().number
    }
    #expect(waits.prefix(7) == [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000])
    #expect(waits.dropFirst(6).allSatisfy { $0 == 60_000 })
    // An answer halves how often it has waited.
    _ = responds(message, Self.done)
    message = sends()
    let after = try #require(machine.fails(message))
    #expect(after.fixed == 30_000 && after.randomBound == 30_001)
  }

  @Test("half of a wait is random")
  func jitter() {
    let wait = Self.timing.wait(afterRetries: 2)
    #expect(wait.milliseconds(randomBits: 0) == 2_000)
    #expect(wait.milliseconds(randomBits: .max) == 4_000)
    #expect(wait.milliseconds(randomBits: .max / 2) == 3_000)
  }

  @Test("a message fails once, and only the awaited one does")
  func failsOnce() {
    let first = sends()
    #expect(machine.fails(first + 1) == nil)
    #expect(machine.fails(first) != nil)
    #expect(machine.fails(first) == nil)
    #expect(machine.state.retried == first)
  }

  @Test("a request that is wanted before the retry takes its place")
  func needlessRetry() {
    let first = sends()
    _ = machine.fails(first)
    let second = sends()
    #expect(machine.waited(for: first) == .nothing)
    #expect(machine.state.awaits(second))
  }

  @Test("a late response that makes progress ends the exchange and cancels the retry")
  func lateResponse() {
    let first = sends()
    _ = machine.fails(first)
    #expect(responds(first, Self.done) == .rest)
    #expect(machine.waited(for: first) == .nothing)
  }

  @Test("the rest is in flight with the retry that followed a late response's request")
  func lateResponseWhileRetried() {
    let first = sends()
    _ = machine.fails(first)
    _ = machine.waited(for: first)
    let second = machine.begin().number
    #expect(responds(first, .page(rows: 3, hasMore: true)) == .nothing)
    #expect(machine.state.awaits(second))
  }

  @Test("a late response of an earlier exchange that shows more rows asks for them")
  func earlierExchange() {
    let first = sends()
    _ = machine.fails(first)
    let second = sends()
    #expect(responds(second, Self.done) == .rest)
    #expect(responds(first, .ignored(.stale)) == .nothing)
    #expect(responds(first, .ignored(.overtaken)) == .send)
  }

  @Test(
    "an implausible response counts as none",
    arguments: ApplyResult.IgnoredReason.allCases.filter { !$0.isBelated })
  func implausible(reason: ApplyResult.IgnoredReason) {
    let first = sends()
    guard case .wait = responds(first, .ignored(reason)) else {
      Issue.record("\(reason) is believed")
      return
    }
    #expect(machine.state.retried == first)
  }

  @Test(
    "a server that accepts nothing is not flooded: after four answers without progress it waits")
  func stuck() {
    var message = sends()
    for _ in 0..<3 {
      #expect(responds(message, .page(rows: 0, hasMore: false), hasUnsent: true) == .send)
      message = machine.begin().number
    }
    guard case .wait = responds(message, .page(rows: 0, hasMore: false), hasUnsent: true) else {
      Issue.record("it goes on asking")
      return
    }
  }

  @Test("FAM-8: a lapsed session signs in with the next request, and then goes on")
  func signsIn() {
    let first = sends()
    #expect(responds(first, .needsSignIn) == .send)
    let signIn = machine.begin()
    #expect(signIn.isSignIn)
    #expect(responds(signIn.number, .signedIn) == .send)
    let third = machine.begin()
    #expect(!third.isSignIn)
  }

  @Test("FAM-8: a refused sign-in ends everything until the person tries again")
  func shutOut() {
    let first = sends()
    _ = responds(first, .needsSignIn)
    let signIn = machine.begin()
    #expect(responds(signIn.number, .signInRefused(.accountDeleted)) == .rest)
    #expect(
      machine.state.isShutOut && machine.want() == .nothing && machine.networkIsBack() == .nothing)
    machine.retrySignIn()
    #expect(machine.want() == .send)
  }

  @Test("the holder is asked once to report the network")
  func network() {
    #expect(machine.want() == .send)
    #expect(machine.networkIsMissing())
    #expect(machine.want() == .send)
    #expect(!machine.networkIsMissing())
    #expect(machine.networkIsBack() == .send)
    #expect(machine.networkIsMissing())
  }

  @Test("what was in flight to a process that has ended is discarded")
  func process() {
    let first = sends()
    machine.endProcess()
    #expect(machine.state.isOfEndedProcess(first) && machine.state.awaited == 0)
    let second = sends()
    #expect(!machine.state.isOfEndedProcess(second))
    machine.beginSecondProcess()
    #expect(machine.want() == .send && !machine.state.isOfEndedProcess(second))
  }

  @Test("an install that the server does not know registers; one that handed over asks again")
  func registering() {
    let first = sends()
    #expect(
      machine.react(to: .ignored(.siteUnknown), needsSite: false, isForeign: false) == .register)
    #expect(machine.react(to: .ignored(.gap), needsSite: false, isForeign: false) == .nothing)
    #expect(machine.react(to: .ignored(.gap), needsSite: false, isForeign: true) == .register)
    let reaction = machine.react(to: Self.done, needsSite: true, isForeign: true)
    #expect(reaction == .registerHandedOver(asksAgain: true))
    machine.registeredHandedOver()
    let next = machine.finish(first, Self.done, wasAwaited: true)
    #expect(next == .send)
  }

  @Test("a response whose application ended the process is still the awaited one")
  func endedWhileApplying() {
    let first = sends()
    let wasAwaited = machine.state.awaits(first)
    machine.endProcess()
    let next = machine.finish(
      first, Self.done, wasAwaited: wasAwaited, hasUnsent: true)
    #expect(next == .send)
  }
}

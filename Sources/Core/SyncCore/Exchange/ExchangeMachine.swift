/// When one copy of a scope exchanges with the server: requests, retries, signing in and
/// registering, as a state machine without I/O, clock and randomness.
///
/// An *exchange* begins with a request and ends with the first response to it or to one of its
/// retries; at most one is in progress. The holder reports what has happened and does what the
/// machine says:
///
/// ```
///  want, networkIsBack, waited ──► send ──► begin ──► (the request is under way)
///                                    └────► networkIsMissing: wait until it is back
///  fails: no response, or no usable one ──► wait, then waited
///  react, then finish: a response was applied ──► send, rest, wait or nothing
/// ```
///
/// The simulator, the load generator and `ExchangeDriver` of the public API hold one for each copy.
/// What an exchange is for, and how a message travels, only the holder knows.
public struct ExchangeMachine: BitwiseCopyable, Hashable, Sendable {
  /// The number of messages sent; it identifies responses.
  public private(set) var messagesSent: Int32 = 0
  /// The message whose response the device awaits, zero for none.
  public private(set) var awaited: Int32 = 0
  /// The message whose retry is queued, zero for none.
  public private(set) var retried: Int32 = 0
  /// The first message of the current exchange, or of the next.
  private var first: Int32 = 1
  /// Retries in the current exchange.
  private var retries: Int32 = 0
  /// The last message of a process that has ended; its responses are discarded.
  private var discardedThrough: Int32 = 0
  /// How many responses in a row made no progress, although the exchange was not done.
  private var stalls: UInt8 = 0
  /// Another exchange was requested while a response was awaited.
  public private(set) var wantsExchange = false
  /// The holder will report when the network is back.
  private var awaitsNetwork = false
  /// FAM-8: the server requires a sign-in, which the device sends next.
  public private(set) var signsIn = false
  /// FAM-8: the server refuses to sign the user in again.
  public private(set) var isShutOut = false

  private static var stallsMax: UInt8 { 3 }

  public init() {}

  // MARK: Requests

  /// An exchange is wanted: the app was opened, something was submitted, a push came.
  public mutating func want() -> ExchangeAction {
    if isShutOut { return .nothing }
    if awaited != 0 {
      wantsExchange = true
      return .nothing
    }
    return .send
  }

  /// A request leaves the device now. It takes the place of a queued retry.
  public mutating func begin() -> BegunRequest {
    messagesSent += 1
    awaited = messagesSent
    wantsExchange = false
    retried = 0
    return BegunRequest(number: messagesSent, isSignIn: signsIn)
  }

  /// There is no network for the request that should be sent. Returns whether the holder has to
  /// report when it is back: it was not asked to before.
  public mutating func networkIsMissing() -> Bool {
    defer { awaitsNetwork = true }
    return !awaitsNetwork
  }

  /// The network is back, as far as the holder knows.
  public mutating func networkIsBack() -> ExchangeAction {
    awaitsNetwork = false
    return want()
  }

  // MARK: No response

  /// Whether a message is the one whose response the device awaits.
  public func awaits(_ message: Int32) -> Bool { awaited == message }

  /// A message has failed: the time for its response has passed, the connection was refused, the
  /// server was too busy, or nothing that came can be used. Returns how long to wait before the
  /// retry, or nil if this is not the message that the device awaits.
  public mutating func fails(_ message: Int32, _ timing: ExchangeTiming) -> RetryWait? {
    guard awaited == message else { return nil }
    defer { retries += 1 }
    awaited = 0
    retried = message
    return timing.wait(afterRetries: retries)
  }

  /// The wait before the retry of a message is over. A response or another request may have come
  /// first.
  public mutating func waited(for message: Int32) -> ExchangeAction {
    guard retried == message else { return .nothing }
    retried = 0
    return want()
  }

  // MARK: Responses

  /// Whether a response is for a process that has ended: the device discards it.
  public func isOfEndedProcess(_ message: Int32) -> Bool { message <= discardedThrough }

  /// What the device does after the result of a response, before `finish`. `needsSite` and
  /// `isForeign` are those of its replica.
  public mutating func react(
    to result: ApplyResult, needsSite: Bool, isForeign: Bool
  ) -> ExchangeReaction {
    switch result {
    case .page:
      // Under its new member the replica has received nothing yet.
      return needsSite ? .registerHandedOver(asksAgain: true) : .nothing
    case .snapshot: return needsSite ? .registerHandedOver(asksAgain: false) : .nothing
    case .needsSignIn:
      // FAM-8: a user who was away too long signs in again, and then pending operations are sent.
      signsIn = true
    case .signedIn: signsIn = false
    case .signInRefused:
      signsIn = false
      isShutOut = true
    case .ignored(.siteUnknown): return .register
    // The server keeps only a newcomer's last rejection: a restored replica has missed the others.
    case .ignored(.gap): return isForeign ? .register : .nothing
    case .purged, .ignored: break
    }
    return .nothing
  }

  /// OFF-3: an install has registered after it handed over what another one left pending.
  public mutating func registeredHandedOver(asksAgain: Bool) {
    if asksAgain { wantsExchange = true }
  }

  /// What comes next after the response to a message was applied.
  ///
  /// - Parameters:
  ///   - wasAwaited: whether the device awaited this message when the response came; applying it
  ///     may have ended the process since.
  ///   - hasUnsent: that of the replica, after `react` and all that followed from it.
  public mutating func finish(
    _ message: Int32, _ result: ApplyResult, wasAwaited: Bool, hasUnsent: Bool,
    _ timing: ExchangeTiming
  ) -> ExchangeAction {
    if let reason = result.ignored, !reason.isBelated {
      // An implausible response counts as no response.
      return fails(message, timing).map { .wait($0) } ?? .nothing
    }
    let isDone = !Self.hasMore(after: result, hasUnsent: hasUnsent)
    if wasAwaited && isStuck(after: result, isDone: isDone) {
      return fails(message, timing).map { .wait($0) } ?? .nothing
    }
    // A response after the timeout is as good as one in time, if it makes progress.
    if wasAwaited || (message >= first && (result.hasAdvanced || isDone)) {
      return proceed(isDone: isDone, wasAwaited: wasAwaited)
    }
    // A late response of an earlier exchange has shown that there are more rows to fetch.
    return result.hasMore && awaited == 0 && retried == 0 ? want() : .nothing
  }

  /// Whether there is more to send or to receive after a response.
  public static func hasMore(after result: ApplyResult, hasUnsent: Bool) -> Bool {
    switch result {
    case .needsSignIn, .signedIn, .ignored(.siteUnknown): true
    case .signInRefused: false
    default: result.hasMore || hasUnsent
    }
  }

  /// Whether several exchanges in a row made no progress although the exchange was not done. A
  /// device that continued at once would flood a server that does not accept its requests.
  private mutating func isStuck(after result: ApplyResult, isDone: Bool) -> Bool {
    if isDone || result.hasAdvanced || result.hasMore {
      stalls = 0
    } else {
      stalls = min(stalls + 1, Self.stallsMax + 1)
    }
    return stalls > Self.stallsMax
  }

  /// The server has responded: pending retries are canceled, and if the exchange is not done, the
  /// next request follows at once. Half of the retry count is kept: if the network is slower than
  /// the device's timeout, the device would flood it otherwise.
  private mutating func proceed(isDone: Bool, wasAwaited: Bool) -> ExchangeAction {
    retries /= 2
    retried = 0
    // The rest is in flight with the retry that followed the answered attempt.
    if !isDone && !wasAwaited && awaited != 0 { return .nothing }
    awaited = 0
    first = messagesSent + 1
    return !isDone || wantsExchange ? want() : .rest
  }

  // MARK: Processes, installs, people

  /// The app's process has ended: it has lost what was in flight.
  public mutating func endProcess() {
    discardedThrough = messagesSent
    forgetExchange()
  }

  /// Another install uses the connection from now on; messages in flight to the previous one are
  /// lost.
  public mutating func beginInstall() {
    forgetExchange()
    signsIn = false
    isShutOut = false
  }

  /// A second process of the app does not know what the first one awaits.
  public mutating func beginSecondProcess() {
    awaited = 0
  }

  /// FAM-8: a person opens the app, which tries again after a refused sign-in.
  public mutating func retrySignIn() {
    isShutOut = false
  }

  private mutating func forgetExchange() {
    awaited = 0
    first = messagesSent + 1
    retries = 0
    retried = 0
    wantsExchange = false
  }
}

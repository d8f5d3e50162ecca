public import Chronology
public import SyncCore

/// When a session sends, over any transport: timeouts, retries with growing waits, signing in and
/// registering again. The simulator's devices decide by the same machine.
///
/// It does no I/O. An app reports what has happened, asks for the next step, and does it:
///
/// ```swift
/// var driver = ExchangeDriver(random: { UInt64.random(in: .min ... .max) })
/// driver.want()
/// switch driver.next(at: session.now) {
/// case .send:
///   let call = try driver.begin(&session)
///   if let bytes = await post(call.bytes) {
///     try driver.take(bytes, answering: call, by: &session)
///   } else {
///     driver.failed(call, at: session.now)
///   }
/// case .register: try driver.register(&session, as: try await registration())
/// case .wait(let until): await sleep(until: until)
/// }
/// ```
///
/// One call is under way at a time. A response that comes after its time is as good as one in time:
/// an app gives every response to `take`.
public struct ExchangeDriver {
  /// What an app does next.
  public enum Step: Hashable, Sendable {
    /// Take the next call from `begin` and send it, or report `networkIsMissing()`.
    case send
    /// The server does not know this install: get the bytes of a registration, and give it to
    /// `register`.
    case register
    /// Nothing before that time, or before anything happens if there is none.
    case wait(until: Instant?)
  }

  /// A message to the server.
  public struct Call: Hashable, Sendable {
    /// Its number; the driver knows a response by it.
    public let number: Int32
    public let bytes: [UInt8]
    /// FAM-8: whether it signs the person in; their credentials travel beside it.
    public let isSignIn: Bool
    /// When the app stops waiting. `next` then retries by itself.
    public let deadline: Instant
  }

  private var machine = ExchangeMachine()
  private let timing: ExchangeTiming
  private let random: () -> UInt64
  private var isSending = false
  /// Why the install has to register.
  private var registration: ExchangeReaction = .nothing
  /// Until when a response is awaited.
  private var deadline: Instant?
  /// The call that is retried, and when.
  private var retry: (number: Int32, time: Instant, wait: Int64)?

  /// `random` returns 64 random bits. They spread the retries of devices that failed together.
  public init(timing: ExchangeTiming = ExchangeTiming(), random: @escaping () -> UInt64) {
    self.timing = timing
    self.random = random
  }

  // MARK: What happens

  /// Something is worth an exchange: the person opened the app or did something, or news came.
  public mutating func want() { perform(machine.want(), at: nil) }

  /// FAM-8: whether the server refuses to sign the person in. Nothing is sent until they try again.
  public var isShutOut: Bool { machine.isShutOut }

  /// The person tries to sign in again.
  public mutating func retrySignIn() {
    machine.retrySignIn()
    want()
  }

  /// There is no network for what should be sent.
  public mutating func networkIsMissing() {
    isSending = false
    _ = machine.networkIsMissing()
  }

  /// There is a network again.
  public mutating func networkIsBack() { perform(machine.networkIsBack(), at: nil) }

  /// A call has failed: the connection was refused or broke, or the server was too busy, which may
  /// name the earliest time for a retry.
  public mutating func failed(_ call: Call, at now: Instant, notBefore: Instant? = nil) {
    fails(call.number, at: now, notBefore: notBefore)
  }

  // MARK: What to do

  /// What the app does now.
  public mutating func next(at now: Instant) -> Step {
    expectNoLongerWait(at: now)
    if let deadline, deadline <= now { fails(machine.awaited, at: now, notBefore: nil) }
    if let retry, retry.time <= now {
      self.retry = nil
      perform(machine.waited(for: retry.number), at: now)
    }
    if registration != .nothing { return .register }
    if isSending { return .send }
    // A response may have made a queued retry needless.
    if let retry, retry.number != machine.retried { self.retry = nil }
    return .wait(until: deadline ?? retry?.time)
  }

  /// A clock that was set back would make a wait last as long as it went back.
  private mutating func expectNoLongerWait(at now: Instant) {
    if let deadline { self.deadline = min(deadline, now + timing.requestTimeoutMilliseconds) }
    if let retry { self.retry?.time = min(retry.time, now + retry.wait) }
  }

  private mutating func fails(_ number: Int32, at now: Instant, notBefore: Instant?) {
    guard let wait = machine.fails(number, timing) else { return }
    backOff(number, wait, at: now, notBefore: notBefore)
  }

  private mutating func backOff(
    _ number: Int32, _ wait: RetryWait, at now: Instant, notBefore: Instant? = nil
  ) {
    deadline = nil
    let own = now + wait.milliseconds(randomBits: random())
    let time = max(own, notBefore ?? own)
    retry = (number, time, time.milliseconds - now.milliseconds)
  }

  private mutating func perform(_ action: ExchangeAction, after number: Int32 = 0, at now: Instant?)
  {
    if machine.awaited == 0 { deadline = nil }
    switch action {
    case .nothing, .rest: break
    case .send: isSending = true
    case .wait(let wait):
      if let now { backOff(number, wait, at: now) }
    }
  }

  private mutating func begun(_ bytes: [UInt8], at now: Instant) -> Call {
    let request = machine.begin()
    isSending = false
    retry = nil
    let deadline = now + timing.requestTimeoutMilliseconds
    self.deadline = deadline
    return Call(
      number: request.number, bytes: bytes, isSignIn: request.isSignIn, deadline: deadline)
  }

  private mutating func taken<Storage: ~Copyable>(
    _ changes: Changes, answering call: Call, by replica: borrowing Replica<Storage>,
    at now: Instant
  ) {
    guard let result = changes.result else {
      return fails(call.number, at: now, notBefore: nil)
    }
    let wasAwaited = machine.awaits(call.number)
    let reaction = machine.react(
      to: result, needsSite: replica.needsSite, isForeign: replica.isForeign)
    if reaction != .nothing { registration = reaction }
    let action = machine.finish(
      call.number, result, wasAwaited: wasAwaited, hasUnsent: replica.hasUnsent, timing)
    perform(action, after: call.number, at: now)
  }

  /// Applies a response. What could not be saved is as if it had not come.
  private mutating func applied<Failure: Error>(
    _ call: Call, at now: Instant, _ take: () throws(Failure) -> Changes
  ) throws(Failure) -> Changes {
    do throws(Failure) {
      return try take()
    } catch {
      failed(call, at: now)
      throw error
    }
  }

  private mutating func registered() {
    defer { registration = .nothing }
    // After a response that did not know the install, the retry waits as long as any other: a
    // server that never learns its number is not flooded.
    if registration == .register && machine.retried != 0 { return }
    want()
  }

  // MARK: Families

  /// The next call of a session.
  public mutating func begin<Storage: ~Copyable>(
    _ session: inout Session<Storage>
  ) throws(Storage.Failure) -> Call {
    let bytes = machine.signsIn ? session.signInRequest() : try session.request()
    return begun(bytes, at: session.now)
  }

  /// Applies the bytes of a response to a call.
  @discardableResult
  public mutating func take<Storage: ~Copyable>(
    _ bytes: [UInt8], answering call: Call, by session: inout Session<Storage>
  ) throws(Storage.Failure) -> Changes {
    let changes = try applied(call, at: session.now) { () throws(Storage.Failure) in
      try session.take(bytes)
    }
    taken(changes, answering: call, by: session.replica, at: session.now)
    return changes
  }

  /// Continues a session under the number of a new registration, which the app has asked for after
  /// the step `register`.
  public mutating func register<Storage: ~Copyable>(
    _ session: inout Session<Storage>, as registration: borrowing Registration
  ) throws(Storage.Failure) {
    try session.replica.register(as: registration.site)
    registered()
  }

  // MARK: Groups

  /// The next call of a seat in a group.
  public mutating func begin<Storage: ~Copyable>(_ session: inout GroupSession<Storage>) -> Call {
    begun(machine.signsIn ? session.signInRequest() : session.request(), at: session.now)
  }

  /// Applies the bytes of a response to a call.
  @discardableResult
  public mutating func take<Storage: ~Copyable>(
    _ bytes: [UInt8], answering call: Call, by session: inout GroupSession<Storage>
  ) throws(Storage.Failure) -> Changes {
    let changes = try applied(call, at: session.now) { () throws(Storage.Failure) in
      try session.take(bytes)
    }
    taken(changes, answering: call, by: session.replica, at: session.now)
    return changes
  }
}

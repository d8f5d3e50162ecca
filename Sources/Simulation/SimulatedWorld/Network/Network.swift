import Base
import Chronology
import DomainCore
import Environment
import SyncCore

/// Carries messages between devices and the server.
///
/// A message, from the beginning to the end:
///
/// 1. Its key states what it was sent for. From the key `messageDelivery` draws its delivery: how
///    long it takes, and whether it is lost, duplicated or damaged. A plan may fix it instead.
/// 2. It is posted once in a pool, with the number of its deliveries: none when it is lost without
///    a duplicate, one, or two when it is duplicated.
/// 3. `carry` schedules an arrival for each delivery. A duplicate takes its own time, so it may
///    arrive first.
/// 4. Each arrival is handled as if it were the only one. The server responds to a request each
///    time; the key of the second response differs, so it has a draw of its own. A device ignores
///    a response that brings nothing new.
/// 5. After its last delivery the message leaves the pool.
///
/// Owns: one link for each replica, messages in flight, planned and recorded deliveries. What needs
/// a device, the server or the queue as well is in `World+Requests.swift` (the device's side) and
/// `World+Responses.swift` (the server's side).
public struct Network: ~Copyable {
  let settings: WorldSettings
  /// For each replica, what connects it with the server.
  var links: FlatArray<LinkState>
  var requests = Requests()
  var responses = Responses()
  /// The deliveries that a plan fixes; the others are drawn.
  private var plannedDeliveries: [RecordedDeliveryKey: MessageDelivery] = [:]
  /// Every delivery that was asked for, when they are recorded.
  public var messageDeliveries: [RecordedDelivery]?
  /// Writes messages, where they are bytes.
  var writer = WireWriter()
  /// For each replica, the large responses that were bytes last.
  var largeResponses = OwnedArray<LargeResponses>()
  let anchor = AddressOnlyMarker()

  init(_ settings: WorldSettings, people: Int) {
    self.settings = settings
    links = FlatArray(capacity: people * 2)
  }

  // MARK: Deliveries

  /// The delivery of a message: from the plan, or drawn from the message's key.
  mutating func messageDelivery(_ way: MessageKind, of key: MessageKey) -> MessageDelivery {
    var messageDelivery = settings.deliveryModel.messageDelivery(way.purpose, of: key)
    if way == .response && settings.deliveryModel.degradesResponses {
      settings.deliveryModel.damageResponse(&messageDelivery, way.purpose, of: key)
    }
    if !plannedDeliveries.isEmpty {
      messageDelivery =
        plannedDeliveries[RecordedDeliveryKey(key: key, way: way)] ?? messageDelivery
    }
    messageDeliveries?.append(
      RecordedDelivery(key: key, way: way, messageDelivery: messageDelivery))
    return messageDelivery
  }

  /// Fixes the delivery of a message, should it be sent.
  mutating func settle(_ known: RecordedDelivery) {
    plannedDeliveries[RecordedDeliveryKey(key: known.key, way: known.way)] = known.messageDelivery
  }

  // MARK: Messages in flight

  /// Schedules the arrival of a message and of its duplicate, as far as they arrive.
  @inline(__always)
  func carry(
    _ handle: UInt32, _ messageDelivery: MessageDelivery, as event: WorldEvent, at now: Instant,
    _ queue: inout EventQueue
  ) {
    if !messageDelivery.isLost {
      queue.schedule(
        at: now + Int64(messageDelivery.delayMilliseconds), kind: event.rawValue, target: handle)
    }
    if messageDelivery.isDuplicated {
      queue.schedule(
        at: now + Int64(messageDelivery.duplicateDelayMilliseconds), kind: event.rawValue,
        detail: 1,
        target: handle)
    }
  }

  /// A response loses rows in flight.
  @inline(never) mutating func cut(_ response: UInt32, _ messageDelivery: MessageDelivery) {
    let kept = responses[response].rows.count * Int(messageDelivery.deliveredPerMille) / 1_000
    while responses[response].rows.count > kept { _ = responses[response].rows.removeLast() }
  }

  /// Reads a response as the app of a version does, which skips what later versions added.
  mutating func read(_ response: UInt32, as version: AppVersion) {
    for index in 0..<responses[response].rows.count
    where responses[response].rows[index].operation.fact.schema > version.format
      || responses[response].rows[index].operation.fact.kind == .unknown
    {
      responses[response].rows[index].operation =
        responses[response].rows[index].operation.read(asOf: version.format)
    }
  }

  // MARK: Links

  /// Notes the cause for which a device wants an exchange.
  mutating func want(_ cause: ExchangeCause, _ replica: Int) {
    if links[replica].cause != cause {
      links[replica].cause = cause
      links[replica].attempts = 0
    }
  }

  /// The key of the next message of a replica. `name` is the short name of the replica.
  mutating func nextKey(_ replica: Int, _ name: Int32) -> MessageKey {
    let key = MessageKey(
      cause: links[replica].cause.raw, device: name, attempt: links[replica].attempts)
    links[replica].attempts += 1
    if links[replica].attempts == MessageKey.copy {
      // The numbers are used up: later messages follow the last of them.
      links[replica].cause = ExchangeCause(following: key)
      links[replica].attempts = 0
    }
    return key
  }

  /// Counts a request at the server. Returns whether the install has exceeded its requests per
  /// minute.
  mutating func exceedsRateLimit(of replica: Int, at now: Instant) -> Bool {
    let minute = now.milliseconds / Span.minute
    if links[replica].rateLimitMinute != minute {
      links[replica].rateLimitMinute = minute
      links[replica].requestsThisMinute = 0
    }
    links[replica].requestsThisMinute += 1
    return links[replica].requestsThisMinute > settings.requestsPerMinuteMax
  }

  /// When a device retries after a wait. The random part is drawn from the cause of its exchange.
  func end(of wait: RetryWait, of replica: Int, _ name: Int32, at now: Instant) -> Instant {
    let draw = settings.randomness.draw(
      WorldRandomPurpose.retryWait, who: links[replica].cause.raw, day: name,
      slot: links[replica].attempts)
    return now + wait.fixed + Int64(draw.integer(below: wait.randomBound))
  }

  // MARK: Events for the trace

  /// A lost message is never written, so its contents are unknown.
  func sent(
    _ message: Int32, of replica: Int, as handle: UInt32? = nil, from position: UInt32,
    _ messageDelivery: MessageDelivery
  ) -> TraceEvent.Kind {
    .sent(
      replica: replica, message: message, handle.map { operations(ofRequest: $0) } ?? [],
      position: position, messageDelivery)
  }

  func responded(_ response: UInt32, to envelope: Envelope, _ messageDelivery: MessageDelivery)
    -> TraceEvent.Kind
  {
    .responded(
      replica: Int(envelope.replica), message: envelope.message, responses[response].header,
      messageDelivery)
  }

  func traceApplied(_ response: UInt32, on replica: Int, _ result: ApplyResult) -> TraceEvent.Kind {
    .applied(
      replica: replica, message: responses.envelope(response).message, result,
      rows(ofResponse: response))
  }
}

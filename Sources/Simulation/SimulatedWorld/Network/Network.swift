import Base
import Chronology
import Environment
import SyncCore

/// What carries messages between devices and the server.
///
/// A message, from the beginning to the end:
///
/// 1. Its key says what it was sent for. From the key `messageDelivery` draws what becomes of it: how long it
///    takes, whether it is lost, duplicated or damaged. A plan may say so instead.
/// 2. It is posted once in a pool, with the number of its deliveries: none when it is lost and has
///    no copy, one, or two when it is duplicated.
/// 3. `carry` schedules an arrival for each delivery. A copy takes its own time, so it may come
///    first.
/// 4. Each arrival is handled as if it were the only one. The server answers a request each time;
///    the key of the second answer differs, so it is drawn for on its own. A device ignores an
///    answer that brings nothing new.
/// 5. After its last delivery the message leaves the pool.
///
/// Owns: one link for each replica, messages under way, planned and recorded fates. What needs a
/// device, the server or the queue as well is in `World+Requests.swift` (the device's side) and
/// `World+Answers.swift` (the server's side).
public struct Network: ~Copyable {
  let settings: WorldSettings
  /// For each replica, what connects it with the server.
  var links: FlatArray<LinkState>
  var requests = Requests()
  var responses = Answers()
  /// The fates that a plan has settled; the others are drawn.
  private var plannedDeliveries: [RecordedDeliveryKey: MessageDelivery] = [:]
  /// Every fate that was asked for, when they are recorded.
  public var messageDeliveries: [RecordedDelivery]?
  let anchor = AddressOnlyMarker()

  init(_ settings: WorldSettings, people: Int) {
    self.settings = settings
    links = FlatArray(capacity: people * 2)
  }

  // MARK: Fates

  /// What becomes of a message: what the plan says, or what is drawn by what it was sent for.
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

  /// Settles what will become of a message, should it be sent.
  mutating func settle(_ known: RecordedDelivery) {
    plannedDeliveries[RecordedDeliveryKey(key: known.key, way: known.way)] = known.messageDelivery
  }

  // MARK: Messages under way

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

  /// An answer loses rows on its way.
  @inline(never) mutating func cut(_ response: UInt32, _ messageDelivery: MessageDelivery) {
    let kept = responses[response].rows.count * Int(messageDelivery.deliveredPerMille) / 1_000
    while responses[response].rows.count > kept { _ = responses[response].rows.removeLast() }
  }

  /// Reads an answer as the app of a version does, which does not know what came later.
  mutating func read(_ response: UInt32, as version: AppVersion) {
    for index in 0..<responses[response].rows.count {
      responses[response].rows[index].operation =
        responses[response].rows[index].operation.read(asOf: version.format)
    }
  }

  // MARK: Links

  /// Notes what a device wants an exchange for.
  mutating func want(_ cause: ExchangeCause, _ replica: Int) {
    if links[replica].cause != cause {
      links[replica].cause = cause
      links[replica].attempts = 0
    }
  }

  /// Begins the next request of a replica, and returns its number.
  @inline(__always) mutating func beginRequest(_ replica: Int) -> Int32 {
    links[replica].messagesSent += 1
    links[replica].awaited = links[replica].messagesSent
    links[replica].wantsExchange = false
    return links[replica].messagesSent
  }

  /// What the next message of a replica is known by. `name` is the short name of the replica.
  mutating func nextKey(_ replica: Int, _ name: Int32) -> MessageKey {
    let key = MessageKey(
      cause: links[replica].cause.raw, device: name, attempt: links[replica].attempts)
    links[replica].attempts += 1
    if links[replica].attempts == MessageKey.copy {
      // The numbers are used up: what follows is called after the last of them.
      links[replica].cause = ExchangeCause(following: key)
      links[replica].attempts = 0
    }
    return key
  }

  /// Counts a request at the server. Whether the install has asked more often in this minute than
  /// it may.
  mutating func exceedsRateLimit(of replica: Int, at now: Instant) -> Bool {
    let minute = now.milliseconds / Span.minute
    if links[replica].rateLimitMinute != minute {
      links[replica].rateLimitMinute = minute
      links[replica].requestsThisMinute = 0
    }
    links[replica].requestsThisMinute += 1
    return links[replica].requestsThisMinute > settings.requestsPerMinuteMax
  }

  /// Whether one exchange after the other has brought nothing though there is more to say. A device
  /// that goes on at once then floods a server that does not accept it.
  mutating func isStuck(_ replica: Int, after result: ApplyResult, isDone: Bool) -> Bool {
    if isDone || result.hasAdvanced || result.hasMore {
      links[replica].stalls = 0
    } else {
      links[replica].stalls = min(links[replica].stalls + 1, Self.stallsBorne + 1)
    }
    return links[replica].stalls > Self.stallsBorne
  }

  private static var stallsBorne: UInt8 { 3 }

  /// A device stops waiting for the answer to a message. Returns when it tries again: each time it
  /// waits twice as long.
  mutating func giveUp(
    _ message: Int32, of replica: Int, _ name: Int32, at now: Instant
  ) -> Instant {
    let doublings = min(links[replica].retries, 20)
    links[replica].awaited = 0
    links[replica].retries += 1
    links[replica].retried = message
    let longest = settings.sync.retryBackoffMillisecondsMax
    let wait = min(longest, settings.sync.retryBackoffMillisecondsMin << Int64(doublings))
    // Half of the wait is by lot, so that devices that failed together do not return together.
    let draw = settings.randomness.draw(
      WorldRandomPurpose.retryWait, who: links[replica].cause.raw, day: name,
      slot: links[replica].attempts)
    return now + wait / 2 + Int64(draw.integer(below: UInt64(wait / 2 + 1)))
  }

  // MARK: What the trace is told

  /// A message that is lost for good is never written, so nobody knows what it would have carried.
  func sent(
    _ message: Int32, of replica: Int, as handle: UInt32? = nil, from position: UInt32,
    _ messageDelivery: MessageDelivery
  ) -> TraceEvent.Kind {
    var operations: [Operation] = []
    if let handle {
      for index in 0..<requests[handle].operations.count {
        operations.append(requests[handle].operations[index])
      }
    }
    return .sent(
      replica: replica, message: message, operations, position: position, messageDelivery)
  }

  func responded(_ response: UInt32, to envelope: Envelope, _ messageDelivery: MessageDelivery)
    -> TraceEvent.Kind
  {
    .responded(
      replica: Int(envelope.replica), message: envelope.message, responses[response].header,
      messageDelivery)
  }

  func traceApplied(_ response: UInt32, on replica: Int, _ result: ApplyResult) -> TraceEvent.Kind {
    var rows: [FeedRow] = []
    for index in 0..<responses[response].rows.count { rows.append(responses[response].rows[index]) }
    return .applied(replica: replica, message: responses.envelope(response).message, result, rows)
  }
}

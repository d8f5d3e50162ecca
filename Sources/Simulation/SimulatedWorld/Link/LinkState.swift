import Base
import Chronology
import DomainCore
import Environment
import SyncCore

/// What a device knows of one of its replicas, and of the connection between it and the server.
///
/// An *exchange* begins with a request and ends with the first answer to it or to one of its
/// retries; at most one is under way.
struct LinkState: BitwiseCopyable {
  /// The device that the replica lies on; where it has no network, none of its replicas has.
  var device: Int
  /// Whose account it is.
  var person: Int
  /// What that person is in the replica's scope.
  var member: MemberHandle
  /// Whether the scope is a group and not the family.
  var isGroup: Bool
  /// The number of messages sent, by which answers are known.
  var messagesSent: Int32 = 0
  /// What the device last wanted an exchange for, and how many messages it has sent for that.
  var cause = ExchangeCause.none
  var attempts: UInt16 = 0
  /// What the device was last told of by its group.
  var pushCause = ExchangeCause.none
  /// The message that an answer is awaited for, zero when none is.
  var awaited: Int32 = 0
  /// The first message of the exchange that is under way, or of the next.
  var first: Int32 = 1
  /// Retries of the exchange that is under way.
  var retries: Int32 = 0
  /// How many answers on end have brought nothing on, though there was more to say.
  var stalls: UInt8 = 0
  /// The message whose retry lies in the queue, zero for none.
  var retried: Int32 = 0
  /// Something new came up while an answer was awaited.
  var wantsExchange = false
  /// A reconnect event lies in the queue.
  var awaitsReconnect = false
  /// The last message of an app that was ended since, which hears no answer any more.
  var discardedThrough: Int32 = 0
  /// The minute in which the server has last heard it, and how often.
  var rateLimitMinute: Int64 = 0
  var requestsThisMinute: Int32 = 0
  /// Since when the phone, which had a network, could have known what is new in its group.
  var newsSince = Instant(milliseconds: .min)
  /// How far the group's feed went then.
  var newsThrough = 0
  /// FAM-8: the server has asked for a sign-in, which is what is sent next.
  var signsIn = false
  /// FAM-8: nobody can sign in there any more.
  var isShutOut = false
  /// Whether the number it speaks under was given to somebody who had still to join; whom another
  /// one has added is not who joined.
  var mayHaveJoined = false

  init(device: Int, person: Int, member: MemberHandle, isGroup: Bool) {
    self.device = device
    self.person = person
    self.member = member
    self.isGroup = isGroup
  }

  /// The app was ended: it knows nothing of what was under way.
  mutating func end() {
    discardedThrough = messagesSent
    awaited = 0
    first = messagesSent + 1
    retries = 0
    retried = 0
    wantsExchange = false
  }

  /// Another install speaks from now on; what is on its way to the one before is lost.
  mutating func resetForNewInstall() {
    awaited = 0
    first = messagesSent + 1
    retries = 0
    retried = 0
    wantsExchange = false
    signsIn = false
    isShutOut = false
  }
}

/// Messages under way.
typealias Requests = MessagePool<Request, Envelope>
typealias Answers = MessagePool<Response, Envelope>

/// Why a device exchanges: a step, or what a step led to on another device.
///
/// Each is a cause but once for a device, so a cause with the number of a message names that
/// message for good.
struct ExchangeCause: BitwiseCopyable, Hashable, Sendable {
  let raw: UInt64

  static var none: ExchangeCause { ExchangeCause(raw: 0) }

  init(raw: UInt64) {
    self.raw = raw
  }

  init(_ step: StepID) {
    raw = step.raw
  }

  /// What a message has led to.
  init(following key: MessageKey) {
    raw =
      Digest128.mix(key.cause, UInt64(UInt32(bitPattern: key.device)), UInt64(key.attempt), 1).first
  }
}

/// What a carrier writes on a message.
struct Envelope: BitwiseCopyable, Sendable {
  var replica: UInt32
  /// What the request was sent for.
  var key: MessageKey
  /// The number of the request, also on its answer.
  var message: Int32
  /// When the request was sent.
  var sent: Instant
  /// Whether the device gives up by itself before the answer can be there.
  var hasTimeout: Bool
  /// Something else has come in place of the answer.
  var isUnreadable = false
  /// The server has heard too many requests to hear this one.
  var isTurnedAway = false

  /// Whether it is what the request was sent for.
  var isWhole: Bool { !isUnreadable && !isTurnedAway }
}

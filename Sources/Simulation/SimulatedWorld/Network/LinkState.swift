import Chronology

/// What a device knows of the connection between one of its replicas and the server.
///
/// An *exchange* begins with a request and ends with the first answer to it or to one of its
/// retries; at most one is under way.
struct LinkState: BitwiseCopyable {
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

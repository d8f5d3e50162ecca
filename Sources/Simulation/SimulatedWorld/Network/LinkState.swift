import Chronology

/// What a device knows of the connection between one of its replicas and the server.
///
/// An *exchange* begins with a request and ends with the first response to it or to one of its
/// retries; at most one is in progress.
struct LinkState: BitwiseCopyable {
  /// The number of messages sent; it identifies responses.
  var messagesSent: Int32 = 0
  /// The cause of the last exchange, and how many messages the device has sent for it.
  var cause = ExchangeCause.none
  var attempts: UInt16 = 0
  /// The cause of the last push from the group.
  var pushCause = ExchangeCause.none
  /// The message whose response the device awaits, zero for none.
  var awaited: Int32 = 0
  /// The first message of the current exchange, or of the next.
  var first: Int32 = 1
  /// Retries in the current exchange.
  var retries: Int32 = 0
  /// How many responses in a row made no progress, although the exchange was not done.
  var stalls: UInt8 = 0
  /// The message whose retry is queued, zero for none.
  var retried: Int32 = 0
  /// Another exchange was requested while a response was awaited.
  var wantsExchange = false
  /// A reconnect event is queued.
  var awaitsReconnect = false
  /// The last message of a process that has ended; its responses are discarded.
  var discardedThrough: Int32 = 0
  /// The minute of the last request that the server received, and how many there were in it.
  var rateLimitMinute: Int64 = 0
  var requestsThisMinute: Int32 = 0
  /// Since when the phone, which had a network, could have known what is new in its group.
  var newsSince = Instant(milliseconds: .min)
  /// The position of the group's feed then.
  var newsThrough = 0
  /// FAM-8: the server requires a sign-in, which the device sends next.
  var signsIn = false
  /// FAM-8: the server refuses to sign the user in again.
  var isShutOut = false

  /// The app's process has ended: it has lost what was in flight.
  mutating func end() {
    discardedThrough = messagesSent
    awaited = 0
    first = messagesSent + 1
    retries = 0
    retried = 0
    wantsExchange = false
  }

  /// Another install uses the link from now on; messages in flight to the previous one are lost.
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

import Chronology
import SyncCore

/// What a device knows of the connection between one of its replicas and the server.
struct LinkState: BitwiseCopyable {
  /// The cause of the last exchange, and how many messages the device has sent for it.
  var cause = ExchangeCause.none
  /// The cause of the last push from the group.
  var pushCause = ExchangeCause.none
  /// The minute of the last request that the server received, and how many there were in it.
  var rateLimitMinute: Int64 = 0
  /// Since when the phone, which had a network, could have known what is new in its group.
  var newsSince = Instant(milliseconds: .min)
  /// The position of the group's feed then.
  var newsThrough = 0
  var requestsThisMinute: Int32 = 0
  var attempts: UInt16 = 0
  /// When the device sends, waits, retries, signs in.
  var machine = ExchangeMachine()
}

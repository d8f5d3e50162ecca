import Chronology
import Environment
import SyncCore

/// Messages in flight.
typealias Requests = MessagePool<Request, Envelope>
typealias Responses = MessagePool<Response, Envelope>

/// What the network knows of a message.
struct Envelope: BitwiseCopyable, Sendable {
  var replica: UInt32
  /// The cause of the request.
  var key: MessageKey
  /// The number of the request, also on its response.
  var message: Int32
  /// When the request was sent.
  var sent: Instant
  /// Whether the device times out before the response can arrive.
  var hasTimeout: Bool
  /// Unreadable bytes arrived instead of the response.
  var isUnreadable = false
  /// The server rate-limited the request.
  var isRateLimited = false

  /// Whether this is a real response to the request.
  var isWhole: Bool { !isUnreadable && !isRateLimited }
}

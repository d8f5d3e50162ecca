import Chronology
import Environment
import SyncCore

/// Messages under way.
typealias Requests = MessagePool<Request, Envelope>
typealias Answers = MessagePool<Response, Envelope>

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

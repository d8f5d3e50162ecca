public import Base
public import Chronology

extension ExternalCalendar {
  /// How many fields an event has: title, start, duration, place and details, in this order.
  public static var fieldCount: Int { 5 }

  /// An event, or the tombstone of one.
  public struct Event: BitwiseCopyable, Hashable, Sendable {
    /// The calendar's own number, from 1.
    public var id: UInt64
    /// Grows with each change; it serves as the etag.
    public var revision: UInt64 = 1
    public var isDeleted = false
    /// The key under which an application created it; zeros for what people created.
    public var key = RowKey(0)
    /// The fields as words: texts are handles, times are milliseconds.
    public var values: SIMD8<UInt64> = .zero
    /// The revision in which each field was changed last.
    public var fieldRevisions: SIMD8<UInt64> = .zero
    /// When each field was changed last, in milliseconds of the calendar's own clock.
    public var fieldMilliseconds: SIMD8<Int64> = .zero
    /// Private properties: words that the application stores with the event, hidden from people.
    public var properties = PrivateProperties()
    /// The revision in which the properties were written last; zero when never.
    public var propertiesRevision: UInt64 = 0
  }

  /// What an application stores with an event, hidden from people: a long and a short word for each
  /// field.
  public struct PrivateProperties: BitwiseCopyable, Hashable, Sendable {
    public var long: SIMD8<UInt64>
    public var short: SIMD8<UInt32>

    public init(long: SIMD8<UInt64> = .zero, short: SIMD8<UInt32> = .zero) {
      self.long = long
      self.short = short
    }
  }

  /// The fault of one call, drawn by the caller.
  public enum Fault: BitwiseCopyable, Hashable, Sendable {
    /// No fault.
    case none
    /// The calendar is down for this call.
    case unavailable
    /// The calendar accepts no more requests for so many milliseconds.
    case limited(retryAfter: Int64)
  }

  /// The calendar's response to a request.
  public enum Response: Hashable, Sendable {
    /// Some events, and the position to continue from; after the last page, the token for next
    /// time.
    case page([Event], next: ReadingPosition, isLast: Bool)
    /// The event after the request.
    case event(Event)
    /// The etag does not match: the event in its current state.
    case conflict(Event)
    /// There never was such an event.
    case unknown
    /// The application must read everything again.
    case tokenExpired
    /// The calendar accepts nothing for so many milliseconds.
    case limited(retryAfter: Int64)
    case unavailable
  }

  /// A response with the calendar's clock, like the `Date` header of a web server.
  public struct Reply: Hashable, Sendable {
    public var date: Instant
    public var response: Response
  }
}

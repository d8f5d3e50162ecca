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
    /// Private properties: words that the application keeps with the event, unseen by people.
    public var properties = PrivateProperties()
    /// The revision in which the properties were written last; zero when never.
    public var propertiesRevision: UInt64 = 0
  }

  /// What an application stores with an event, unseen by people: a long and a short word a field.
  public struct PrivateProperties: BitwiseCopyable, Hashable, Sendable {
    public var long: SIMD8<UInt64>
    public var short: SIMD8<UInt32>

    public init(long: SIMD8<UInt64> = .zero, short: SIMD8<UInt32> = .zero) {
      self.long = long
      self.short = short
    }
  }

  /// What goes wrong with one call; drawn by whoever calls.
  public enum Fault: BitwiseCopyable, Hashable, Sendable {
    /// Nothing does.
    case none
    /// The calendar is down for this call.
    case unavailable
    /// The calendar takes no more requests for so many milliseconds.
    case limited(retryAfter: Int64)
  }

  /// What the calendar says to a request.
  public enum Response: Hashable, Sendable {
    /// Some events, and where to go on; after the last page that is the token for the next time.
    case page([Event], next: ReadingPosition, isLast: Bool)
    /// The event as the request has left it.
    case event(Event)
    /// The etag is not that of the event: the event as it is.
    case conflict(Event)
    /// There never was such an event.
    case unknown
    /// Everything must be read anew.
    case tokenExpired
    /// Nothing is taken for so many milliseconds.
    case limited(retryAfter: Int64)
    case unavailable
  }

  /// An answer with the calendar's clock, as every web server tells it.
  public struct Reply: Hashable, Sendable {
    public var date: Instant
    public var response: Response
  }
}

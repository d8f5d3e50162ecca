public import Chronology

/// Something that is to happen: when, what, to whom.
///
/// What the numbers mean is the business of whoever schedules.
public struct Event: BitwiseCopyable, Sendable {
  public var time: Instant
  /// The order among events of one instant: the order in which they were scheduled.
  public var order: UInt32
  public var kind: UInt16
  public var detail: UInt16
  public var target: UInt32
  public var payload: UInt32

  @inlinable public init(
    time: Instant, order: UInt32, kind: UInt16, detail: UInt16, target: UInt32, payload: UInt32
  ) {
    self.time = time
    self.order = order
    self.kind = kind
    self.detail = detail
    self.target = target
    self.payload = payload
  }

  /// Stands for the time between events; the kind is nobody's.
  static func none(at time: Instant) -> Event {
    Event(time: time, order: 0, kind: .max, detail: 0, target: 0, payload: 0)
  }

  @inlinable func precedes(_ other: Event) -> Bool {
    time != other.time ? time < other.time : order < other.order
  }
}

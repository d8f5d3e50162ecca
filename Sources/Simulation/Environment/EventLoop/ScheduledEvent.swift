public import Chronology

/// An event: its time, its kind and its target.
///
/// The caller that schedules it gives the numbers their meaning.
public struct ScheduledEvent: BitwiseCopyable, Sendable {
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

  /// Stands for the time between events; no event has its kind.
  static func none(at time: Instant) -> ScheduledEvent {
    ScheduledEvent(time: time, order: 0, kind: .max, detail: 0, target: 0, payload: 0)
  }

  @inlinable func precedes(_ other: ScheduledEvent) -> Bool {
    time != other.time ? time < other.time : order < other.order
  }

  /// One if `other` is earlier, else zero, without a branch: which of two events is earlier is
  /// unpredictable, also for a processor.
  @inlinable @inline(__always) func isLater(than other: ScheduledEvent) -> Int {
    let (mine, its) = (time.milliseconds, other.time.milliseconds)
    let isLater = mine > its ? 1 : 0
    let isSame = mine == its ? 1 : 0
    return isLater | isSame & (order > other.order ? 1 : 0)
  }
}

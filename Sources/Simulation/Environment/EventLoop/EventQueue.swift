public import Base
public import Chronology

/// The pending events, earliest first, and the virtual time.
///
/// A heap with four children a node: half as deep as a binary one, and a node's children share a
/// cache line or two. O(log n) to schedule and to pop.
public struct EventQueue: ~Copyable {
  @usableFromInline var heap: FlatArray<ScheduledEvent>
  @usableFromInline var scheduled: UInt32 = 0
  @usableFromInline var time: Instant
  /// Where the event that is being handled is left for crash reports.
  @usableFromInline let currentEvent: UnsafeMutablePointer<ScheduledEvent>?

  /// `currentEventAt` has to outlive the queue, which only writes to it.
  public init(start: Instant, currentEventAt: UnsafeMutablePointer<ScheduledEvent>? = nil) {
    heap = FlatArray(capacity: 256)
    time = start
    currentEvent = currentEventAt
    currentEvent?.initialize(to: .none(at: start))
  }

  /// The virtual time: that of the last event, if nothing has advanced it since.
  @inlinable public var now: Instant { time }

  /// When the next event is due, if there is one.
  @inlinable public var nextTime: Instant? { heap.isEmpty ? nil : heap[0].time }

  /// The number of pending events.
  @inlinable public var count: Int { heap.count }

  /// The number of events handled so far.
  @inlinable public var processedCount: Int { Int(scheduled) - heap.count }

  /// Schedules an event; one in the past happens now.
  @inlinable public mutating func schedule(
    at time: Instant, kind: UInt16, detail: UInt16 = 0, target: UInt32, payload: UInt32 = 0
  ) {
    precondition(scheduled < .max, "a community's run has fewer than four thousand million events")
    let event = ScheduledEvent(
      time: max(time, now), order: scheduled, kind: kind, detail: detail, target: target,
      payload: payload)
    scheduled += 1
    heap.append(event)
    rise(from: heap.count - 1, event)
  }

  /// Pops the next event that lies before `end`, and advances the virtual time to it.
  @inlinable public mutating func next(before end: Instant) -> ScheduledEvent? {
    guard !heap.isEmpty, heap[0].time < end else { return nil }
    let event = heap[0]
    let last = heap.removeLast()
    if !heap.isEmpty { sink(last) }
    time = event.time
    currentEvent?.pointee = event
    return event
  }

  /// Advances the time to `time`; no event may be due before.
  public mutating func advance(to time: Instant) {
    precondition(time >= now, "virtual time never goes back")
    precondition(heap.isEmpty || heap[0].time >= time, "an event would be skipped")
    self.time = time
    currentEvent?.pointee = .none(at: time)
  }

  /// Leaves something other than an event for crash reports: what happens at the current time.
  @inlinable public func setCurrent(kind: UInt16, target: UInt32, payload: UInt32) {
    currentEvent?.pointee = ScheduledEvent(
      time: time, order: 0, kind: kind, detail: 0, target: target, payload: payload)
  }

  @inlinable mutating func rise(from start: Int, _ event: ScheduledEvent) {
    heap.withMutableElements { elements in
      let heap = elements.baseAddress.unsafelyUnwrapped
      var index = start
      while index > 0 {
        let parent = (index &- 1) &>> 2
        guard event.precedes(heap[parent]) else { break }
        heap[index] = heap[parent]
        index = parent
      }
      heap[index] = event
    }
  }

  /// Puts `event` into the place of the removed root.
  @inlinable mutating func sink(_ event: ScheduledEvent) {
    heap.withMutableElements { elements in
      let heap = elements.baseAddress.unsafelyUnwrapped
      let count = elements.count
      var index = 0
      while true {
        let first = index &<< 2 &+ 1
        if first >= count { break }
        var least = first
        if first &+ 3 < count {
          // All four children exist, except for the last parent.
          let left = first &+ heap[first].isLater(than: heap[first &+ 1])
          let right = first &+ 2 &+ heap[first &+ 2].isLater(than: heap[first &+ 3])
          least = left &+ (right &- left) &* heap[left].isLater(than: heap[right])
        } else {
          var child = first &+ 1
          while child < count {
            if heap[child].precedes(heap[least]) { least = child }
            child &+= 1
          }
        }
        guard heap[least].precedes(event) else { break }
        heap[index] = heap[least]
        index = least
      }
      heap[index] = event
    }
  }
}

import Base
import Chronology
import Testing

@testable import Environment

@Suite("The event queue")
struct EventQueueTests {
  static let start = Instant(milliseconds: 1_000_000)

  /// Pops every event before `end`, and returns the payloads.
  static func payloads(
    of queue: inout EventQueue, before end: Instant = Instant(milliseconds: .max)
  ) -> [UInt32] {
    var payloads: [UInt32] = []
    while let event = queue.next(before: end) { payloads.append(event.payload) }
    return payloads
  }

  @Test("pops earlier events first")
  func earlierFirst() {
    var queue = EventQueue(start: Self.start)
    for (payload, delay) in [5, 1, 4, 2, 3].enumerated() {
      queue.schedule(
        at: Self.start + Int64(delay), kind: 0, target: 0, payload: UInt32(payload))
    }
    let payloads = Self.payloads(of: &queue)
    #expect(payloads == [1, 3, 4, 2, 0])
  }

  @Test("leaves the event that it pops for crash reports")
  func seen() {
    let place = UnsafeMutablePointer<ScheduledEvent>.allocate(capacity: 1)
    defer { place.deallocate() }
    var queue = EventQueue(start: Self.start, currentEventAt: place)
    #expect(place.pointee.time == Self.start && place.pointee.kind == .max)
    for number in 0..<3 as Range<UInt32> {
      queue.schedule(at: Self.start + Int64(number), kind: 4, target: number, payload: 9)
    }
    for number in 0..<3 as Range<UInt32> {
      _ = queue.next(before: Instant(milliseconds: .max))
      #expect(place.pointee.time == Self.start + Int64(number))
      #expect(place.pointee.kind == 4 && place.pointee.target == number)
      #expect(place.pointee.order == number && place.pointee.payload == 9)
    }
    queue.advance(to: Self.start + 100)
    #expect(place.pointee.time == Self.start + 100 && place.pointee.kind == .max)
  }

  @Test("keeps the order of scheduling among events of one instant")
  func ties() {
    var queue = EventQueue(start: Self.start)
    for payload in 0..<100 as Range<UInt32> {
      queue.schedule(at: Self.start + 7, kind: 0, target: 0, payload: payload)
    }
    let payloads = Self.payloads(of: &queue)
    #expect(payloads == Array(0..<100))
  }

  @Test("returns events unchanged")
  func fields() throws {
    var queue = EventQueue(start: Self.start)
    queue.schedule(at: Self.start + 3, kind: 7, detail: 9, target: 11, payload: 13)
    let event = queue.next(before: Self.start + 4)
    #expect(event?.time == Self.start + 3)
    #expect(event?.kind == 7 && event?.detail == 9)
    #expect(event?.target == 11 && event?.payload == 13)
  }

  @Test("keeps events at the end or later")
  func end() {
    var queue = EventQueue(start: Self.start)
    for delay in 0..<4 as Range<UInt32> {
      queue.schedule(at: Self.start + Int64(delay), kind: 0, target: 0, payload: delay)
    }
    let before = Self.payloads(of: &queue, before: Self.start + 2)
    let (left, processedCount, now) = (queue.count, queue.processedCount, queue.now)
    #expect(before == [0, 1])
    #expect(left == 2 && processedCount == 2)
    #expect(now == Self.start + 1)
    let after = Self.payloads(of: &queue)
    #expect(after == [2, 3])
  }

  @Test("handles an event from the past now, after the events that are due now")
  func late() {
    var queue = EventQueue(start: Self.start)
    queue.schedule(at: Self.start + 10, kind: 0, target: 0, payload: 0)
    queue.schedule(at: Self.start + 10, kind: 0, target: 0, payload: 1)
    _ = queue.next(before: Self.start + 11)
    queue.schedule(at: Self.start, kind: 0, target: 0, payload: 2)
    let first = queue.next(before: Self.start + 11)
    let second = queue.next(before: Self.start + 11)
    #expect(first?.payload == 1)
    #expect(second?.payload == 2)
    #expect(second?.time == Self.start + 10)
  }

  @Test("advances the time without events")
  func advance() {
    var queue = EventQueue(start: Self.start)
    queue.schedule(at: Self.start + 10, kind: 0, target: 0)
    queue.advance(to: Self.start + 10)
    let (now, processedCount, left) = (queue.now, queue.processedCount, queue.count)
    #expect(now == Self.start + 10)
    #expect(processedCount == 0 && left == 1)
  }

  @Test("stops a run when time would go back")
  func timeNeverGoesBack() async {
    await #expect(processExitsWith: .failure) {
      var queue = EventQueue(start: Instant(milliseconds: 10))
      queue.advance(to: Instant(milliseconds: 9))
    }
  }

  @Test("stops a run that would skip an event")
  func noEventIsPassedOver() async {
    await #expect(processExitsWith: .failure) {
      var queue = EventQueue(start: Instant(milliseconds: 10))
      queue.schedule(at: Instant(milliseconds: 20), kind: 0, target: 0)
      queue.advance(to: Instant(milliseconds: 21))
    }
  }

  /// An event as the sorted list has it.
  struct Expected {
    var time: Int64
    var payload: UInt32
  }

  @Test("agrees with a sorted list on random schedules", arguments: 0..<20 as Range<UInt64>)
  func oracle(seed: UInt64) {
    let randomness = Randomness(seed: seed)
    func draw(_ step: Int32, _ slot: UInt16, below bound: UInt64) -> Int64 {
      Int64(randomness.draw(RandomPurpose(1), who: 0, day: step, slot: slot).integer(below: bound))
    }
    var queue = EventQueue(start: Self.start)
    var expected: [Expected] = []
    var now = Self.start.milliseconds
    var wrong = 0
    for step in 0..<1_500 as Range<Int32> {
      // Grows first, then shrinks; few instants, so that many events coincide.
      if draw(step, 0, below: 10) < (step < 1_000 ? 7 : 3) {
        let time = now - 5 + draw(step, 1, below: 40)
        queue.schedule(
          at: Instant(milliseconds: time), kind: 0, target: 0, payload: UInt32(step))
        expected.append(Expected(time: max(time, now), payload: UInt32(step)))
      } else {
        let end = now + draw(step, 2, below: 30)
        // The first of the least: the list is in order of scheduling.
        let least = expected.indices.filter { expected[$0].time < end }
          .min { (expected[$0].time, $0) < (expected[$1].time, $1) }
        let event = queue.next(before: Instant(milliseconds: end))
        if let least {
          let due = expected.remove(at: least)
          if event?.time.milliseconds != due.time || event?.payload != due.payload { wrong += 1 }
          now = due.time
        } else if event != nil {
          wrong += 1
        }
      }
      if queue.now.milliseconds != now || queue.count != expected.count { wrong += 1 }
    }
    #expect(wrong == 0)
    let rest = Self.payloads(of: &queue)
    let sorted = expected.indices.sorted { (expected[$0].time, $0) < (expected[$1].time, $1) }
    #expect(rest == sorted.map { expected[$0].payload })
    #expect(rest.count > 100)
  }
}

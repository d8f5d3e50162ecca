import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("Logged and imported workouts")
struct WorkoutMatchingTests {
  private static let midnight = Instant(
    milliseconds: Int64(TestFamily.firstDay.number) * Span.day)

  /// A span in minutes of the first day.
  private static func span(
    _ source: WorkoutSource, _ identity: UInt64, _ start: Int64, _ end: Int64
  ) -> WorkoutSpan {
    WorkoutSpan(
      start: midnight + start * Span.minute, end: midnight + end * Span.minute, source: source,
      identity: Entity(raw: identity))
  }

  private static func hand(_ identity: UInt64, _ start: Int64, _ end: Int64) -> WorkoutSpan {
    span(.hand, identity, start, end)
  }

  private static func store(_ identity: UInt64, _ start: Int64, _ end: Int64) -> WorkoutSpan {
    span(.store, identity, start, end)
  }

  private static func count(_ spans: WorkoutSpan...) -> Int {
    WorkoutMatching.distinct(spans).count
  }

  @Test("TRN-3: are one workout from an overlap of half the shorter one on")
  func half() {
    #expect(Self.count(Self.hand(1, 600, 660), Self.store(1, 630, 700)) == 1)
    #expect(Self.count(Self.hand(1, 600, 660), Self.store(1, 631, 700)) == 2)
    // Of the shorter one: ten minutes inside two hours.
    #expect(Self.count(Self.hand(1, 600, 720), Self.store(1, 650, 660)) == 1)
    #expect(Self.count(Self.hand(1, 600, 660), Self.store(1, 660, 700)) == 2)
    var almost = Self.store(1, 630, 700)
    almost.start += 1
    #expect(Self.count(Self.hand(1, 600, 660), almost) == 2)
    // Half of an odd length.
    var odd = Self.hand(1, 0, 0)
    odd.end += 5
    var other = Self.store(1, 0, 10)
    other.start += 2
    #expect(Self.count(odd, other) == 1)
    other.start += 1
    #expect(Self.count(odd, other) == 2)
  }

  @Test("TRN-3: two logged or two imported ones are never one, but a repeated import is")
  func sameSource() {
    #expect(Self.count(Self.hand(1, 600, 660), Self.hand(2, 600, 660)) == 2)
    #expect(Self.count(Self.store(1, 600, 660), Self.store(2, 600, 660)) == 2)
    #expect(Self.count(Self.store(1, 600, 660), Self.store(1, 600, 660)) == 1)
    #expect(Self.count(Self.hand(1, 600, 660), Self.store(1, 700, 760)) == 2)
  }

  @Test("TRN-3: an import pairs with at most one log, that of the longest overlap")
  func chain() {
    let spans = [
      Self.hand(1, 600, 640), Self.store(1, 610, 680), Self.hand(2, 640, 690),
      Self.store(2, 670, 720),
    ]
    let workouts = WorkoutMatching.distinct(spans)
    #expect(
      workouts == [
        DistinctWorkout(hand: spans[0]), DistinctWorkout(hand: spans[2], store: spans[1]),
        DistinctWorkout(store: spans[3]),
      ])
  }

  @Test("TRN-3: of equally long overlaps the earlier one counts, then the smaller identity")
  func ties() {
    let first = Self.hand(1, 600, 630)
    let second = Self.hand(2, 630, 660)
    let between = Self.store(1, 615, 645)
    #expect(
      WorkoutMatching.distinct([second, between, first]) == [
        DistinctWorkout(hand: first, store: between), DistinctWorkout(hand: second),
      ])
    let tied = Self.hand(5, 600, 630)
    #expect(
      WorkoutMatching.distinct([tied, Self.store(1, 600, 630), first]).map(\.hand?.identity.raw)
        == [1, 5])
    #expect(
      WorkoutMatching.distinct([tied, Self.store(1, 600, 630), first]).map { $0.store != nil }
        == [true, false])
  }

  @Test("TRN-3: a record of zero or negative length is never matched")
  func empty() {
    #expect(Self.count(Self.hand(1, 600, 600), Self.store(1, 590, 610)) == 2)
    #expect(Self.count(Self.hand(1, 620, 600), Self.store(1, 590, 630)) == 2)
  }

  @Test("TRN-3: the pairs are those of the model, whatever the order", arguments: 0..<20)
  func oracle(block: Int) {
    for seed in block * 100..<(block + 1) * 100 {
      var dice = Dice(seed: UInt64(seed))
      let spans = (0..<1 + dice.roll(9)).map { place in
        let start = Int64(dice.roll(12) * 5)
        return Self.span(
          dice.chance(1, in: 2) ? .hand : .store, UInt64(place + 1), start,
          start + Int64(1 + dice.roll(8)) * 5)
      }
      let workouts = WorkoutMatching.distinct(spans)
      #expect(WorkoutMatching.distinct(dice.shuffled(spans)) == workouts)
      let plain = WorkoutModel.pairs(
        spans.map {
          WorkoutModel.Record(
            isHand: $0.source == .hand, id: Int($0.identity.raw),
            start: Int($0.start - Self.midnight), end: Int($0.end - Self.midnight))
        })
      let pairs = workouts.compactMap { workout -> [Int]? in
        guard let hand = workout.hand, let store = workout.store else { return nil }
        return [Int(hand.identity.raw), Int(store.identity.raw)]
      }
      #expect(Set(pairs) == Set(plain), "seed \(seed)")
      #expect(workouts.count == spans.count - plain.count)
    }
  }
}

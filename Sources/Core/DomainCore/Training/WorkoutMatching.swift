public import Base
public import Chronology

/// TRN-3: the source of a workout.
public enum WorkoutSource: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// A person logged it.
  case hand = 0
  /// The health store had it.
  case store = 1
}

/// TRN-3: from when to when a workout was, and the record that has it.
public struct WorkoutSpan: BitwiseCopyable, Hashable, Sendable {
  public var start: Instant
  public var end: Instant
  public var source: WorkoutSource
  /// The fact that logged it, or the store's identifier: one workout for each source and identity,
  /// so one that two devices imported is here once.
  public var identity: Entity

  public init(start: Instant, end: Instant, source: WorkoutSource, identity: Entity) {
    self.start = start
    self.end = end
    self.source = source
    self.identity = identity
  }

  /// Never negative, whatever a record contains.
  @inlinable public var lengthMilliseconds: Int64 { max(0, end - start) }

  /// For how long both were in progress.
  @inlinable public func overlapMilliseconds(with other: WorkoutSpan) -> Int64 {
    max(0, min(end, other.end) - max(start, other.start))
  }

  /// TRN-3: whether the two can be one workout: one logged, one imported, and overlapping for at
  /// least half of the shorter one.
  @inlinable public func canBe(_ other: WorkoutSpan) -> Bool {
    guard source != other.source else { return false }
    let overlap = overlapMilliseconds(with: other)
    return overlap > 0 && overlap * 2 >= min(lengthMilliseconds, other.lengthMilliseconds)
  }
}

extension WorkoutSpan: Comparable {
  /// By start, end, source and identity: an order that does not depend on arrival.
  public static func < (left: WorkoutSpan, right: WorkoutSpan) -> Bool {
    if left.start != right.start { return left.start < right.start }
    if left.end != right.end { return left.end < right.end }
    if left.source != right.source { return left.source.rawValue < right.source.rawValue }
    return left.identity < right.identity
  }
}

/// TRN-3: one workout: what was logged, what was imported, or both.
public struct DistinctWorkout: BitwiseCopyable, Hashable, Sendable {
  public var hand: WorkoutSpan?
  public var store: WorkoutSpan?

  public init(hand: WorkoutSpan? = nil, store: WorkoutSpan? = nil) {
    precondition(hand != nil || store != nil, "a workout has a source")
    self.hand = hand
    self.store = store
  }

  /// The record that identifies the workout: the logged one, which has the exercises.
  public var span: WorkoutSpan {
    guard let span = hand ?? store else { preconditionFailure("a workout has a source") }
    return span
  }
}

/// TRN-3: which logged and which imported workouts are one.
///
/// The rule says when two *can* be one. Where several could, each record is in at most one pair,
/// because a long run would otherwise swallow two workouts that a person really logged. The
/// possible pair with the longest overlap is made first, then the longest of the others, and so on.
/// A person who compares the two lists would do the same; pairing by start instead would match a
/// run with anything that overlaps its beginning. Ties go by the earlier start, then by the whole
/// order of spans. So the result depends on the spans alone: not on the order in which they
/// arrived, nor on which device imported them. A pair never depends on a workout that no chain of
/// possible pairs reaches, so days that are apart do not affect each other.
///
/// Two logged workouts, or two imported ones, are never one, however much they overlap.
public enum WorkoutMatching {
  /// Marks a span without a partner.
  @inlinable public static var alone: Int32 { -1 }

  /// Writes for each span the index of its partner, or `alone`. O(n²) for each pair made, without
  /// allocating: for the few spans around a day.
  ///
  /// Spans must differ in source and identity.
  public static func match(
    _ spans: borrowing FlatArray<WorkoutSpan>, into partners: inout FlatArray<Int32>
  ) {
    partners.removeAll()
    partners.extend(to: spans.count, repeating: alone)
    while let (hand, store) = bestPair(spans, partners) {
      partners[hand] = Int32(store)
      partners[store] = Int32(hand)
    }
  }

  private static func bestPair(
    _ spans: borrowing FlatArray<WorkoutSpan>, _ partners: borrowing FlatArray<Int32>
  ) -> (hand: Int, store: Int)? {
    var best: (hand: Int, store: Int)?
    for hand in 0..<spans.count where spans[hand].source == .hand && partners[hand] == alone {
      for store in 0..<spans.count
      where partners[store] == alone && spans[hand].canBe(spans[store]) {
        guard let (bestHand, bestStore) = best else {
          best = (hand, store)
          continue
        }
        if isBetter(spans[hand], spans[store], than: spans[bestHand], spans[bestStore]) {
          best = (hand, store)
        }
      }
    }
    return best
  }

  /// Whether the first pair is made before the second.
  private static func isBetter(
    _ hand: WorkoutSpan, _ store: WorkoutSpan, than otherHand: WorkoutSpan,
    _ otherStore: WorkoutSpan
  ) -> Bool {
    let overlap = hand.overlapMilliseconds(with: store)
    let otherOverlap = otherHand.overlapMilliseconds(with: otherStore)
    if overlap != otherOverlap { return overlap > otherOverlap }
    let (first, otherFirst) = (min(hand, store), min(otherHand, otherStore))
    if first != otherFirst { return first < otherFirst }
    return max(hand, store) < max(otherHand, otherStore)
  }

  /// The distinct workouts among some records, in the order of their spans.
  ///
  /// A record that is listed twice counts once: of two with one source and identity the first in
  /// the order of spans wins.
  public static func distinct(_ records: [WorkoutSpan]) -> [DistinctWorkout] {
    var spans = FlatArray<WorkoutSpan>(capacity: records.count)
    for record in records.sorted() {
      var isKnown = false
      for place in 0..<spans.count
      where spans[place].source == record.source && spans[place].identity == record.identity {
        isKnown = true
      }
      if !isKnown { spans.append(record) }
    }
    var partners = FlatArray<Int32>()
    match(spans, into: &partners)
    var workouts: [DistinctWorkout] = []
    workouts.reserveCapacity(spans.count)
    for place in 0..<spans.count {
      let partner = partners[place]
      if spans[place].source == .hand {
        let store = partner == alone ? nil : spans[Int(partner)]
        workouts.append(DistinctWorkout(hand: spans[place], store: store))
      } else if partner == alone {
        workouts.append(DistinctWorkout(store: spans[place]))
      }
    }
    return workouts.sorted { $0.span < $1.span }
  }
}

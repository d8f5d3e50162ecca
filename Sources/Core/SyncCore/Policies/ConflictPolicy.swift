public import Chronology
public import DomainCore

/// Where the order of writes comes from, and so which of two writes to one field stands.
///
/// Folds and registers compare versions and know of no policy. A policy says what versions are made
/// of, in the three places where order is given: when a device drafts a fact (`drafted`), when the
/// server takes it in (`committed`), and when a device shows what the server has not taken yet
/// (`shown`). `docs/policies.md` says what follows from each for people.
public enum ConflictPolicy: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The order of tapping, by hybrid clocks that the server corrects: what was seen lies in the
  /// past, and of two who did not know of each other the later one stands. A write is of one field.
  case fieldwise = 0
  /// The order of arrival, and a write carries the whole record as its author saw it, as into a
  /// plain document store.
  case arrivalWins = 1
  /// The order of the phones' own clocks, whatever they show.
  case clientTimestampWins = 2
  /// The order of arrival, field by field: who pushes last has changed what they changed.
  case clientWinsPerField = 3

  /// What scenarios and people call it.
  public var name: String {
    switch self {
    case .fieldwise: "fieldwise"
    case .arrivalWins: "arrival-wins"
    case .clientTimestampWins: "client-timestamp-wins"
    case .clientWinsPerField: "client-wins-per-field"
    }
  }

  /// Whether an edit is written as the whole record it belongs to.
  @inlinable public var writesRecords: Bool { self == .arrivalWins }

  /// Whether the server puts everything in the order in which it comes.
  @inlinable var isByArrival: Bool { self == .arrivalWins || self == .clientWinsPerField }

  // MARK: Where order is given

  /// The stamp of what is said on a device now, as its operation `sequence`; `clock` has received
  /// all that the device has seen and said, `confirmed` is the latest stamp that it has seen.
  ///
  /// What a phone notes of its exchanges with a calendar nobody has said, so it goes by no clock: a
  /// note that loses to one from a clock that is ahead would make it exchange the same for ever.
  @inlinable func drafted(
    _ kind: FactKind, at now: Instant, clock: HybridClock, confirmed: UInt64, pending: Int,
    sequence: UInt32
  ) -> UInt64 {
    // The counter keeps the stamps of one site apart: its clock may show a millisecond again.
    if self == .clientTimestampWins && kind.area != .calendar {
      return HybridClock.stamp(of: now) | UInt64(sequence & 0xFFFF)
    }
    var clock = clock
    return shown(clock.tick(at: now), confirmed: confirmed, place: pending)
  }

  /// The stamp that the server commits: `seen` is the latest that the author may have seen, and
  /// `ownLatest` the latest of the site.
  @inlinable func committed(
    _ drafted: UInt64, seen: UInt64, ownLatest: UInt64, now: Instant, bound: Int64
  ) -> UInt64 {
    switch self {
    case .fieldwise:
      let isFuture = drafted > HybridClock.stamp(of: now + bound)
      return max(
        isFuture ? max(HybridClock.stamp(of: now), seen + 1) : drafted, ownLatest + 1)
    case .arrivalWins, .clientWinsPerField:
      return max(HybridClock.stamp(of: now), max(seen, ownLatest) + 1)
    case .clientTimestampWins:
      // Only what no clock shows is replaced, for a device would not believe it.
      return drafted < 1 << 63 ? drafted : HybridClock.stamp(of: now)
    }
  }

  /// The stamp with which a device shows the write at a place of its outbox over what is confirmed:
  /// where arrival counts, what has not arrived will come after everything that has.
  @inlinable @inline(__always)
  func shown(_ drafted: UInt64, confirmed: UInt64, place: Int) -> UInt64 {
    isByArrival ? max(drafted, confirmed + 1 + UInt64(place)) : drafted
  }
}

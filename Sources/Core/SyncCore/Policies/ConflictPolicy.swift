public import Chronology
public import DomainCore

/// Where the order of writes comes from, and so which of two writes to one field wins.
///
/// Folds and registers compare versions and know of no policy. A policy defines how versions are
/// made, in the three places that assign an order: when a device drafts a fact (`drafted`), when
/// the server accepts it (`committed`), and when a device shows operations that the server has not
/// accepted yet (`shown`). `docs/policies.md` describes what each means for users.
public enum ConflictPolicy: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The order of taps, by hybrid clocks that the server corrects: what a device has received lies
  /// in the past, and of two concurrent writes the later one wins. A write changes one field.
  case fieldwise = 0
  /// The order of arrival at the server, and a write carries the whole record as its author saw it,
  /// as into a plain document store.
  case arrivalWins = 1
  /// The order of the phones' own clocks, whatever they show.
  case clientTimestampWins = 2
  /// The order of arrival at the server, field by field: the last device to push wins the fields
  /// that it changed.
  case clientWinsPerField = 3

  /// Its name in scenarios and reports.
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

  /// Whether the server orders everything in arrival order.
  @inlinable var isByArrival: Bool { self == .arrivalWins || self == .clientWinsPerField }

  // MARK: Where order is given

  /// The stamp of an operation that a device drafts now, its `sequence`th; `clock` has received all
  /// that the device has received and drafted, `confirmed` is the latest stamp that it has
  /// received.
  ///
  /// A phone's notes about its exchanges with a calendar are no user's writes, so they rely on no
  /// clock: a note that loses to one from a clock that is ahead would make the phone exchange the
  /// same forever.
  @inlinable func drafted(
    _ kind: FactKind, at now: Instant, clock: HybridClock, confirmed: UInt64, pending: Int,
    sequence: UInt32
  ) -> UInt64 {
    // The counter separates the stamps of one site: its clock may show a millisecond again.
    if self == .clientTimestampWins && kind.area != .calendar {
      return HybridClock.stamp(of: now) | UInt64(sequence & 0xFFFF)
    }
    var clock = clock
    return shown(clock.tick(at: now), confirmed: confirmed, place: pending)
  }

  /// The stamp that the server commits: `seen` is the latest that the author may have received, and
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
      // Only stamps that no clock shows are replaced, for a device would not accept them.
      return drafted < 1 << 63 ? drafted : HybridClock.stamp(of: now)
    }
  }

  /// The stamp with which a device shows the write at a place of its outbox over the confirmed
  /// state: where arrival counts, a write that has not arrived will follow everything that has.
  @inlinable @inline(__always)
  func shown(_ drafted: UInt64, confirmed: UInt64, place: Int) -> UInt64 {
    isByArrival ? max(drafted, confirmed + 1 + UInt64(place)) : drafted
  }
}

import Base

/// The changes of a service in order, for incremental reads.
///
/// A thing that changes again moves to the end, so that a reader meets it once, in its current
/// state.
struct ChangeJournal: ~Copyable {
  /// The indices of the changed things, one entry for each change.
  private var entries: FlatArray<UInt32>
  /// For each thing the number of its latest entry.
  private var latest: FlatArray<UInt32>

  init() {
    entries = FlatArray()
    latest = FlatArray()
  }

  /// How many changes there were.
  var count: Int { entries.count }

  /// Records that the thing at an index is new or has changed. Amortized O(1).
  mutating func note(_ place: Int) {
    latest.extend(to: place + 1, repeating: 0)
    latest[place] = UInt32(entries.count)
    entries.append(UInt32(place))
  }

  /// The thing of an entry, or nil when it changed again later.
  func place(at position: Int) -> Int? {
    let place = Int(entries[position])
    return latest[place] == UInt32(position) ? place : nil
  }
}

/// Where the next read of a service continues: opaque to the application.
public struct ReadingPosition: BitwiseCopyable, Hashable, Sendable {
  public var first: UInt64
  public var second: UInt64

  public init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }
}

/// The contents of a position, known to the service only.
struct ReadingCursor {
  /// Whether the read lists everything, rather than changes.
  var isListing: Bool
  /// The next thing or change to read.
  var position: Int
  /// For a listing: how many changes there were when it began.
  var start: Int
  /// Positions of an earlier generation are invalid.
  var generation: UInt16
  /// When the position was issued, by the service's clock.
  var issuedMilliseconds: Int64

  init(isListing: Bool, position: Int, start: Int, generation: UInt16, issuedMilliseconds: Int64) {
    self.isListing = isListing
    self.position = position
    self.start = start
    self.generation = generation
    self.issuedMilliseconds = issuedMilliseconds
  }

  init(_ packed: ReadingPosition) {
    position = Int(packed.first & 0xFFFF_FFFF)
    start = Int(packed.first >> 32)
    isListing = packed.second & 1 == 1
    generation = UInt16(truncatingIfNeeded: packed.second >> 48)
    issuedMilliseconds = Int64(packed.second >> 1 & (1 << 47 - 1))
  }

  var packed: ReadingPosition {
    ReadingPosition(
      first: UInt64(position) | UInt64(start) << 32,
      second: UInt64(generation) << 48
        | (UInt64(bitPattern: issuedMilliseconds) & (1 << 47 - 1)) << 1 | (isListing ? 1 : 0))
  }
}

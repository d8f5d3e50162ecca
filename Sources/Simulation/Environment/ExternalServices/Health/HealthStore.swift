import Base
public import Chronology

/// TRN-3: the store on a person's phone in which watches and apps save workouts.
///
/// All devices of a person see the same store. The caller passes in the time; a late sample is one
/// that is added long after it ended. Nothing in the store is random.
public struct HealthStore: ~Copyable {
  /// A workout in the store.
  public struct Sample: BitwiseCopyable, Hashable, Sendable {
    /// The store's own number, from 1.
    public var id: UInt64
    /// Grows with each edit.
    public var revision: UInt32
    public var start: Instant
    public var end: Instant
    /// The kind of workout, by the store's list of kinds.
    public var kind: UInt8
    public var kilocalories: UInt16
  }

  /// The store's response to a query.
  public enum Response: Hashable, Sendable {
    /// New or changed samples, deleted ones, and the anchor to continue from.
    case samples([Sample], deleted: [UInt64], anchor: ReadingPosition, isLast: Bool)
    /// The anchor is invalid: the application must read everything again.
    case anchorInvalid
    /// The person has withdrawn their permission, or never gave it.
    case notAuthorized
  }

  private var samples: FlatArray<Sample>
  private var deleted: FlatArray<Bool>
  private var journal: ChangeJournal
  private var generation: UInt16 = 0
  /// Whether the person lets the application read the store; this may change at any time.
  public var isAuthorized = true

  public init() {
    samples = FlatArray()
    deleted = FlatArray()
    journal = ChangeJournal()
  }

  /// How many samples there ever were.
  public var count: Int { samples.count }

  /// The sample with a number, unless it was deleted.
  public func sample(_ id: UInt64) -> Sample? {
    guard id >= 1, id <= UInt64(samples.count), !deleted[Int(id) - 1] else { return nil }
    return samples[Int(id) - 1]
  }

  /// Invalidates every anchor, as restoring a phone does.
  public mutating func invalidateAnchors() { generation &+= 1 }

  /// A watch or an app saves a workout. Returns the sample's number.
  @discardableResult
  public mutating func add(
    start: Instant, end: Instant, kind: UInt8, kilocalories: UInt16
  ) -> UInt64 {
    precondition(start < end, "a workout takes time")
    let id = UInt64(samples.count + 1)
    samples.append(
      Sample(
        id: id, revision: 1, start: start, end: end, kind: kind, kilocalories: kilocalories))
    deleted.append(false)
    journal.note(samples.count - 1)
    return id
  }

  /// A sample gets other times or calories, under the same number.
  public mutating func edit(_ id: UInt64, start: Instant, end: Instant, kilocalories: UInt16) {
    precondition(start < end, "a workout takes time")
    guard let sample = sample(id) else { return }
    let place = Int(id) - 1
    samples[place].revision = sample.revision + 1
    samples[place].start = start
    samples[place].end = end
    samples[place].kilocalories = kilocalories
    journal.note(place)
  }

  /// A sample is deleted for good.
  public mutating func delete(_ id: UInt64) {
    guard sample(id) != nil else { return }
    deleted[Int(id) - 1] = true
    journal.note(Int(id) - 1)
  }

  /// The changes since an anchor, a page at a time; all samples when there is none.
  public func query(from anchor: ReadingPosition?, limit: Int) -> Response {
    precondition(limit > 0)
    guard isAuthorized else { return .notAuthorized }
    var cursor =
      anchor.map { ReadingCursor($0) }
      ?? ReadingCursor(
        isListing: true, position: 0, start: journal.count, generation: generation,
        issuedMilliseconds: 0)
    guard cursor.generation == generation else { return .anchorInvalid }
    let end = cursor.isListing ? samples.count : journal.count
    var found: [Sample] = []
    var gone: [UInt64] = []
    while cursor.position < end && found.count + gone.count < limit {
      let place = cursor.isListing ? cursor.position : journal.place(at: cursor.position)
      cursor.position += 1
      guard let place else { continue }
      if !deleted[place] {
        found.append(samples[place])
      } else if !cursor.isListing {
        gone.append(samples[place].id)
      }
    }
    let isLast = cursor.position >= end
    if isLast && cursor.isListing {
      cursor = ReadingCursor(
        isListing: false, position: cursor.start, start: 0, generation: generation,
        issuedMilliseconds: 0)
    }
    return .samples(found, deleted: gone, anchor: cursor.packed, isLast: isLast)
  }
}

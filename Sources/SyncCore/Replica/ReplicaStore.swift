public import Base
public import DomainCore

/// Where a replica keeps what must survive: the confirmed copy, the outbox, its counters.
///
/// Each mutating call is one transaction of the storage. The replica holds no state of its own
/// that a restart would miss, so a store on disk makes a durable replica without another line.
public protocol ReplicaStore: ~Copyable {
  /// Where the confirmed base lies: the fold of the feed up to `position`.
  var stateAddress: UnsafePointer<ScopeState> { get }
  var epoch: UInt32 { get }
  /// How many rows of the feed are in the base.
  var position: UInt32 { get }
  /// The last sequence number given.
  var sequence: UInt32 { get }
  /// What the applied rows have shown of time; the outbox knows the stamps given since.
  var clock: HybridClock { get }

  /// Operations that no applied row has confirmed yet, oldest first, contiguous in sequence.
  var pendingCount: Int { get }
  borrowing func pending(_ index: Int) -> Operation

  /// Appends some of them to a message.
  func copyPending(_ range: Range<Int>, to operations: inout FlatArray<Operation>)

  /// The own operations that came back rejected, oldest first.
  var rejectedCount: Int { get }
  borrowing func rejected(_ index: Int) -> FeedRow

  /// Local commit: the pending row, the outbox entry, the sequence and its stamp together.
  mutating func commit(_ operation: Operation)

  /// Whether something pending has fields that only a newer build of the app knows.
  var hasUnknownFields: Bool { get }

  /// Passes such fields of a pending operation on, under its number in a message.
  func passUnknownFields(
    of operation: Operation, to unknown: inout UnknownFields, _ number: Int)

  /// Applies rows that start at `position`, drops from the outbox what they confirm, keeps the
  /// own ones that were rejected, moves the position behind them and the clock past them,
  /// together.
  mutating func apply(_ rows: UnsafeBufferPointer<FeedRow>, site: UInt32, clock: HybridClock)

  /// P12: why everything was dropped, or nil.
  var revocation: Refusal? { get }

  /// P12: drops the base and the outbox and goes on under `epoch`, at position 0.
  ///
  /// Pending operations behind `sequenceDecided` become rejected for that reason; what is decided
  /// lies in the log, with a verdict that the device may not see any more.
  mutating func purge(epoch: UInt32, reason: Refusal, sequenceDecided: UInt32)

  /// Starts again from the scope as it was founded with the whole feed, under `epoch`, together.
  mutating func restart(
    from founded: consuming ScopeState, with rows: UnsafeBufferPointer<FeedRow>, epoch: UInt32,
    site: UInt32, clock: HybridClock)
}

extension ReplicaStore where Self: ~Copyable {
  @inlinable public func copyPending(
    _ range: Range<Int>, to operations: inout FlatArray<Operation>
  ) {
    for index in range { operations.append(pending(index)) }
  }

  @inlinable public var hasUnknownFields: Bool { false }

  @inlinable public func passUnknownFields(
    of operation: Operation, to unknown: inout UnknownFields, _ number: Int
  ) {}

  /// The confirmed base, in place.
  ///
  /// A requirement of this type would be read through a coroutine that allocates and that no
  /// optimiser removes; an address is a load.
  @inlinable public var state: ScopeState {
    unsafeAddress { stateAddress }
  }
}

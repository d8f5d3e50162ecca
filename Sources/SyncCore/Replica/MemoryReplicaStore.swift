public import Base
public import DomainCore

/// A replica's store in flat memory, for populations and for tests.
public struct MemoryReplicaStore: ReplicaStore, ~Copyable {
  @usableFromInline let memory: UnsafeMutablePointer<ScopeState>
  public var outbox: FlatQueue<Operation>
  /// What a newer build of the app has put into pending operations, by their sequences.
  public var unknown = UnknownFields()
  /// What came back rejected, as rows of the feed.
  public var rejections: FlatArray<FeedRow>
  /// What purges took from the outbox undecided. No log has it and nothing else will ever say it,
  /// so it stays.
  public var dropped: FlatArray<FeedRow>
  public var epoch: UInt32 = 1
  public var position: UInt32 = 0
  public var sequence: UInt32 = 0
  public var clock = HybridClock()
  public var revocation: Refusal?

  @inlinable public init(state: consuming ScopeState) {
    memory = .allocate(capacity: 1)
    memory.initialize(to: state)
    outbox = FlatQueue(capacity: 16)
    rejections = FlatArray()
    dropped = FlatArray()
  }

  @inlinable deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  @inlinable public var stateAddress: UnsafePointer<ScopeState> { UnsafePointer(memory) }

  /// The confirmed base, in place.
  @inlinable public var state: ScopeState {
    unsafeAddress { UnsafePointer(memory) }
    unsafeMutableAddress { memory }
  }

  @inlinable public var pendingCount: Int { outbox.count }

  @inlinable public borrowing func pending(_ index: Int) -> Operation { outbox[index] }

  @inlinable public func copyPending(
    _ range: Range<Int>, to operations: inout FlatArray<Operation>
  ) {
    outbox.copy(range, to: &operations)
  }

  @inlinable public var rejectedCount: Int { dropped.count + rejections.count }

  @inlinable public borrowing func rejected(_ index: Int) -> FeedRow {
    index < dropped.count ? dropped[index] : rejections[index - dropped.count]
  }

  @inlinable public mutating func commit(_ operation: Operation) {
    precondition(operation.sequence == sequence + 1)
    outbox.append(operation)
    sequence = operation.sequence
  }

  @inlinable public var hasUnknownFields: Bool { !unknown.isEmpty }

  public func passUnknownFields(
    of operation: Operation, to other: inout UnknownFields, _ number: Int
  ) {
    unknown.copy(operation: Int(operation.sequence), to: &other, as: number)
  }

  @inlinable public mutating func apply(
    _ rows: UnsafeBufferPointer<FeedRow>, site: UInt32, clock: HybridClock
  ) {
    guard let first = rows.baseAddress else { return }
    for index in 0..<rows.count {
      // In place: a row is a cache line and a half, and only the fold reads all of it.
      let row = first + index
      if row.pointee.operation.site == site { confirm(row) }
      memory.pointee.fold(row)
    }
    if outbox.isEmpty { unknown.clear() }
    position += UInt32(rows.count)
    self.clock = clock
  }

  /// The feed has a site's operations in their order, so what a row confirms is the oldest entry.
  @inlinable mutating func confirm(_ row: UnsafePointer<FeedRow>) {
    let oldest = outbox.removeFirst()
    precondition(
      oldest.sequence == row.pointee.operation.sequence,
      "the feed confirms operations in their order")
    if row.pointee.verdict.isRejected { rejections.append(row.pointee) }
  }
}

public import Base
public import DomainCore

/// A replica's store in flat memory, for populations and for tests.
public struct MemoryReplicaStore: ReplicaStore, ~Copyable {
  @usableFromInline let state: UnsafeMutablePointer<FamilyState>
  public var outbox: FlatQueue<Operation>
  public var rejections: FlatArray<FeedRow>
  public var epoch: UInt32 = 1
  public var position: UInt32 = 0
  public var sequence: UInt32 = 0
  public var clock = HybridClock()

  @inlinable public init(family: consuming FamilyState) {
    state = .allocate(capacity: 1)
    state.initialize(to: family)
    outbox = FlatQueue(capacity: 16)
    rejections = FlatArray()
  }

  @inlinable deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  @inlinable public var familyAddress: UnsafePointer<FamilyState> { UnsafePointer(state) }

  /// The confirmed base, in place.
  @inlinable public var family: FamilyState {
    unsafeAddress { UnsafePointer(state) }
    unsafeMutableAddress { state }
  }

  @inlinable public var pendingCount: Int { outbox.count }

  @inlinable public borrowing func pending(_ index: Int) -> Operation { outbox[index] }

  @inlinable public var rejectedCount: Int { rejections.count }

  @inlinable public borrowing func rejected(_ index: Int) -> FeedRow { rejections[index] }

  @inlinable public mutating func commit(_ operation: Operation) {
    precondition(operation.sequence == sequence + 1)
    outbox.append(operation)
    sequence = operation.sequence
  }

  @inlinable public mutating func apply(
    _ rows: UnsafeBufferPointer<FeedRow>, site: UInt32, clock: HybridClock
  ) {
    guard let first = rows.baseAddress else { return }
    for index in 0..<rows.count {
      // In place: a row is a cache line and a half, and only the fold reads all of it.
      let row = first + index
      if row.pointee.operation.site == site { confirm(row.pointee) }
      if !row.pointee.verdict.isRejected { state.pointee.apply(row.pointee.operation.fact) }
    }
    position += UInt32(rows.count)
    self.clock = clock
  }

  /// The feed has a site's operations in their order, so what a row confirms is the oldest entry.
  @inlinable mutating func confirm(_ row: FeedRow) {
    let oldest = outbox.removeFirst()
    precondition(
      oldest.sequence == row.operation.sequence, "the feed confirms operations in their order")
    if row.verdict.isRejected { rejections.append(row) }
  }
}

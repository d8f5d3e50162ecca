public import Base
public import DomainCore

/// What a replica has at hand: the head, the outbox, what came back rejected, and the confirmed
/// base, which is the fold of the rows.
///
/// Its storage has the same as records, from which it can be made again at any time.
public struct ReplicaState: ~Copyable {
  @usableFromInline let memory: UnsafeMutablePointer<ScopeState>
  public var head: ReplicaHead
  /// Operations that no applied row has confirmed yet, oldest first, contiguous in sequence.
  public var outbox: FlatQueue<Operation>
  /// The last operation that changes who somebody is or what they may; it may be gone by now.
  @usableFromInline var memberSequence: UInt32 = 0
  /// What a newer build of the app has put into own operations, by their sequences. It stays when
  /// they are confirmed, for they may have to be sent again.
  public var unknown = UnknownFields()
  /// What came back rejected, as rows of the feed.
  public var rejections: FlatArray<FeedRow>
  /// What purges took from the outbox undecided. No log has it and nothing else will ever say it,
  /// so it stays.
  public var dropped: FlatArray<FeedRow>

  /// The site's own rows, where nothing but memory could say them again to a server that has lost
  /// them; empty unless they are kept.
  public var ownRows = FlatArray<FeedRow>()
  @usableFromInline var keepsOwnRows: Bool

  @inlinable public init(
    head: ReplicaHead, state: consuming ScopeState, keepsOwnRows: Bool = false
  ) {
    self.keepsOwnRows = keepsOwnRows
    memory = .allocate(capacity: 1)
    memory.initialize(to: state)
    self.head = head
    outbox = FlatQueue(capacity: 16)
    rejections = FlatArray()
    dropped = FlatArray()
  }

  @inlinable deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  // MARK: The head

  @inlinable public var epoch: UInt32 {
    get { head.epoch }
    set { head.epoch = newValue }
  }

  /// How many rows of the feed are in the base.
  @inlinable public var position: UInt32 {
    get { head.position }
    set { head.position = newValue }
  }

  /// The last sequence number given.
  @inlinable public var sequence: UInt32 {
    get { head.sequence }
    set { head.sequence = newValue }
  }

  /// What the applied rows have shown of time; the outbox knows the stamps given since.
  @inlinable public var clock: HybridClock { head.clock }

  /// P12: why everything was dropped, or nil.
  @inlinable public var revocation: Refusal? { head.revocation }

  // MARK: The base

  @inlinable public var stateAddress: UnsafePointer<ScopeState> { UnsafePointer(memory) }

  /// The confirmed base, in place.
  @inlinable public var state: ScopeState {
    unsafeAddress { UnsafePointer(memory) }
    unsafeMutableAddress { memory }
  }

  // MARK: The outbox

  @inlinable public var pendingCount: Int { outbox.count }

  @inlinable public borrowing func pending(_ index: Int) -> Operation { outbox[index] }

  /// Appends some of them to a message.
  @inlinable public func copyPending(
    _ range: Range<Int>, to operations: inout FlatArray<Operation>
  ) {
    outbox.copy(range, to: &operations)
  }

  @inlinable public var rejectedCount: Int { dropped.count + rejections.count }

  /// An own operation that came back rejected; oldest first.
  @inlinable public borrowing func rejected(_ index: Int) -> FeedRow {
    index < dropped.count ? dropped[index] : rejections[index - dropped.count]
  }

  /// Whether something pending has fields that only a newer build of the app knows.
  @inlinable public var hasUnknownFields: Bool { !unknown.isEmpty }

  @inlinable public mutating func append(_ operation: Operation) {
    precondition(operation.sequence == head.sequence + 1)
    outbox.append(operation)
    head.sequence = operation.sequence
    if operation.fact.kind.changesMember { memberSequence = operation.sequence }
  }

  /// Whether something that waits may change who somebody is or what they may.
  @inlinable @inline(__always) var changesMembers: Bool {
    memberSequence > 0 && !outbox.isEmpty && outbox[0].sequence <= memberSequence
  }

  /// Takes an outbox in place of the one that is there.
  mutating func replaceOutbox(by other: consuming FlatQueue<Operation>) {
    for index in 0..<other.count where other[index].fact.kind.changesMember {
      memberSequence = max(memberSequence, other[index].sequence)
    }
    outbox = other
  }

  /// Takes the last operations back, which were not saved.
  @usableFromInline mutating func takeBack(_ count: Int) {
    for _ in 0..<count { _ = outbox.removeLast() }
    head.sequence -= UInt32(count)
  }

  /// Whether the copy has said something: not what its site has said since, where another install
  /// has gone on with it.
  @inlinable @inline(__always) func isOwn(_ operation: Operation) -> Bool {
    operation.site == head.site && operation.sequence <= head.sequence
  }

  /// Rows that follow the base: what they confirm leaves the outbox, which has it in their order.
  @inlinable public mutating func apply(_ rows: UnsafeBufferPointer<FeedRow>, clock: HybridClock) {
    guard let first = rows.baseAddress else { return }
    for index in 0..<rows.count {
      // In place: a row is a cache line and a half, and only the fold reads all of it.
      let row = first + index
      if isOwn(row.pointee.operation) { confirm(row) }
      memory.pointee.fold(row)
    }
    head.note(rows, clock: clock)
  }

  @inlinable mutating func confirm(_ row: UnsafePointer<FeedRow>) {
    _ = outbox.removeFirst()
    if row.pointee.verdict.isRejected { rejections.append(row.pointee) }
    if keepsOwnRows { ownRows.append(row.pointee) }
  }
}

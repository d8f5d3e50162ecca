public import Base
public import DomainCore

/// A replica in memory: the head, the outbox, the rejected operations, and the confirmed base,
/// which is the fold of the rows.
///
/// Its storage has the same as records, from which it can be rebuilt at any time.
public struct ReplicaState<Source: BaseSource>: ~Copyable {
  /// The copy's own state.
  @usableFromInline let memory: UnsafeMutablePointer<ScopeState>
  /// Beside it in memory, so that a read can fold what was left unfolded.
  @usableFromInline let sourceMemory: UnsafeMutablePointer<Source>
  public var head: ReplicaHead
  /// Operations that no applied row has confirmed yet, oldest first, contiguous in sequence.
  public var outbox: FlatQueue<Operation>
  /// The last operation that changes a member's role or rights; it may be gone by now.
  @usableFromInline var memberSequence: UInt32 = 0
  /// The same for the last operation that changes a habit itself.
  @usableFromInline var habitSequence: UInt32 = 0
  /// Fields of a later app version in own operations, by their sequences. They stay when the
  /// operations are confirmed, for they may have to be sent again.
  public var unknown = UnknownFields()
  /// Rejected operations, as rows of the feed.
  public var rejections: FlatArray<FeedRow>
  /// The undecided operations that purges removed from the outbox. No log has them and nothing else
  /// can report them, so they stay.
  public var dropped: FlatArray<FeedRow>

  /// The texts of the copy, if it has a table of its own. In a run all copies share one, which is
  /// not here: their messages are never bytes.
  public var texts: ScopeTexts?

  /// The site's own rows, where only memory can send them again to a server that has lost them;
  /// empty unless they are kept.
  public var ownRows = FlatArray<FeedRow>()
  @usableFromInline var keepsOwnRows: Bool

  @inlinable public init(
    head: ReplicaHead, state: consuming ScopeState, keepsOwnRows: Bool = false,
    texts: ScopeTexts? = nil
  ) {
    self.keepsOwnRows = keepsOwnRows
    self.texts = texts
    memory = .allocate(capacity: 1)
    memory.initialize(to: state)
    sourceMemory = .allocate(capacity: 1)
    sourceMemory.initialize(to: Source())
    self.head = head
    outbox = FlatQueue(capacity: 16)
    rejections = FlatArray()
    dropped = FlatArray()
  }

  @inlinable deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
    sourceMemory.deallocate()
  }

  // MARK: The head

  @inlinable public var epoch: UInt32 {
    get { head.epoch }
    set { head.epoch = newValue }
  }

  /// The number of feed rows in the base.
  @inlinable public var position: UInt32 {
    get { head.position }
    set { head.position = newValue }
  }

  /// The last sequence number given.
  @inlinable public var sequence: UInt32 {
    get { head.sequence }
    set { head.sequence = newValue }
  }

  /// The latest stamps of the applied rows; the outbox has the stamps given since.
  @inlinable public var clock: HybridClock { head.clock }

  /// P12: why the device dropped everything, or nil.
  @inlinable public var revocation: Refusal? { head.revocation }

  // MARK: The base

  @inlinable @inline(__always) public var stateAddress: UnsafePointer<ScopeState> {
    sourceMemory.pointee.state(at: head.position, own: memory)
  }

  /// The confirmed base, in place.
  @inlinable public var state: ScopeState {
    unsafeAddress { stateAddress }
    unsafeMutableAddress {
      foldByItself()
      return memory
    }
  }

  /// Where the base comes from. It may be replaced while the copy folds its rows by itself.
  @inlinable public var source: Source {
    get { sourceMemory.pointee }
    set { sourceMemory.pointee = newValue }
  }

  /// Folds what was left unfolded into the copy's own state.
  @inlinable @inline(__always) func settle() {
    sourceMemory.pointee.settle(at: head.position, own: memory)
  }

  /// From now on the copy folds its rows by itself.
  @inlinable public mutating func foldByItself() {
    settle()
    source = Source()
  }

  // MARK: The outbox

  @inlinable public var pendingCount: Int { outbox.count }

  @inlinable public borrowing func pending(_ index: Int) -> Operation { outbox[index] }

  /// Appends some pending operations to a message.
  @inlinable public func copyPending(
    _ range: Range<Int>, to operations: inout FlatArray<Operation>
  ) {
    outbox.copy(range, to: &operations)
  }

  @inlinable public var rejectedCount: Int { dropped.count + rejections.count }

  /// An own rejected operation; oldest first.
  @inlinable public borrowing func rejected(_ index: Int) -> FeedRow {
    index < dropped.count ? dropped[index] : rejections[index - dropped.count]
  }

  /// Whether something travels beside pending operations: fields of a later app version, or texts.
  @inlinable public var hasUnknownFields: Bool { !unknown.isEmpty || texts != nil }

  /// Whether fields of a later app version are kept beside an own operation.
  public func hasUnknownFields(ofOperation sequence: UInt32) -> Bool {
    !unknown.ofOperation(Int(sequence)).isEmpty
  }

  @inlinable public mutating func append(_ operation: Operation) {
    precondition(operation.sequence == head.sequence + 1)
    outbox.append(operation)
    head.sequence = operation.sequence
    if operation.fact.kind.changesMember { memberSequence = operation.sequence }
    if operation.fact.kind.changesHabit { habitSequence = operation.sequence }
  }

  /// Whether a pending operation may change a member's role or rights.
  @inlinable @inline(__always) var changesMembers: Bool {
    memberSequence > 0 && !outbox.isEmpty && outbox[0].sequence <= memberSequence
  }

  /// Whether a pending operation may change a habit itself.
  @inlinable @inline(__always) var changesHabits: Bool {
    habitSequence > 0 && !outbox.isEmpty && outbox[0].sequence <= habitSequence
  }

  /// Replaces the outbox.
  mutating func replaceOutbox(by other: consuming FlatQueue<Operation>) {
    for index in 0..<other.count where other[index].fact.kind.changesMember {
      memberSequence = max(memberSequence, other[index].sequence)
    }
    for index in 0..<other.count where other[index].fact.kind.changesHabit {
      habitSequence = max(habitSequence, other[index].sequence)
    }
    outbox = other
  }

  /// Removes the last operations, which were not saved.
  @usableFromInline mutating func discardLast(_ count: Int) {
    for _ in 0..<count { _ = outbox.removeLast() }
    head.sequence -= UInt32(count)
  }

  /// Whether the copy itself submitted an operation: not one that its site submitted later, where
  /// another install has continued with it.
  @inlinable @inline(__always) func isOwn(_ operation: Operation) -> Bool {
    operation.site == head.site && operation.sequence <= head.sequence
  }

  /// Applies rows that follow the base: confirmed operations leave the outbox, which has them in
  /// order.
  @inlinable public mutating func apply(_ rows: UnsafeBufferPointer<FeedRow>, clock: HybridClock) {
    guard source.foldsRows else { return applyUnfolded(rows, clock: clock) }
    guard let first = rows.baseAddress else { return }
    for index in 0..<rows.count {
      // In place: a row is a cache line and a half, and only the fold reads all of it.
      let row = first + index
      if isOwn(row.pointee.operation) { confirm(row) }
      memory.pointee.fold(row)
    }
    head.note(rows, clock: clock)
  }

  /// The same, but for the fold of the rows.
  @inlinable mutating func applyUnfolded(
    _ rows: UnsafeBufferPointer<FeedRow>, clock: HybridClock
  ) {
    guard let first = rows.baseAddress else { return }
    for index in 0..<rows.count where isOwn(first[index].operation) { confirm(first + index) }
    head.note(rows, clock: clock)
  }

  @inlinable mutating func confirm(_ row: UnsafePointer<FeedRow>) {
    _ = outbox.removeFirst()
    if row.pointee.verdict.isRejected { rejections.append(row.pointee) }
    if keepsOwnRows { ownRows.append(row.pointee) }
  }
}

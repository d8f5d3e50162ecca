/// What lies on a simulated medium: records in the order in which they were written, of which the
/// first so many are sure to be there.
///
/// A crash takes a part of the others away and ends the processes that had it open; whoever opens
/// it again finds whole transactions, for what has no end is cut off. Nothing is ever copied.
public final class SimulatedLog<Record> {
  private enum Entry {
    case record(Record)
    case end
  }

  public let fault: StorageFault
  private var entries: [Entry] = []
  /// How many entries survive whatever happens.
  private var synced = 0
  /// Where the transaction that is under way began.
  private var began: Int?
  /// Counts the transactions that were committed.
  public private(set) var revision: UInt64 = 0
  /// Counts the crashes; who opened it before one has nothing of it any more.
  public private(set) var crashes = 0

  public init(fault: StorageFault = StorageFault()) {
    self.fault = fault
  }

  /// A log that has the first transactions of another: what a stale copy has of it.
  public init(_ other: SimulatedLog, transactions: Int, fault: StorageFault = StorageFault()) {
    self.fault = fault
    var left = transactions
    for entry in other.entries where left > 0 {
      entries.append(entry)
      if case .end = entry { left -= 1 }
    }
    precondition(left == 0 && other.began == nil, "a copy is made of what was committed")
    synced = entries.count
    revision = UInt64(transactions)
  }

  // MARK: Writing

  public func begin(since crashes: Int) throws(StorageError) {
    try call(since: crashes) {
      precondition(began == nil, "one transaction at a time")
      began = entries.count
    }
  }

  public func append(_ record: Record, since crashes: Int) throws(StorageError) {
    try call(since: crashes) {
      precondition(began != nil, "what is written is part of a transaction")
      entries.append(.record(record))
    }
  }

  /// Ends a transaction, and has it synced before it returns.
  public func commit(since crashes: Int) throws(StorageError) {
    try call(since: crashes) {
      precondition(began != nil, "a transaction ends that has begun")
      entries.append(.end)
    }
    try call(since: crashes, isCommit: true) {
      synced = entries.count
      began = nil
      revision += 1
    }
  }

  public func rollBack(since crashes: Int) {
    guard crashes == self.crashes, let began else { return }
    entries.removeSubrange(began...)
    self.began = nil
  }

  private func call(
    since crashes: Int, isCommit: Bool = false, _ body: () -> Void
  ) throws(StorageError) {
    guard crashes == self.crashes else { throw .stopped }
    switch fault.strikes(isCommit: isCommit) {
    case nil: body()
    case .isFull: throw .full
    case .stopsBefore(let loss):
      crash(losing: loss)
      throw .stopped
    case .stopsAfter(let loss):
      body()
      crash(losing: loss)
      throw .stopped
    }
  }

  // MARK: Crashing

  /// Ends whoever has it open.
  public func crash(losing loss: StorageFault.Loss) {
    let unsynced = entries.count - synced
    switch loss {
    case .nothing: break
    case .everything: entries.removeLast(unsynced)
    case .half: entries.removeLast(unsynced - unsynced / 2)
    }
    cutOff()
    crashes += 1
  }

  /// Forgets a transaction that has no end.
  private func cutOff() {
    while let last = entries.last {
      if case .end = last { break }
      entries.removeLast()
    }
    synced = entries.count
    began = nil
    revision = 0
    for case .end in entries { revision += 1 }
  }

  // MARK: Reading

  /// Hands over what was committed, in its order, until `body` has enough of it.
  public func forEach(since crashes: Int, _ body: (Record) -> Bool) throws(StorageError) {
    guard crashes == self.crashes else { throw .stopped }
    for entry in entries[..<(began ?? entries.count)] {
      if case .record(let record) = entry, !body(record) { return }
    }
  }
}

/// The content of a simulated medium: records in the order in which they were written, of which the
/// first so many are synced.
///
/// A crash removes a part of the others and ends the processes that had it open; a process that
/// opens it again finds whole transactions, for an incomplete one is cut off. Nothing is ever
/// copied.
public final class SimulatedLog<Record> {
  private enum Entry {
    case record(Record)
    case end
  }

  public let fault: StorageFault
  private var entries: [Entry] = []
  /// How many entries survive any crash.
  private var synced = 0
  /// Where the open transaction began.
  private var began: Int?
  /// What the open transaction changes in earlier records, in order.
  private var rewrites: [(Record) -> Record?] = []
  /// Counts the committed transactions.
  public private(set) var revision: UInt64 = 0
  /// Counts the crashes; a process that opened it before one has no access any more.
  public private(set) var crashes = 0

  public init(fault: StorageFault = StorageFault()) {
    self.fault = fault
  }

  /// A log that has the first transactions of another: the content of a stale replica.
  public init(_ other: SimulatedLog, transactions: Int, fault: StorageFault = StorageFault()) {
    self.fault = fault
    var left = transactions
    for entry in other.entries where left > 0 {
      entries.append(entry)
      if case .end = entry { left -= 1 }
    }
    precondition(left == 0 && other.began == nil, "only committed transactions can be copied")
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
      precondition(began != nil, "every write is part of a transaction")
      entries.append(.record(record))
    }
  }

  /// Changes or, for nil, removes all records of earlier transactions when the open one commits.
  public func rewriteAtCommit(
    since crashes: Int, _ rewrite: @escaping (Record) -> Record?
  ) throws(StorageError) {
    guard crashes == self.crashes else { throw .stopped }
    precondition(began != nil, "every write is part of a transaction")
    rewrites.append(rewrite)
  }

  /// Commits a transaction, which is synced before this returns.
  public func commit(since crashes: Int) throws(StorageError) {
    try call(since: crashes) {
      precondition(began != nil, "a transaction ends after it has begun")
      entries.append(.end)
    }
    try call(since: crashes, isCommit: true) {
      rewriteEarlier()
      synced = entries.count
      began = nil
      revision += 1
    }
  }

  private func rewriteEarlier() {
    guard let began, !rewrites.isEmpty else { return }
    let earlier = entries[..<began].compactMap { entry -> Entry? in
      guard case .record(let record) = entry else { return entry }
      var kept: Record? = record
      for rewrite in rewrites { kept = kept.flatMap(rewrite) }
      return kept.map { .record($0) }
    }
    entries.replaceSubrange(..<began, with: earlier)
    rewrites = []
  }

  public func rollBack(since crashes: Int) {
    guard crashes == self.crashes, let began else { return }
    entries.removeSubrange(began...)
    rewrites = []
    self.began = nil
  }

  private func call(
    since crashes: Int, isCommit: Bool = false, _ body: () -> Void
  ) throws(StorageError) {
    guard crashes == self.crashes else { throw .stopped }
    switch fault.triggered(isCommit: isCommit) {
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

  /// Ends every process that has it open.
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

  /// Removes an incomplete transaction.
  private func cutOff() {
    while let last = entries.last {
      if case .end = last { break }
      entries.removeLast()
    }
    synced = entries.count
    began = nil
    rewrites = []
    revision = 0
    for case .end in entries { revision += 1 }
  }

  // MARK: Reading

  /// Hands over the committed records in order, until `body` returns false.
  public func forEach(since crashes: Int, _ body: (Record) -> Bool) throws(StorageError) {
    guard crashes == self.crashes else { throw .stopped }
    for entry in entries[..<(began ?? entries.count)] {
      if case .record(let record) = entry, !body(record) { return }
    }
  }
}

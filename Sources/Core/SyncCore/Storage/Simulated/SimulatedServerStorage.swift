/// A server's journal on a simulated medium, which outlasts the process that has it open.
public struct SimulatedServerStorage: ServerStorage, ~Copyable {
  /// Stopped, or full.
  public typealias Failure = StorageError
  /// The medium with a server's journal on it.
  public typealias Log = SimulatedLog<JournalEntry>

  private let log: Log
  private let crashes: Int

  /// Opens the content of a medium.
  public init(on log: Log) {
    self.log = log
    crashes = log.crashes
  }

  public mutating func begin() throws(StorageError) { try log.begin(since: crashes) }
  public mutating func commit() throws(StorageError) { try log.commit(since: crashes) }
  public mutating func rollBack() { log.rollBack(since: crashes) }

  public mutating func append(_ entry: JournalEntry) throws(StorageError) {
    try log.append(entry, since: crashes)
  }

  public mutating func erase(_ fields: [JournalFields]) throws(StorageError) {
    let fields = Set(fields)
    try log.rewriteAtCommit(since: crashes) { $0.erased(fields) }
  }

  public mutating func forEach(_ body: (JournalEntry) -> Bool) throws(StorageError) {
    try log.forEach(since: crashes, body)
  }
}

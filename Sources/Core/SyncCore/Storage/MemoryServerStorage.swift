/// Keeps nothing: a server exists only in memory, and is lost with its process.
public struct MemoryServerStorage: ServerStorage, ~Copyable {
  /// As other storages have it; memory does not fail.
  public typealias Failure = StorageError

  public init() {}

  public var isDurable: Bool { false }

  public mutating func begin() {}
  public mutating func append(_ entry: JournalEntry) {}
  public mutating func erase(_ fields: [JournalFields]) {}
  public mutating func commit() {}
  public mutating func rollBack() {}
  public mutating func forEach(_ body: (JournalEntry) -> Bool) {}
}

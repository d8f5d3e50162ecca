import SyncCore

/// Which storage a database is, and how earlier layouts become the current one.
struct StoreLayout: Sendable {
  /// The identifier in the header of the file.
  let application: Int32
  /// What leads from each layout to the next, beginning with an empty file. Each runs in a
  /// transaction of its own, together with the number of the layout.
  let steps: [@Sendable (Connection) throws(StorageError) -> Void]

  var version: Int32 { Int32(steps.count) }

  private static let first: @Sendable (Connection) throws(StorageError) -> Void = {
    (connection) throws(StorageError) in
    try connection.run("CREATE TABLE record(key INTEGER PRIMARY KEY, sum INTEGER, bytes BLOB)")
  }

  /// “srp1”: a replica's records.
  static let replica = StoreLayout(application: 0x7372_7031, steps: [first])
  /// “ssj1”: a server's journal.
  static let journal = StoreLayout(application: 0x7373_6A31, steps: [first])
}

/// Which part of a storage a record belongs to: the upper bits of its key.
enum StorePart: Int64, CaseIterable {
  case genesis = 1
  case row = 2
  case rejected = 3
  case dropped = 4
  case outbox = 5
  case entry = 6

  /// The head lies behind all of them, and so in one page with the newest records of the outbox:
  /// a tap writes one page.
  static let headKey: Int64 = 0x7F << 48

  func key(_ number: Int) -> Int64 { rawValue << 48 | Int64(number) }

  /// The keys of all its records.
  var keys: ClosedRange<Int64> { rawValue << 48...(rawValue + 1) << 48 - 1 }
}

/// How many records a part has, and the sum of their checksums: none can be missing, foreign or
/// there twice.
struct PartTotals: Equatable {
  var count: UInt64 = 0
  var sum: UInt64 = 0

  mutating func add(_ sum: UInt64) {
    count &+= 1
    self.sum &+= sum
  }

  mutating func remove(_ sum: UInt64) {
    count &-= 1
    self.sum &-= sum
  }
}

/// What the head says of a storage: the last commit, its records, and the content that the owner of
/// the storage rewrites with each commit.
struct StoreHead: Equatable {
  var commit = CommitMark.Commit()
  var totals = [PartTotals](repeating: PartTotals(), count: StorePart.allCases.count)
  var content: [UInt8] = []

  private static let fixedByteCount = 16 + 16 * StorePart.allCases.count

  subscript(part: StorePart) -> PartTotals {
    get { totals[Int(part.rawValue) - 1] }
    set { totals[Int(part.rawValue) - 1] = newValue }
  }

  init() {}

  /// Reads a head; nil if the bytes are none.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count >= Self.fixedByteCount else { return nil }
    let raw = UnsafeRawBufferPointer(bytes)
    func word(_ place: Int) -> UInt64 {
      UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8 * place, as: UInt64.self))
    }
    commit = CommitMark.Commit(number: word(0), chain: word(1))
    for place in totals.indices {
      totals[place] = PartTotals(count: word(2 + 2 * place), sum: word(3 + 2 * place))
    }
    content = Array(bytes[Self.fixedByteCount...])
  }

  func write(to bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    func put(_ word: UInt64) {
      withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
    }
    put(commit.number)
    put(commit.chain)
    for total in totals {
      put(total.count)
      put(total.sum)
    }
    bytes.append(contentsOf: content)
  }
}

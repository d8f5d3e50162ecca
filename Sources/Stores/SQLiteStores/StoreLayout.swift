import SyncCore

/// Which storage a database is, and how earlier layouts become the current one.
struct StoreLayout: Sendable {
  /// The identifier in the header of the file.
  let application: Int32
  /// What leads from each layout to the next, beginning with an empty file. Each runs in a
  /// transaction of its own, together with the number of the layout.
  let steps: [@Sendable (Connection) throws(StorageError) -> Void]
  /// What is lost can come from elsewhere, so a damaged file is salvaged rather than read.
  let isSalvaged: Bool

  var version: Int32 { Int32(steps.count) }

  private static let first: @Sendable (Connection) throws(StorageError) -> Void = {
    (connection) throws(StorageError) in
    try connection.run("CREATE TABLE record(key INTEGER PRIMARY KEY, sum INTEGER, bytes BLOB)")
  }

  /// “srp1”: a replica's records.
  static let replica = StoreLayout(application: 0x7372_7031, steps: [first], isSalvaged: true)
  /// “ssj1”: a server's journal.
  static let journal = StoreLayout(application: 0x7373_6A31, steps: [first], isSalvaged: false)
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

/// The totals of all parts, without memory of their own: they are kept for each transaction.
struct StoreTotals: Equatable {
  private var genesis = PartTotals()
  private var row = PartTotals()
  private var rejected = PartTotals()
  private var dropped = PartTotals()
  private var outbox = PartTotals()
  private var entry = PartTotals()

  subscript(part: StorePart) -> PartTotals {
    get {
      switch part {
      case .genesis: genesis
      case .row: row
      case .rejected: rejected
      case .dropped: dropped
      case .outbox: outbox
      case .entry: entry
      }
    }
    set {
      switch part {
      case .genesis: genesis = newValue
      case .row: row = newValue
      case .rejected: rejected = newValue
      case .dropped: dropped = newValue
      case .outbox: outbox = newValue
      case .entry: entry = newValue
      }
    }
  }
}

/// What the head says of a storage: the last commit, its records, and the content that the owner of
/// the storage rewrites with each commit.
struct StoreHead: Equatable {
  var commit = CommitMark.Commit()
  var totals = StoreTotals()
  var content: [UInt8] = []

  private static let fixedByteCount = 16 + 16 * StorePart.allCases.count

  subscript(part: StorePart) -> PartTotals {
    get { totals[part] }
    set { totals[part] = newValue }
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
    for part in StorePart.allCases {
      let place = 2 * Int(part.rawValue)
      totals[part] = PartTotals(count: word(place), sum: word(place + 1))
    }
    content = Array(bytes[Self.fixedByteCount...])
  }

  func write(to bytes: inout [UInt8]) {
    let byteCount = Self.fixedByteCount + content.count
    if bytes.count != byteCount { bytes = [UInt8](repeating: 0, count: byteCount) }
    bytes.withUnsafeMutableBytes { bytes in
      func put(_ word: UInt64, _ place: Int) {
        bytes.storeBytes(of: word.littleEndian, toByteOffset: 8 * place, as: UInt64.self)
      }
      put(commit.number, 0)
      put(commit.chain, 1)
      for number in 1...StorePart.allCases.count {
        guard let part = StorePart(rawValue: Int64(number)) else { continue }
        put(totals[part].count, 2 * number)
        put(totals[part].sum, 2 * number + 1)
      }
      content.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: bytes[Self.fixedByteCount...]).copyMemory(from: $0)
      }
    }
  }
}

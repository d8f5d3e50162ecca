import Base
import CSQLite
import SyncCore

/// A database of records under numbers, each with a checksum, with a head that counts them all.
///
/// What SQLite checks is not enough: it notices few changed bits in a page, and cuts off its log in
/// silence. So records, head and the mark outside of the file prove each other.
final class RecordFile {
  let place: StorePlace
  let connection: Connection
  private let layout: StoreLayout
  private let lock: SideFile
  private let mark: CommitMark
  private let statements: RecordStatements

  private(set) var head = StoreHead()
  /// The head before the open transaction: its counts, and its content once that is replaced.
  private var before = (commit: CommitMark.Commit(), totals: StoreTotals())
  private var contentBefore: [UInt8] = []
  private var hasContent = false
  /// What the open transaction has written and removed.
  private var written: UInt64 = 0
  private var isWriting = false
  private var isReading = false
  private var isLocked = false
  /// The next commit ends a salvage.
  private var endsSalvage = false
  /// The data version that the head was read at.
  private var version: UInt32 = 0
  /// Why nothing works until it is opened again.
  private var failure: StorageError?
  /// Something was erased, and the log or free pages may still have it.
  private var owesErasure = false
  private var scratch: [UInt8] = []

  // MARK: Opening

  convenience init(_ place: StorePlace, _ layout: StoreLayout) throws(StoreOpeningError) {
    let lock = try Self.lock(of: place)
    defer { lock.unlock() }
    do throws(StorageError) {
      // What was damaged is still to be salvaged, or to be salvaged again.
      if try SideFile.exists(place.salvage, fileSystem: place.fileSystem) { throw .damaged(.end) }
    } catch {
      throw Self.failed(error, place)
    }
    try self.init(place, layout, holding: lock)
  }

  /// Opens a storage whose lock is held, in place of one that was salvaged; the first commit ends
  /// the salvage and releases the lock.
  convenience init(
    salvaging place: StorePlace, _ layout: StoreLayout, holding lock: SideFile
  ) throws(StoreOpeningError) {
    try self.init(place, layout, holding: lock)
    isLocked = true
    endsSalvage = true
  }

  private init(
    _ place: StorePlace, _ layout: StoreLayout, holding lock: SideFile
  ) throws(StoreOpeningError) {
    self.place = place
    self.layout = layout
    self.lock = lock
    do throws(StorageError) {
      mark = try CommitMark(place)
    } catch {
      throw Self.failed(error, place)
    }
    connection = try Self.connected(place, layout, isKnown: mark.last != nil)
    do throws(StorageError) {
      statements = try RecordStatements(connection)
      try statements.look.run()
      version = connection.dataVersion
      if let found = try Self.head(statements) {
        head = found
      } else if try connection.number("SELECT EXISTS(SELECT 1 FROM record)") != 0 {
        throw .damaged(.record)
      }
      try Self.compare(head, with: mark.last)
      // What was erased before a crash may still be in the log.
      _ = connection.checkpoint(truncating: true)
    } catch {
      throw Self.failed(error, place)
    }
  }

  static func lock(of place: StorePlace) throws(StoreOpeningError) -> SideFile {
    do throws(StorageError) {
      guard let lock = try SideFile(place.lock, .lock, fileSystem: place.fileSystem), lock.share()
      else { throw .stopped }
      try lock.lock(patienceMilliseconds: place.patienceMilliseconds)
      return lock
    } catch {
      throw failed(error, place)
    }
  }

  static func failed(_ error: StorageError, _ place: StorePlace) -> StoreOpeningError {
    error == .unavailable
      ? .notWritable(path: place.database) : .storage(error, path: place.database)
  }

  /// Opens the database, and gives it the current layout. `isKnown` says that this program has
  /// committed there before.
  private static func connected(
    _ place: StorePlace, _ layout: StoreLayout, isKnown: Bool
  ) throws(StoreOpeningError) -> Connection {
    let connection: Connection
    let identity: StoreIdentity
    do throws(StorageError) {
      connection = try Connection(place.database, fileSystem: place.fileSystem)
      guard sqlite3_db_readonly(connection.handle, "main") == 0 else { throw .unavailable }
      identity = try StoreIdentity(connection)
      // The header, which was read now, names a form that SQLite would only read.
      guard sqlite3_db_readonly(connection.handle, "main") == 0 else { throw .damaged(.record) }
    } catch {
      if case .damaged = error, !isKnown { throw .otherProgram(path: place.database) }
      throw failed(error, place)
    }
    if identity.application == Int64(layout.application) {
      guard identity.version <= layout.steps.count else {
        throw .newerVersion(
          path: place.database, version: Int32(truncatingIfNeeded: identity.version),
          known: layout.version)
      }
    } else if identity.application != 0 || !identity.isEmpty {
      throw isKnown ? failed(.damaged(.record), place) : .otherProgram(path: place.database)
    }
    do throws(StorageError) {
      try prepare(connection, isNew: identity.version == 0)
      // Nothing is written behind a log that a crash may have cut off in the middle of a sector: on
      // a disk that is not powersafe a torn write would damage the commits before it.
      _ = connection.checkpoint(truncating: true)
      try migrate(connection, layout, from: Int(max(0, identity.version)))
      return connection
    } catch {
      throw failed(error, place)
    }
  }

  private static func prepare(_ connection: Connection, isNew: Bool) throws(StorageError) {
    // In a database that exists, they would be written again.
    if isNew {
      try connection.run("PRAGMA page_size = 1024; PRAGMA auto_vacuum = INCREMENTAL")
    }
    try connection.run(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA secure_delete = ON;
      PRAGMA cell_size_check = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA temp_store = MEMORY;
      """)
  }

  private static func migrate(
    _ connection: Connection, _ layout: StoreLayout, from version: Int
  ) throws(StorageError) {
    for step in version..<layout.steps.count {
      try connection.run("BEGIN IMMEDIATE")
      do throws(StorageError) {
        if step == 0 { try connection.run("PRAGMA application_id = \(layout.application)") }
        try layout.steps[step](connection)
        try connection.run("PRAGMA user_version = \(step + 1)")
        try connection.run("COMMIT")
      } catch {
        if connection.isInTransaction { try? connection.run("ROLLBACK") }
        throw error
      }
    }
  }

  /// The head in the database; nil if nothing was ever committed.
  private static func head(_ statements: borrowing RecordStatements) throws(StorageError)
    -> StoreHead?
  {
    statements.one.bind(1, StorePart.headKey)
    defer { statements.one.reset() }
    guard try statements.one.step() else { return nil }
    let bytes = statements.one.bytes(2)
    guard sum(of: bytes, StorePart.headKey) == UInt64(bitPattern: statements.one.number(1)),
      let head = StoreHead(bytes)
    else { throw .damaged(.record) }
    return head
  }

  /// The mark is written after the commit that it names, so it is never ahead of the head.
  private static func compare(
    _ head: StoreHead, with mark: CommitMark.Commit?
  ) throws(StorageError) {
    guard let mark else { return }
    let isBefore = mark.number < head.commit.number
    guard isBefore || mark == head.commit else { throw .damaged(.end) }
  }

  // MARK: Transactions

  /// Counts the commits of all processes, as of the last time that this one looked.
  var revision: UInt64 { head.commit.number }

  private func check<Result>(
    _ body: () throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    if let failure { throw failure }
    do throws(StorageError) {
      return try body()
    } catch {
      // After these the storage is as before the transaction.
      if error != .full && error != .busy { failure = error }
      if case .damaged = error, layout.isSalvaged { demandSalvage() }
      throw error
    }
  }

  /// Leaves word that the storage must be salvaged. Some pages are read by nothing but a write, so
  /// a storage that cannot be written may open without an error, and would fail for ever.
  private func demandSalvage() {
    _ = try? SideFile(place.salvage, .content, fileSystem: place.fileSystem)?.sync()
  }

  /// Begins to write. No other process commits or copies back its log before this ends.
  func begin() throws(StorageError) {
    try check { () throws(StorageError) in
      precondition(!isWriting, "one transaction at a time")
      if !isLocked { try lock.lock(patienceMilliseconds: place.patienceMilliseconds) }
      isLocked = true
      do throws(StorageError) {
        try statements.begin.run()
        try adopt()
      } catch {
        rollBackQuietly()
        unlock()
        throw error
      }
      isWriting = true
      before = (head.commit, head.totals)
      hasContent = false
      written = 0
    }
  }

  /// Commits. `checkpointing` copies the log back even if it is short.
  func commit(checkpointing: Bool = false) throws(StorageError) {
    try check { () throws(StorageError) in
      precondition(isWriting, "a transaction ends after it has begun")
      head.commit.number += 1
      head.commit.chain =
        Digest128.mix(head.commit.chain, written, head.commit.number, 0x7365_6C61).first
      head.write(to: &scratch)
      try scratch.withUnsafeBufferPointer { (bytes) throws(StorageError) in
        try put(StorePart.headKey, bytes, Self.sum(of: bytes, StorePart.headKey))
      }
      if owesErasure { try connection.run("PRAGMA incremental_vacuum") }
      try statements.commit.run()
      version = connection.dataVersion
      isWriting = false
      mark.write(head.commit)
      if owesErasure {
        owesErasure = !connection.checkpoint(truncating: true) || !syncLog()
      } else if checkpointing || connection.logFrames > place.logFramesMax {
        // If there is no room for it now, there may be after a later commit.
        _ = connection.checkpoint(truncating: false)
      }
      if endsSalvage { try SideFile.remove(place.salvage, fileSystem: place.fileSystem) }
      endsSalvage = false
      unlock()
    }
  }

  /// Makes the end of the log durable, which SQLite leaves to the next commit: after a power cut it
  /// would be there again, with what was erased.
  private func syncLog() -> Bool {
    let path = place.database + "-wal"
    let log = try? SideFile(path, .content, fileSystem: place.fileSystem, creating: false)
    return log?.sync() == SQLITE_OK
  }

  func rollBack() {
    guard isWriting else { return }
    isWriting = false
    rollBackQuietly()
    (head.commit, head.totals) = before
    if hasContent { swap(&head.content, &contentBefore) }
    unlock()
  }

  private func unlock() {
    lock.unlock()
    isLocked = false
  }

  private func rollBackQuietly() {
    // After some errors SQLite has done it by itself.
    guard connection.isInTransaction else { return }
    do throws(StorageError) { try statements.rollBack.run() } catch { failure = .stopped }
  }

  /// Reads the head again if another process has committed.
  private func adopt() throws(StorageError) {
    let current = connection.dataVersion
    guard current != version else { return }
    let found = try Self.head(statements) ?? StoreHead()
    // Commits are only added: one that is gone was cut off with a part of the log.
    guard found.commit.number > head.commit.number || found.commit == head.commit else {
      throw .damaged(.end)
    }
    head = found
    version = current
  }

  /// Looks for what other processes have committed.
  func look() throws(StorageError) {
    if isWriting || isReading { return }
    try check { () throws(StorageError) in
      // The head is read in the same glance, or it could be a later one.
      try reading { () throws(StorageError) in }
    }
  }

  /// Reads everything as of one commit.
  func reading<Result: ~Copyable>(
    _ body: () throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    if let failure { throw failure }
    if isWriting || isReading { return try body() }
    try statements.beginReading.run()
    isReading = true
    defer {
      isReading = false
      rollBackQuietly()
    }
    do throws(StorageError) {
      // Only a read begins the transaction.
      try statements.look.run()
      try adopt()
      return try body()
    } catch {
      if error != .busy { failure = error }
      throw error
    }
  }

  // MARK: Writing

  /// The content of the head, which `commit` writes.
  func setContent(_ bytes: UnsafeBufferPointer<UInt8>) {
    if !hasContent {
      swap(&head.content, &contentBefore)
      hasContent = true
    }
    if head.content.count == bytes.count {
      for place in bytes.indices { head.content[place] = bytes[place] }
    } else {
      head.content = Array(bytes)
    }
    written = Self.fold(written, Self.sum(of: bytes, StorePart.headKey))
  }

  /// Adds a record; there must be none of this number.
  func append(
    _ part: StorePart, _ number: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(StorageError) {
    try check { () throws(StorageError) in
      let key = part.key(number)
      let sum = Self.sum(of: bytes, key)
      try put(key, bytes, sum)
      head[part].add(sum)
      written = Self.fold(written, sum)
    }
  }

  /// Replaces a record, so that its former content cannot be read from the file either once this is
  /// committed.
  func erase(
    _ part: StorePart, _ number: Int, leaving bytes: UnsafeBufferPointer<UInt8>
  ) throws(StorageError) {
    try check { () throws(StorageError) in
      let key = part.key(number)
      try each(key...key) { (_, sum, _) throws(StorageError) in
        head[part].remove(sum)
        written = Self.fold(written, ~sum)
        return true
      }
      let sum = Self.sum(of: bytes, key)
      try put(key, bytes, sum)
      head[part].add(sum)
      written = Self.fold(written, sum)
      owesErasure = true
    }
  }

  private func put(
    _ key: Int64, _ bytes: UnsafeBufferPointer<UInt8>, _ sum: UInt64
  ) throws(StorageError) {
    precondition(isWriting, "every write is part of a transaction")
    statements.put.bind(1, key)
    statements.put.bind(2, Int64(bitPattern: sum))
    statements.put.bind(3, bytes)
    try statements.put.run()
  }

  /// Removes the records of a part up to a number.
  func remove(_ part: StorePart, through number: Int) throws(StorageError) {
    try check { () throws(StorageError) in
      precondition(isWriting, "every write is part of a transaction")
      let keys = part.keys.lowerBound...part.key(number)
      var found = 0
      try each(keys) { (_, sum, _) throws(StorageError) in
        head[part].remove(sum)
        written = Self.fold(written, ~sum)
        found += 1
        return true
      }
      guard found > 0 else { return }
      statements.remove.bind(1, keys.lowerBound)
      statements.remove.bind(2, keys.upperBound)
      try statements.remove.run()
    }
  }

  /// Removes everything, so that it cannot be read from the file either once this is committed.
  func removeAll() throws(StorageError) {
    try check { () throws(StorageError) in
      precondition(isWriting, "every write is part of a transaction")
      try statements.removeAll.run()
      for part in StorePart.allCases { head[part] = PartTotals() }
      written = Self.fold(written, 0)
      owesErasure = true
    }
  }

  // MARK: Reading

  func count(_ part: StorePart) -> Int { Int(truncatingIfNeeded: head[part].count) }

  /// Hands over the records of a part in order, from a number on, until `body` returns false. If
  /// they are not what was written, it throws, at the latest at the end.
  func forEach(
    _ part: StorePart, from first: Int = 0,
    _ body: (Int, UnsafeBufferPointer<UInt8>) throws(StorageError) -> Bool
  ) throws(StorageError) {
    if let failure { throw failure }
    var totals = PartTotals()
    var isAll = first == 0
    try each(part.key(first)...part.keys.upperBound) { (key, sum, bytes) throws(StorageError) in
      guard Self.sum(of: bytes, key) == sum else { throw .damaged(.record) }
      totals.add(sum)
      let goesOn = try body(Int(key - part.keys.lowerBound), bytes)
      if !goesOn { isAll = false }
      return goesOn
    }
    guard !isAll || totals == head[part] else { throw .damaged(.record) }
  }

  private func each(
    _ keys: ClosedRange<Int64>,
    _ body: (Int64, UInt64, UnsafeBufferPointer<UInt8>) throws(StorageError) -> Bool
  ) throws(StorageError) {
    let query = statements.some
    query.bind(1, keys.lowerBound)
    query.bind(2, keys.upperBound)
    defer { query.reset() }
    while try query.step() {
      let (key, sum) = (query.number(0), UInt64(bitPattern: query.number(1)))
      guard keys.contains(key) else { throw .damaged(.record) }
      guard try body(key, sum, query.bytes(2)) else { return }
    }
  }

  /// The checksum of a record: it names its key, so a record in another's place is noticed.
  static func sum(of bytes: UnsafeBufferPointer<UInt8>, _ key: Int64) -> UInt64 {
    let digest = Digest128.of(bytes: UnsafeRawBufferPointer(bytes))
    return Digest128.mix(digest.first, digest.second, UInt64(bitPattern: key), 0x7375_6D73).first
  }

  private static func fold(_ written: UInt64, _ sum: UInt64) -> UInt64 {
    Digest128.mix(written, sum, 0, 0).first
  }
}

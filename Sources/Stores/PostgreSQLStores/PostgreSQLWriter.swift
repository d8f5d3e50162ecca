public import SyncCore

/// The right to write a journal in PostgreSQL, of which there is one, and the way to get it.
///
/// The process that has the lock of the database raises the term, and may write as long as the term
/// stays. Each transaction checks the term and numbers its entries without a gap, so one that has
/// lost the right cannot write even if it does not know. It shows that it lives by a counter, and
/// by a journal that grows. A stand-by that sees both stand still ends the connection of the
/// writer, and with it the lock.
public final class PostgreSQLWriter {
  /// How it stands, for those who ask.
  public enum Standing: Sendable {
    case standingBy
    case writing
  }

  public private(set) var standing = Standing.standingBy
  let connection: PostgreSQLConnection
  /// After how many seconds without a sign of life a writer has lost its right.
  private let patienceSeconds: Int
  /// Nanoseconds of a clock that also counts while this process does not run.
  private let clock: () -> Int64
  private(set) var term: Int64 = 0
  /// When the last round trip under the lock began.
  private var lastRoundTrip: Int64 = 0
  /// What was last seen of another writer, and since when.
  private var seen: (sign: String, since: Int64)?

  /// The number of the advisory lock: “shakeout”.
  private static let lock: Int64 = 0x7368_616B_656F_7574
  private static let layout = 1

  /// Connects and makes the tables if they are missing. It stands by until `tryToLead` succeeds.
  public init(
    _ parameters: String, patienceSeconds: Int, clock: @escaping () -> Int64
  ) throws(PostgreSQLOpeningError) {
    connection = try PostgreSQLConnection(parameters)
    self.patienceSeconds = patienceSeconds
    self.clock = clock
    do throws(StorageError) {
      for setting in ["fsync", "full_page_writes"] {
        guard try connection.run("SHOW \(setting)").first?.first == "on" else {
          throw .unavailable
        }
      }
      try prepare()
    } catch {
      throw try Self.explain(connection, error)
    }
  }

  private static func explain(
    _ connection: PostgreSQLConnection, _ error: StorageError
  ) throws(PostgreSQLOpeningError) -> PostgreSQLOpeningError {
    guard error == .unavailable else { return .unavailable(connection.problem) }
    do throws(StorageError) {
      for setting in ["fsync", "full_page_writes"] {
        if try connection.run("SHOW \(setting)").first?.first == "off" {
          return .unsafe(setting: setting)
        }
      }
      let rows = try connection.run("SELECT layout FROM shakeout_writer")
      return .otherLayout(rows.first?.first??.wholeNumber ?? 0)
    } catch {
      return .unavailable(connection.problem)
    }
  }

  private func prepare() throws(StorageError) {
    try connection.run("SET synchronous_commit = on")
    try connection.run("SET client_min_messages = warning")
    // One after the other: two servers that start at once must not both make them.
    try connection.transact([
      ("SELECT pg_advisory_xact_lock(\(Self.lock) + 1)", []),
      (
        "CREATE TABLE IF NOT EXISTS shakeout_writer(one boolean PRIMARY KEY DEFAULT true CHECK (one), "
          + "layout integer NOT NULL, term bigint NOT NULL, beat bigint NOT NULL)", []
      ),
      (
        "CREATE TABLE IF NOT EXISTS shakeout_journal(number bigint PRIMARY KEY, "
          + "bytes bytea NOT NULL)", []
      ),
      (
        "INSERT INTO shakeout_writer VALUES (true, \(Self.layout), 0, 0) ON CONFLICT DO NOTHING", []
      ),
    ])
    let layout = try connection.run("SELECT layout FROM shakeout_writer").first?.first??.wholeNumber
    guard layout == Self.layout else { throw .unavailable }
  }

  /// What the database server last complained about.
  public var problem: String { connection.problem }

  // MARK: Standing by

  /// Takes the right to write if it is free, or if its holder has shown no sign of life for too
  /// long. Returns whether it has it now.
  func tryToLead() throws(StorageError) -> Bool {
    let begun = clock()
    let isLocked = try connection.run("SELECT pg_try_advisory_lock(\(Self.lock))").first?.first
    guard isLocked == "t" else {
      try endSilentWriter(at: begun)
      return false
    }
    let raised = try connection.run("UPDATE shakeout_writer SET term = term + 1 RETURNING term")
    guard let number = raised.first?.first??.wholeNumber else { throw .damaged(.journal) }
    term = Int64(number)
    lastRoundTrip = begun
    standing = .writing
    return true
  }

  private func endSilentWriter(at now: Int64) throws(StorageError) {
    let row =
      try connection.run(
        "SELECT term, beat, (SELECT max(number) FROM shakeout_journal) FROM shakeout_writer"
      ).first ?? []
    let sign = row.map { $0 ?? "" }.joined(separator: " ")
    guard let last = seen, last.sign == sign else {
      seen = (sign, now)
      return
    }
    guard now - last.since > Int64(patienceSeconds) * 1_000_000_000 else { return }
    // Its process may have been stopped: it has the lock as long as its connection.
    try connection.run(
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted "
        + "AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
        + "AND classid = \(UInt32(truncatingIfNeeded: Self.lock >> 32)) "
        + "AND objid = \(UInt32(truncatingIfNeeded: Self.lock)) AND objsubid = 1 "
        + "AND pid <> pg_backend_pid()")
    seen = nil
  }

  // MARK: Writing

  /// What a transaction begins with: it fails if another one has the right now.
  var fence: (text: String, arguments: [PostgreSQLConnection.Argument]) {
    (
      "SELECT 1 / count(*) FROM (SELECT 1 FROM shakeout_writer WHERE term = $1::bigint "
        + "FOR SHARE) t",
      [.number(term)]
    )
  }

  /// Runs a transaction under the fence.
  func transact(
    _ statements: [(text: String, arguments: [PostgreSQLConnection.Argument])]
  ) throws(StorageError) {
    let begun = clock()
    try connection.transact([fence] + statements)
    lastRoundTrip = begun
  }

  /// P12: whether what this process knows may still be read: another one may have taken over after
  /// a while, which this one did not notice because it did not run.
  public var mayServe: Bool {
    standing == .writing
      && clock() - lastRoundTrip < Int64(patienceSeconds) * 1_000_000_000 / 2
  }

  /// Whether a sign of life is due.
  public var isBeatDue: Bool {
    standing == .writing && clock() - lastBeat > Int64(patienceSeconds) * 1_000_000_000 / 4
  }

  private var lastBeat: Int64 = 0

  /// Shows that the writer lives, and that it still has the right.
  public func beat() throws(StorageError) {
    let begun = clock()
    let rows = try connection.run(
      "UPDATE shakeout_writer SET beat = beat + 1 WHERE term = $1::bigint RETURNING beat",
      [.number(term)])
    guard rows.count == 1 else { throw .stopped }
    lastRoundTrip = begun
    lastBeat = begun
  }
}

extension String {
  /// The number that the text is.
  var wholeNumber: Int? { Int(self) }
}

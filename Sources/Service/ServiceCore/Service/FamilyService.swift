import Base
public import Chronology
import DomainCore
public import SyncCore

/// The service without sockets, clocks and files: accounts and sign-ins around a server that
/// restarts.
///
/// Requests come in batches. Each is decided at once, in its order; `commit` writes what all of
/// them leave in the journal as one transaction, and only then may the answers leave. After a
/// storage error the service is opened again.
public struct FamilyService<Storage: ServerStorage & ~Copyable>: ~Copyable
where Storage.Failure == StorageError {
  var records: ServiceRecords
  let limits: ServiceLimits
  /// Draws a token.
  let drawSecret: () -> Secret
  var request = Request()
  var response = Response()
  var writer = WireWriter()
  /// The scopes that the requests since `begin` have changed, some of them more than once.
  public internal(set) var changed: [UInt32] = []
  /// The server behind it. Last, because its size depends on the storage: where anything behind it
  /// is would have to be found out at each use.
  public internal(set) var server: DurableServer<Storage>

  /// A service with the content of its journal. If that is one from a backup or of another replica
  /// (`isRestored`), it may lack what was acknowledged, and the next incarnation begins.
  public static func open(
    _ storage: consuming Storage, limits: ServiceLimits, isRestored: Bool = false,
    drawSecret: @escaping () -> Secret
  ) throws(StorageError) -> FamilyService {
    var records = ServiceRecords()
    var server = try DurableServer.open(
      storage, settings: ServerSettings(clockSkewBoundMilliseconds: 60_000, hasOwnTexts: true)
    ) { records.read($0) }
    if isRestored {
      try server.beginIncarnation()
      records.read(.incarnation(server.core.incarnation))
    }
    return FamilyService(server, records, limits, drawSecret)
  }

  private init(
    _ server: consuming DurableServer<Storage>, _ records: ServiceRecords, _ limits: ServiceLimits,
    _ drawSecret: @escaping () -> Secret
  ) {
    self.server = server
    self.server.contactMilliseconds = Int64(limits.contactMinutes) * Span.minute
    self.records = records
    self.limits = limits
    self.drawSecret = drawSecret
  }

  /// How many entries the journal has.
  public var entryCount: UInt64 { records.entryCount }

  /// The account and the install behind a token, for limits; nil if it is unknown.
  public func client(behind token: SecretHash) -> (account: UInt32, install: UInt64)? {
    records.sessions[token].map { ($0.account, $0.install.raw) }
  }

  // MARK: Batches

  /// Begins a batch.
  public mutating func begin() throws(StorageError) {
    if !changed.isEmpty { changed.removeAll(keepingCapacity: true) }
    try server.beginBatch()
  }

  /// Writes what the batch leaves, and returns how many entries that were.
  public mutating func commit() throws(StorageError) -> Int {
    let count = try server.commitBatch()
    records.countEntries(count)
    return count
  }

  /// Performs a request within a batch. Its answer leaves after the commit.
  public mutating func perform(_ call: ServiceCall, now: Instant) -> ServiceOutcome {
    do throws(Problem) {
      return try outcome(of: call, now: now)
    } catch {
      return .answer(ServiceAnswer(error))
    }
  }

  private mutating func outcome(of call: ServiceCall, now: Instant) throws(Problem)
    -> ServiceOutcome
  {
    switch call.route {
    case .exchange: return .answer(try exchange(call, now: now))
    case .openAccount: return .answer(try openAccount(call))
    case .openSession: return .answer(try openSession(call, now: now))
    case .closeSession: return .answer(try closeSession(call, now: now))
    case .news(let cursor, let seconds):
      return try news(of: try member(call, now: now), cursor: cursor, seconds: seconds, now: now)
    case .health, .ready, .metrics, .clock, .setClock:
      throw Problem(404, "path-unknown", "The service has no such path here.")
    default: return .answer(try answer(call, try member(call, now: now), now: now))
    }
  }

  private mutating func answer(
    _ call: ServiceCall, _ session: SignedInInstall, now: Instant
  ) throws(Problem) -> ServiceAnswer {
    switch call.route {
    case .deleteAccount: try deleteAccount(session, now: now)
    case .setSharing(let account): try setSharing(call, session, of: account, now: now)
    case .createFamily: try createFamily(call, session, now: now)
    case .openGroup: try openGroup(call, session, now: now)
    case .register(let scope): try register(call, session, scope: scope, now: now)
    case .setClaim(let scope, let member):
      try setClaim(call, session, scope: scope, member: member, now: now)
    case .invitation(let group, let code):
      try invitation(to: group, code: code, session, now: now)
    case .export:
      ServiceAnswer(
        200, .json, Array(server.export(AccountHandle(session.account), now: now).utf8))
    case .keepDevice(let token): try keepDevice(DeviceToken(token), session)
    case .dropDevice(let token): try dropDevice(DeviceToken(token), session)
    default: preconditionFailure("the route is answered elsewhere: \(call.route)")
    }
  }

  // MARK: Who asks

  /// The install behind the token of a request.
  func session(_ token: SecretHash?, now: Instant) throws(Problem) -> SignedInInstall {
    guard let token else { throw .tokenMissing }
    guard let session = records.sessions[token] else { throw .tokenUnknown }
    // The devices of a deleted account must be able to learn of it, however late.
    let isEndless = server.core.directory.closed(AccountHandle(session.account)) == .accountDeleted
    guard isEndless || now < session.issued + Int64(limits.tokenDays) * Span.day else {
      throw .tokenUnknown
    }
    return session
  }

  /// The same, if its account may do anything but exchange.
  func member(_ call: ServiceCall, now: Instant) throws(Problem) -> SignedInInstall {
    let session = try session(call.token, now: now)
    switch server.core.directory.closed(AccountHandle(session.account)) {
    case nil: return session
    case .accountDeleted: throw .tokenUnknown
    case .some(let reason):
      throw Problem(403, "account-closed", "The account is closed: \(reason.sentence)")
    }
  }

  // MARK: Notes

  /// Has the server do something within a batch, which writes nothing yet and so cannot fail.
  mutating func ask<Result>(
    _ body: (inout DurableServer<Storage>) throws(StorageError) -> Result
  ) throws(Problem) -> Result {
    do throws(StorageError) { return try body(&server) } catch { throw .storageFailed }
  }

  mutating func keep(_ entry: ServiceEntry) throws(Problem) {
    try ask { (server) throws(StorageError) in try server.keep(entry.bytes) }
    records.note(entry)
  }
}

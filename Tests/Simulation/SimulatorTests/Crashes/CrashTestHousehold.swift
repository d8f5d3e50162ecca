import Base
import Chronology
import DomainCore
import Environment
import Population
import Scenarios
import SyncCore
import TestKit

/// A household whose devices and server have storage that may fail at any call, and a record of
/// what people were notified of. It has checks of its own, which know only operations and rows.
final class CrashTestHousehold {
  final class Install {
    private(set) var log: SimulatedReplicaStorage.Log
    var replica: Replica<SimulatedReplicaStorage>
    let member: MemberHandle
    var offline: OfflineWindow?

    init(site: UInt32, _ home: RecordedHousehold) {
      log = SimulatedReplicaStorage.Log()
      member = home.owners[Int(site)]
      do throws(StorageError) {
        replica = try Replica(
          site: site, scope: 0, genesis: CrashTestHousehold.genesis(home),
          storage: SimulatedReplicaStorage(on: log))
      } catch {
        preconditionFailure("nothing fails here: \(error)")
      }
    }

    /// The same install with the content of its storage, elsewhere.
    init(copying other: Install) {
      member = other.member
      log = SimulatedReplicaStorage.Log(other.log, transactions: Int(other.log.revision))
      do throws(StorageError) {
        replica = try Replica.open(SimulatedReplicaStorage(on: log))
      } catch {
        preconditionFailure("nothing fails here: \(error)")
      }
    }

    /// From now on the storage may fail.
    func rests(on fault: StorageFault) {
      log = SimulatedReplicaStorage.Log(log, transactions: Int(log.revision), fault: fault)
      starts()
    }

    func starts() {
      do throws(StorageError) {
        replica = try Replica.open(SimulatedReplicaStorage(on: log))
      } catch {
        preconditionFailure("a replica cannot be reopened: \(error)")
      }
    }

    var pending: [Operation] { replica.pendingOperations }
    var rejections: [FeedRow] { replica.rejectedRows }
  }

  static let settings = ServerSettings(clockSkewBoundMilliseconds: 5 * Span.minute)

  let home: RecordedHousehold
  let fault: StorageFault
  private(set) var log: SimulatedServerStorage.Log
  private(set) var server: DurableServer<SimulatedServerStorage>
  let installs: [Install]
  /// How many transactions the journal had when the plan began.
  private(set) var founded = 0
  /// How many rows its feed had then.
  private(set) var rowsFounded = 0
  private(set) var now: Instant
  /// The operations that were confirmed as saved.
  private var saved: [Operation] = []
  /// The violations that were found, as texts that begin with the property.
  private(set) var broken: [String] = []
  private var request = Request()
  private var response = Response()

  init(_ home: RecordedHousehold, fault: StorageFault) {
    self.home = home
    self.fault = fault
    log = SimulatedServerStorage.Log()
    do throws(StorageError) {
      server = try DurableServer.open(SimulatedServerStorage(on: log), settings: Self.settings)
      let scope = try server.open(Self.genesis(home))
      for member in home.owners {
        let account = try server.openAccount()
        _ = try server.register(scope: scope, member: member, account: account)
      }
    } catch {
      preconditionFailure("nothing fails here: \(error)")
    }
    installs = (0..<UInt32(home.owners.count)).map { Install(site: $0, home) }
    now = Zone.utc.startOfDay(home.firstDay)
    plays(home.prologue)
    founded = Int(log.revision)
    rowsFounded = feed.count
    log = SimulatedServerStorage.Log(log, transactions: founded, fault: fault)
    server = Self.opened(log)
    for install in installs { install.rests(on: fault) }
  }

  static func genesis(_ home: RecordedHousehold) -> ScopeGenesis {
    var genesis = ScopeGenesis(firstDay: home.firstDay, dayCapacity: 16)
    for member in home.founders { genesis.members.append(member) }
    return genesis
  }

  private static func opened(
    _ log: SimulatedServerStorage.Log
  ) -> DurableServer<SimulatedServerStorage> {
    do throws(StorageError) {
      return try DurableServer.open(SimulatedServerStorage(on: log), settings: settings)
    } catch {
      preconditionFailure("a server cannot be reopened: \(error)")
    }
  }

  func note(_ holds: Bool, _ what: String) {
    if !holds && !broken.contains(what) { broken.append(what) }
  }

  var feed: [FeedRow] { server.core.rows(of: 0) }

  // MARK: Running

  /// Runs the plan to its end; then everybody comes online and syncs.
  func plays() {
    plays(home.lines)
    for install in installs { install.offline = nil }
    for _ in 0..<2 { for install in installs { exchanges(install) } }
    ends()
  }

  func plays(_ lines: [RecordedHousehold.Line]) {
    for line in lines {
      now = line.time
      let install = installs[line.device]
      switch line.deed {
      case .isOffline(let window): install.offline = window
      case .says(let commands): says(commands, on: install)
      case .exchanges where isOnline(install): exchanges(install, losesResponse: line.losesResponse)
      case .exchanges: break
      }
    }
  }

  private func isOnline(_ install: Install) -> Bool {
    guard let window = install.offline else { return true }
    return now < window.from || window.until <= now
  }

  /// A tap. An operation that is saved after a crash is not submitted again; others are.
  private func says(_ commands: [Command], on install: Install) {
    let before = install.replica.store.sequence
    var isSaved: Bool?
    while isSaved == nil {
      do throws(StorageError) {
        let outcome = try install.replica.commit(
          commands, author: install.member, day: home.zone.localDay(at: now), zone: home.zone,
          now: now, isOnline: isOnline(install))
        if case .success = outcome { isSaved = true } else { isSaved = false }
      } catch {
        if error != .full { install.starts() }
        let made = install.replica.store.sequence - before
        note(made == 0 || made == UInt32(commands.count), "P22: half a transaction was found")
        if made > 0 { isSaved = true }
      }
    }
    if isSaved == true { saved += install.pending.suffix(commands.count) }
  }

  /// Exchanges until everything is sent and received, unless the response is lost.
  private func exchanges(_ install: Install, losesResponse: Bool = false) {
    for _ in 0..<200 {
      exchangesOnce(install, losesResponse: losesResponse)
      let isDone =
        install.replica.store.pendingCount == 0
        && Int(install.replica.store.position) == server.core.scopes[0].feed.count
      if isDone || losesResponse { return }
    }
    note(false, "P6: an exchange does not end")
  }

  private func exchangesOnce(_ install: Install, losesResponse: Bool) {
    while true {
      // Small limits, so that pages and pushes are cut.
      install.replica.fill(&request, pushOperationsMax: 3, pageRowsMax: 3, now: now)
      do throws(StorageError) {
        try server.respond(request, now: now, into: &response) { _, _ in }
      } catch {
        server = Self.opened(log)
        continue
      }
      if losesResponse { return }
      do throws(StorageError) {
        _ = try install.replica.apply(response)
        return
      } catch {
        if error != .full { install.starts() }
      }
    }
  }

  // MARK: Checking the result

  private func ends() {
    let feed = self.feed
    var last: [UInt32: UInt32] = [:]
    for row in feed {
      let (site, sequence) = (row.operation.site, row.operation.sequence)
      note(sequence == last[site, default: 0] + 1, "P4: a site's rows are out of order")
      last[site] = sequence
    }
    for operation in saved {
      let rows = feed.filter { $0.operation.fact.identity == operation.fact.identity }
      note(rows.count == 1, "P1, P2: a saved operation does not have exactly one verdict")
      note(
        rows.first?.operation.fact.payload == operation.fact.payload,
        "P2: a saved operation differs from the submitted one")
    }
    for install in installs {
      let isSame = install.replica.store.state.isIdentical(to: server.core.scopes[0].state)
      note(isSame && install.pending.isEmpty, "P5: a replica differs from the server")
    }
  }

  /// What is compared with the same plan without a crash.
  var outcome: Outcome {
    Outcome(
      feed: feed, heads: installs.map { $0.replica.store.head },
      rejections: installs.map(\.rejections))
  }

  struct Outcome: Equatable {
    var feed: [FeedRow]
    var heads: [ReplicaHead]
    var rejections: [[FeedRow]]
  }

  // MARK: Failovers

  /// All continue from their storage, with a server that fails over to a replica of so many
  /// transactions. Returns the violations, and how many operations were sent again.
  func failsOver(to transactions: Int) -> (broken: [String], resent: Int) {
    let stale = SimulatedServerStorage.Log(log, transactions: transactions)
    let copies = installs.map { Install(copying: $0) }
    let known = copies.flatMap { Self.known($0) }
    let rejections = copies.map { Set($0.rejections.map(\.operation.fact.identity)) }
    var found: [String] = []
    do throws(StorageError) {
      var server = try DurableServer.failOver(
        to: SimulatedServerStorage(on: stale), as: 1, settings: Self.settings)
      let before = server.core.scopes[0].feed.count
      for _ in 0..<3 {
        for copy in copies { try Self.settle(copy, with: &server, now: now) }
      }
      found = Self.broken(copies, server.core, known: known, rejections: rejections)
      return (found, server.core.scopes[0].feed.count - before)
    } catch {
      preconditionFailure("nothing fails here: \(error)")
    }
  }

  /// An install's own operations that were not rejected: confirmed, or pending.
  private static func known(_ install: Install) -> [Operation] {
    var rows = FlatArray<FeedRow>()
    var unknown = UnknownFields()
    var storage = SimulatedReplicaStorage(on: install.log)
    do throws(StorageError) {
      try storage.readRows(from: 0, into: &rows, unknown: &unknown)
    } catch {
      preconditionFailure("nothing fails here: \(error)")
    }
    let site = install.replica.site
    let confirmed = rows.withElements { rows in
      rows.filter { $0.operation.site == site && !$0.verdict.isRejected }.map(\.operation)
    }
    return confirmed + install.pending
  }

  private static func settle(
    _ install: Install, with server: inout DurableServer<SimulatedServerStorage>, now: Instant
  ) throws(StorageError) {
    var request = Request()
    var response = Response()
    for _ in 0..<200 {
      install.replica.fill(&request, pushOperationsMax: 3, pageRowsMax: 3, now: now)
      try server.respond(request, now: now, into: &response) { _, _ in }
      let result = try install.replica.apply(response)
      let isAll = Int(install.replica.store.position) == server.core.scopes[0].feed.count
      if result.ignored == nil && isAll && install.pending.isEmpty { return }
    }
  }

  private static func broken(
    _ installs: [Install], _ server: borrowing Server, known: [Operation],
    rejections: [Set<Entity>]
  ) -> [String] {
    var broken: [String] = []
    func note(_ holds: Bool, _ what: String) {
      if !holds && !broken.contains(what) { broken.append(what) }
    }
    let feed = server.rows(of: 0)
    for (index, install) in installs.enumerated() {
      let isSame = install.replica.store.state.isIdentical(to: server.scopes[0].state)
      note(isSame && install.pending.isEmpty, "P5, P6: a replica differs from the server")
      let now = Set(install.rejections.map(\.operation.fact.identity))
      note(rejections[index].isSubset(of: now), "P1: a rejection was forgotten")
    }
    var last: [UInt32: UInt32] = [:]
    for row in feed {
      let (site, sequence) = (row.operation.site, row.operation.sequence)
      note(sequence > last[site, default: 0], "P4: a site's rows are out of order")
      last[site] = sequence
    }
    for operation in known {
      let rows = feed.filter { $0.operation.fact.identity == operation.fact.identity }
      note(rows.count <= 1, "P2: an operation has two verdicts")
      let isAccepted = rows.count == 1 && !rows[0].verdict.isRejected
      let isRejected = installs.contains { install in
        install.rejections.contains {
          $0.operation.fact.identity == operation.fact.identity && $0.verdict.refusal != nil
        }
      }
      note(isAccepted || isRejected, "P2: a known operation was lost without a rejection")
    }
    return broken
  }
}

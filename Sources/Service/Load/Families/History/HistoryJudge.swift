import Base
import Chronology
import DomainCore
import Properties
import Reporting
import SyncCore

/// Judges the history of a load by the properties that the simulator checks.
///
/// It does everything again with other replicas, beside a server of its own that follows the feeds
/// which the real server showed at the end: that one decides nothing, and is exactly what the real
/// one says that it is. A row enters it before the first response that knows of it.
struct HistoryJudge: ~Copyable {
  /// A phone of the load, as the server registered it.
  struct Phone {
    let registration: [UInt8]
    let install: UInt64
    let zone: Zone
    /// The number of its owner in the load.
    let owner: Int
  }

  private var monitor: PropertyMonitor
  private var server: Server
  private var replicas = OwnedArray<Replica<MemoryReplicaStorage>>()
  private var zones: [Zone] = []
  private var members: [MemberHandle] = []
  private let texts: PlanTexts
  /// The feeds of the families that are judged.
  private let feeds: [UInt32: [SentRow]]
  /// Of those, the ones that contradict what phones have received: they are not judged any further.
  private var broken: [UInt32: String] = [:]
  private var response = Response()

  /// So far ahead of its clock a server accepts a stamp.
  private static let settings = ServerSettings(
    clockSkewBoundMilliseconds: 60_000, hasOwnTexts: true)

  /// - Parameter feeds: whole feeds, by the numbers of their scopes.
  init(_ feeds: [UInt32: [SentRow]], _ texts: PlanTexts) {
    monitor = PropertyMonitor(Self.settings)
    server = Server(settings: Self.settings)
    self.feeds = feeds
    self.texts = texts
  }

  /// Opens the scopes and registers the phones: those of the load, in the order of the history's
  /// devices, and then those of the audit.
  mutating func open(_ phones: [Phone], owners: Int) throws(WireError) {
    for _ in 0..<owners { _ = server.replay(.accountOpened(.person)) }
    zones = phones.map(\.zone)
    var sites: [(site: UInt32, scope: UInt32, phone: Int)] = []
    var first: [UInt32: Int] = [:]
    for (index, phone) in phones.enumerated() {
      let registration = try Registration(phone.registration)
      members.append(registration.member)
      sites.append((registration.site, registration.scope, index))
      if first[registration.scope] == nil { first[registration.scope] = index }
      replicas.append(
        Replica(
          site: registration.site, scope: registration.scope,
          state: registration.genesis.founded(), install: InstallNonce(raw: phone.install),
          texts: ScopeTexts()))
    }
    // What others have on the real server has the same numbers here, and nothing in it.
    for scope in 0...(first.keys.max() ?? 0) {
      _ = server.open(Scope(state: try Self.founded(first[scope].map { phones[$0] })))
    }
    let elsewhere = server.open(Scope(state: try Self.founded(nil)))
    for place in sites.sorted(by: { $0.site < $1.site }) {
      while server.sites.count < Int(place.site) {
        register(UInt32(server.sites.count), elsewhere, .newcomer, .none, .none)
      }
      let phone = phones[place.phone]
      register(
        place.site, place.scope, members[place.phone], AccountHandle(UInt32(phone.owner)),
        InstallNonce(raw: phone.install))
    }
  }

  /// The first state of a phone's family, or of one that has nothing.
  private static func founded(_ phone: Phone?) throws(WireError) -> ScopeState {
    guard let phone else { return ScopeGenesis(firstDay: LocalDay(number: 0)).founded() }
    let registration = try Registration(phone.registration)
    return registration.genesis.founded()
  }

  private mutating func register(
    _ site: UInt32, _ scope: UInt32, _ member: MemberHandle, _ account: AccountHandle,
    _ install: InstallNonce
  ) {
    _ = server.replay(.siteRegistered(site, scope: scope, member, account, install))
    monitor.makeRoom(forSite: site)
    monitor.register(site, as: member, account: account)
  }

  // MARK: Doing it again

  /// Does everything again and checks it. `isUpToDate` are the phones that must have everything at
  /// the end, `today` is the last day of the plan.
  mutating func judge(
    _ history: FamilyHistory, isUpToDate: [Bool], today: LocalDay
  ) -> LoadReport.Judgement {
    for entry in history.entries where isJudged(replicas[entry.device].scope) {
      switch entry.event {
      case .saved(let commands, let day, let time):
        save(commands, day, time, on: entry.device, at: entry.time)
      case .received(let bytes): receive(bytes, on: entry.device, at: entry.time)
      }
    }
    let end = history.entries.last?.time ?? Instant(milliseconds: 0)
    for (scope, feed) in feeds.sorted(by: { $0.key < $1.key }) where isJudged(scope) {
      advance(scope, to: feed.count)
      guard isJudged(scope) else { continue }
      let founded = server.scopes[Int(scope)].founded()
      monitor.quiescent(scope: scope, founded: founded, today: today, on: server, at: end)
    }
    for index in isUpToDate.indices
    where isUpToDate[index] && isJudged(replicas[index].scope) {
      replicas.with(index) { monitor.coreIsHealed($0, on: server, at: end) }
    }
    if broken.isEmpty && feeds.count == server.scopes.count - 1 {
      let none = OwnedArray<Replica<MemoryReplicaStorage>>()
      monitor.quiescent(replicas: none, server: server, at: end)
    }
    return judgement
  }

  private func isJudged(_ scope: UInt32) -> Bool {
    feeds[scope] != nil && broken[scope] == nil
  }

  private var judgement: LoadReport.Judgement {
    var violations = broken.sorted { $0.key < $1.key }.map { "Scope \($0.key): \($0.value)" }
    violations += monitor.shared.tally.violations.map { found in
      "\(found.property.id) in scope \(found.scope), operation \(found.sequence) of site "
        + "\(found.site): \(found.whole)"
    }
    let left = Int(monitor.shared.tally.violationCount) - monitor.shared.tally.violations.count
    if left > 0 { violations.append("\(left) more of the properties.") }
    var checks: [LoadReport.Count] = []
    for property in Property.allCases {
      let count = monitor.shared.tally.checks(of: property)
      if count > 0 { checks.append(LoadReport.Count(property.id, Int64(count))) }
    }
    return LoadReport.Judgement(checks: checks, violations: violations)
  }

  /// Lets the server follow the feed of a scope.
  private mutating func advance(_ scope: UInt32, to end: Int) {
    guard let feed = feeds[scope], broken[scope] == nil else { return }
    while server.scopes[Int(scope)].feed.count < end {
      let place = server.scopes[Int(scope)].feed.count
      guard place < feed.count else {
        broken[scope] =
          "a response said that the feed has \(end) rows, and it ends after \(feed.count)."
        return
      }
      guard server.follow(feed[place].row, beside: feed[place].fields, in: scope) else {
        broken[scope] = "row \(place + 1) of the feed cannot follow the rows before it."
        return
      }
      let row = server.scopes[Int(scope)].feed[place]
      _ = monitor.decided(row, scope: scope, at: row.committed)
    }
  }

  /// Lets the server follow the feed of a scope until it has decided so many operations of a site.
  private mutating func advance(_ scope: UInt32, past sequence: UInt32, of site: UInt32) {
    guard let feed = feeds[scope] else { return }
    let place = feed.lastIndex {
      $0.row.operation.site == site && $0.row.operation.sequence <= sequence
    }
    if let place { advance(scope, to: place + 1) }
  }

  private mutating func save(
    _ planned: [Command], _ day: LocalDay, _ time: Instant, on device: Int, at now: Instant
  ) {
    let (author, zone) = (members[device], zones[device])
    let own = planned.map { replicas[device].store.texts?.moved($0, from: texts.table) ?? $0 }
    let before = replicas[device].store.pendingCount
    if own.count == 1 {
      var shown = Nutrients.zero
      replicas.with(device) { shown = monitor.nutrientsBefore(own[0], day: day, on: $0) }
      let result = replicas[device].commit(own[0], author: author, day: day, zone: zone, now: time)
      guard case .success = result else { return notRepeated(device) }
      replicas.with(device) {
        monitor.committed($0.store.pending(before), nutrientsBefore: shown, on: $0, at: now)
      }
    } else {
      replicas.with(device) { monitor.willCommit(own, day: day, on: $0) }
      let result = replicas[device].commit(own, author: author, day: day, zone: zone, now: time)
      guard case .success = result else { return notRepeated(device) }
      replicas.with(device) { monitor.committedTogether(on: $0, since: before, at: now) }
    }
  }

  /// The same replica, in the same state, has done something else than before.
  private mutating func notRepeated(_ device: Int) {
    broken[replicas[device].scope] = "what a phone saved is refused when it is done again."
  }

  private mutating func receive(_ bytes: [UInt8], on device: Int, at now: Instant) {
    do throws(WireError) {
      try bytes.withUnsafeBufferPointer { (bytes) throws(WireError) in
        try response.decode(bytes)
      }
    } catch {
      return
    }
    let (header, scope) = (response.header, replicas[device].scope)
    let isOfFeed = header.kind == .page || header.kind == .snapshot
    if isOfFeed { advance(scope, to: Int(header.end)) }
    if header.kind == .purge { advance(scope, past: header.sequenceDecided, of: header.site) }
    guard isJudged(scope) else { return }
    if isOfFeed || header.kind == .purge {
      monitor.shared.ledger.acknowledge(header.site, through: header.sequenceDecided)
    }
    let result = replicas[device].apply(response)
    replicas.with(device) { replica in
      monitor.receivedResponse(header, mustSignIn: result == .needsSignIn, on: replica, at: now)
      switch result {
      case .page(let rows, _) where rows > 0:
        monitor.pageApplied(replica, rows: rows, on: server, at: now)
      case .page where replica.store.pendingCount > 0:
        monitor.pageWasEmpty(on: replica, of: server, at: now)
      case .snapshot: monitor.pageApplied(replica, on: server, at: now)
      case .purged: monitor.purged(replica, at: now)
      default: break
      }
    }
  }
}

extension OwnedArray where Element: ~Copyable {
  /// Lends an element while other parts of its owner change.
  fileprivate func with(_ index: Int, _ body: (borrowing Element) -> Void) {
    body(address(of: index).pointee)
  }
}

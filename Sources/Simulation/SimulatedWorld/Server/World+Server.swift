import Base
import Chronology
import DomainCore
import Properties
import SyncCore

// What the server is told beside requests; and its journal, where it keeps one.
extension World {
  private mutating func enter(_ entry: SyncCore.JournalEntry) {
    let now = self.now
    serverLog?.append([entry], at: now)
  }

  mutating func openAccount(_ kind: AccountKind) -> AccountHandle {
    enter(.accountOpened(kind))
    return server.directory.open(kind)
  }

  /// Opens a scope, founded as `state` is.
  mutating func openScope(_ state: consuming ScopeState, rowsExpected: Int) -> UInt32 {
    if serverLog != nil {
      let genesis = ScopeGenesis(of: state)
      enter(
        .scopeOpened(
          members: genesis.members.withElements { Array($0) }, firstDay: genesis.firstDay,
          dayCapacity: genesis.dayCapacity))
    }
    return server.open(Scope(state: state, rowsExpected: rowsExpected))
  }

  /// NOT-5: whoever has signed in on a device gets its pushes.
  mutating func registerToken(of device: Int) {
    let token = DeviceToken(devices[device].who)
    let account = people[devices[device].user].account
    enter(.tokenRegistered(token, account))
    server.directory.register(token, for: account)
  }

  /// OFF-3: the number under which the install on a device speaks in a scope for somebody.
  mutating func register(
    scope: UInt32, member: MemberHandle, person: Int, on device: Int, replica: Int,
    claiming claimed: UInt32? = nil
  ) -> UInt32 {
    let (account, install) = (people[person].account, devices[device].install)
    if let known = server.site(
      of: install, account, in: scope, as: member, claiming: claimed)
    {
      noteLine(known, to: scope)
      return known
    }
    let site = server.register(
      scope: scope, member: member, account: account, install: install, claiming: claimed)
    enter(.siteRegistered(site, scope: scope, member, account, install))
    monitor.makeRoom(forSite: site)
    monitor.register(site, as: member, account: account, ward: ward(person, in: scope))
    links[replica].mayHaveJoined = member == .newcomer
    replicaBySite.extend(to: Int(site) + 1, repeating: replica)
    replicaBySite[Int(site)] = replica
    noteLine(site, to: scope)
    return site
  }

  /// FAM-5: where parents answer for somebody who joins a group, if their family began with them as
  /// a child or an athlete.
  func ward(_ person: Int, in scope: UInt32) -> FamilyPlace? {
    guard Int(scope) >= setup.households.count, people[person].isFounder else { return nil }
    let family = people[person].household
    let resident = person - households[family].firstPerson
    let role = setup.households[family].people[resident].role
    guard role == .child || role == .athlete else { return nil }
    return FamilyPlace(scope: UInt32(family), member: people[person].member)
  }

  // MARK: Deleted accounts

  /// FAM-7: somebody's account goes with everything that it owns, whatever their devices are doing.
  mutating func deleteAccount(of person: Int) {
    people[person].isDeleted = true
    hasDeletions = true
    eraseAccount(of: person)
  }

  /// A server that begins anew from a copy has people in it whose accounts were deleted since.
  /// Whoever keeps copies keeps the list of them elsewhere, and goes through it again.
  private mutating func deleteAgain() {
    guard hasDeletions else { return }
    for person in 0..<people.count where people[person].isDeleted { eraseAccount(of: person) }
  }

  private mutating func eraseAccount(of person: Int) {
    let (account, time, now) = (people[person].account, serverTime, self.now)
    let before = DeletionChecker(of: account, on: server, monitor.shared)
    if server.directory.closed(account) != .accountDeleted {
      enter(.accountDeleted(account, time))
      server.deleteAccount(account, now: time)
    }
    monitor.deleted(before, on: server, at: now)
    let family = people[person].household
    monitor.scopeRebuilt(scope: UInt32(family), founded(family))
  }

  // MARK: Beginning anew

  /// What the server knows of a site, where a journal is kept.
  func siteRecord(_ site: Int) -> SiteRecord? {
    serverLog != nil && site < server.sites.count ? server.sites[site] : nil
  }

  /// Enters what has come of a request into the journal.
  mutating func enter(_ site: UInt32, since before: SiteRecord, from position: Int) {
    if decided.isEmpty && server.sites[Int(site)] == before { return }
    var places = FlatArray<UInt32>()
    for index in 0..<decided.count { places.append(UInt32(position + index)) }
    let entries = server.entries(for: site, since: before, decided, at: places, now: serverTime)
    let now = self.now
    serverLog?.append(entries, at: now)
  }

  /// The server fails over to a copy of its journal, which has nothing that is younger.
  mutating func failOver(to time: Instant) {
    guard var log = serverLog else { return }
    // It is the only copy, and need not be doubled to be cut.
    serverLog = nil
    // Families and their first installs are older than any copy.
    log.cut(after: max(time, settings.start))
    let anew: SyncCore.JournalEntry = .incarnation(server.incarnation + 1)
    var begun = Server(settings: server.settings)
    log.append([anew], at: now)
    // By their places: an entry is large, and an iterator would hand out copies.
    for place in log.entries.indices {
      precondition(begun.replay(log.entries[place]), "what was decided can be decided again")
    }
    serverLog = log
    swap(&begun.meter, &server.meter)
    server = begun
    counters.failovers += 1
    monitor.failedOver(to: server)
    deleteAgain()
  }

  /// How much more a device may have to say than waits in its outbox: to a server that has begun
  /// anew, all that it ever said.
  func resent(_ replica: Int) -> Int {
    replicas[replica].store.head.incarnation == server.incarnation
      ? 0 : Int(replicas[replica].store.sequence)
  }
}

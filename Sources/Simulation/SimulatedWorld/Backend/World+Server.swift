import Base
import Chronology
import DomainCore
import Environment
import Properties
import SyncCore

// How the server works with people and devices: it responds to requests, assigns sites, deletes
// accounts and fails over. What needs only the server is in `Backend`.
extension World {
  // MARK: Requests

  /// Has the server respond to a request, and reports what it decided. Returns whether the scope's
  /// feed has grown; nil if the server has ended before it could respond.
  mutating func decide(_ request: UInt32, into response: UInt32) -> Bool? {
    let replica = Int(network.requests.envelope(request).replica)
    let scope = fleet.replicas[replica].scope
    let site = Int(network.requests[request].header.site)
    let feedBefore = backend.server.scopes[Int(scope)].feed.count
    let refusedBefore =
      site < backend.server.sites.count ? backend.server.sites[site].refusedCount : 0
    let (now, serverTime) = (self.now, self.serverTime)
    let used = backend.server.meter.uncharged
    if fleet.isStored { beginResponding(request) }
    let mayEnd = mayEndScope(request, scope)
    if mayEnd { stopSharing { $0 == scope } }
    var (hasResponded, hasDecided) = (true, true)
    do throws(StorageError) {
      try backend.respond(
        network.requests, request, into: &network.responses, response, at: serverTime, now: now)
      network.responses.with(response) {
        events.monitor.responded(
          $0, to: network.requests[request].header, on: backend.server, at: now)
      }
      checkExchange(
        response, to: request, since: used,
        isTurnedAway: site < backend.server.sites.count
          && backend.server.sites[site].refusedCount > refusedBefore)
    } catch {
      hasResponded = false
      hasDecided = self.hasDecided(site, despite: error)
      if hasDecided {
        backend.readDecided(by: site, in: Int(scope), from: feedBefore, refusedBefore)
      }
    }
    if mayEnd { shareAgain { $0 == scope } }
    events.service.charge(
      &backend.meter, to: fleet.placements[replica].person, at: serverTime)
    guard hasDecided else { return nil }
    // The server accepts a newcomer's operations one at a time, so a rejected one is the last row.
    let isTurnedAway =
      site < backend.server.sites.count
      && backend.server.sites[site].refusedCount > refusedBefore
    for index in 0..<backend.decided.count {
      let isLast = index == backend.decided.count - 1
      let decided = backend.decided[index]
      let row =
        settings.hasOwnTexts
        ? reported(decided, of: scope, by: request, isTurnedAway: isTurnedAway && isLast) : decided
      let waited = events.decided(
        row, scope: scope, position: feedBefore + index, feedBefore: feedBefore,
        isTurnedAway: isTurnedAway && isLast, at: now)
      if fleet.placements[replica].isGroup {
        events.monitor.decidedInGroup(row, scope: scope, on: backend.server, at: now)
      }
      noteDecided(row, waited: waited)
    }
    return hasResponded ? backend.server.scopes[Int(scope)].feed.count > feedBefore : nil
  }

  /// FAM-8, COST-1: checks whether the server should have admitted the account, and at what cost.
  private mutating func checkExchange(
    _ response: UInt32, to request: UInt32, since used: BackendUse, isTurnedAway: Bool
  ) {
    let header = network.responses[response].header
    let site = Int(header.site)
    guard events.monitor.shared.checksSteps(of: header.scope), site < backend.server.sites.count,
      backend.server.sites[site].account != .none
    else {
      return
    }
    let account = Int(backend.server.sites[site].account.raw)
    events.monitor.exchanged(
      header, to: network.requests[request].operations.count,
      of: backend.server.directory.accounts[account].kind,
      ends: backend.server.sites[site].sessionEnds,
      delivering: network.responses[response].rows.count, having: backend.decided,
      texts: settings.hasOwnTexts
        ? textUse(of: request, response, isTurnedAway: isTurnedAway) : TextUse(), from: used,
      to: backend.server.meter.uncharged, at: serverTime, realTime: now)
  }

  /// Records that an operation has become durable on the server.
  private mutating func noteDecided(_ row: FeedRow, waited: Int64) {
    guard !isHealing, now < settings.watermark, !row.operation.fact.isCarried,
      !isDecidedAgain(row.operation)
    else { return }
    events.simulationEvents.append(
      SimulationEvent(
        kind: .decided, reason: row.verdict.reason, time: now, waited: waited,
        person: fleet.speaker(at: row.operation.site).person, day: row.operation.fact.day,
        fact: row.operation.fact))
  }

  /// Whether a failed-over server decides an operation again that was decided before: not an event.
  private func isDecidedAgain(_ operation: Operation) -> Bool {
    backend.keepsJournal && events.monitor.shared.ledger.knows(operation)
      && events.monitor.shared.ledger.entry(operation.site, operation.sequence).isLost
  }

  // MARK: Sites

  /// NOT-5: the user of a device gets its pushes.
  mutating func registerToken(of device: Int) {
    backend.register(
      DeviceToken(fleet.devices[device].who),
      for: directory.people[fleet.devices[device].user].account, at: now)
  }

  /// OFF-3: the site that the install of a replica uses in a scope.
  mutating func register(
    _ replica: Int, in scope: UInt32, claiming claimed: UInt32? = nil
  ) -> UInt32 {
    let placement = fleet.placements[replica]
    let account = directory.people[placement.person].account
    let install = fleet.devices[placement.device].install
    if let known = backend.server.site(
      of: install, account, in: scope, as: placement.member, claiming: claimed)
    {
      updateSubscription(known, to: scope)
      return known
    }
    let site = backend.register(
      scope: scope, member: placement.member, account: account, install: install,
      claiming: claimed, at: now)
    events.monitor.makeRoom(forSite: site)
    events.monitor.register(
      site, as: placement.member, account: account, ward: ward(placement.person, in: scope))
    fleet.placements[replica].mayHaveJoined = placement.member == .newcomer
    fleet.give(site, to: replica)
    updateSubscription(site, to: scope)
    return site
  }

  /// Which member the server takes the replica's user for: it may have lost that they joined.
  func memberOnServer(_ replica: Int) -> MemberHandle {
    let (member, scope) = (fleet.placements[replica].member, Int(fleet.replicas[replica].scope))
    guard member != .newcomer else { return member }
    let place = Int(member.index)
    let knows = place < backend.server.scopes[scope].state.memberCount
    guard place < fleet.replicas[replica].store.state.memberCount else {
      let account = directory.people[fleet.placements[replica].person].account
      return knows && backend.has(member, account, in: scope) ? member : .newcomer
    }
    let joined = fleet.replicas[replica].store.state.member(member).entity
    if knows && backend.server.scopes[scope].state.member(member).entity == joined {
      return member
    }
    return joined == .none
      ? .newcomer : backend.server.scopes[scope].state.shared.member(joinedBy: joined) ?? .newcomer
  }

  /// FAM-5: the family in which parents approve for a person who joins a group, if the person was a
  /// child or an athlete when their family was created.
  func ward(_ person: Int, in scope: UInt32) -> FamilyPlace? {
    guard Int(scope) >= setup.households.count, directory.people[person].isFounder else {
      return nil
    }
    let family = directory.people[person].household
    let resident = person - directory.households[family].firstPerson
    let role = setup.households[family].people[resident].role
    guard role == .child || role == .athlete else { return nil }
    return FamilyPlace(scope: UInt32(family), member: directory.people[person].member)
  }

  // MARK: Deleted accounts

  /// FAM-7: deletes a person's account with everything that it owns, whatever their devices do.
  mutating func deleteAccount(of person: Int) {
    directory.people[person].isDeleted = true
    directory.hasDeletions = true
    eraseAccount(of: person)
  }

  /// After a failover the server again has accounts that were deleted since. The list of deletions
  /// is stored elsewhere, and the server applies it again.
  private mutating func deleteAgain() {
    guard directory.hasDeletions else { return }
    for person in 0..<directory.people.count where directory.people[person].isDeleted {
      eraseAccount(of: person)
    }
  }

  private mutating func eraseAccount(of person: Int) {
    let (account, now) = (directory.people[person].account, self.now)
    let before = DeletionChecker(of: account, on: backend.server, events.monitor.shared)
    let scopes = backend.scopes(of: account)
    stopSharing { scopes.contains($0) }
    backend.delete(account, at: now)
    shareAgain { scopes.contains($0) }
    events.monitor.deleted(before, on: backend.server, at: now)
    let family = directory.people[person].household
    events.monitor.scopeRebuilt(scope: UInt32(family), founded(family))
  }

  // MARK: Outages and failing over

  /// The server is unreachable until `end`.
  mutating func goDown(until end: Instant) {
    events.counters.outages += 1
    events.service.isDown(
      from: max(now, backend.isUpFrom), until: min(end, settings.watermark))
    backend.goDown(until: end)
  }

  /// The server fails over to a replica of its journal that has nothing after `time`.
  mutating func failOver(to time: Instant) {
    guard backend.keepsJournal else { return }
    // Families and their first installs are older than any replica of the journal.
    let ended = (0..<UInt32(backend.server.scopes.count)).filter {
      backend.server.scopes[Int($0)].isDeleted
    }
    stopSharing { _ in true }
    backend.failOver(to: max(time, settings.start), at: now)
    events.counters.failovers += 1
    events.monitor.failedOver(to: backend.server, ended: ended)
    deleteAgain()
  }

  /// How many operations a device may send in addition to its outbox: to a server that has failed
  /// over, everything that it ever submitted.
  func resent(_ replica: Int) -> Int {
    fleet.replicas[replica].store.head.incarnation == backend.server.incarnation
      ? 0 : Int(fleet.replicas[replica].store.sequence)
  }
}

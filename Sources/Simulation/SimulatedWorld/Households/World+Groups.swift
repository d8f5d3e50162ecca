import Base
import Chronology
public import DomainCore
import Environment
import SyncCore

// Groups: neighbors share how often they train. A group is a scope of its own, so a member's phone
// carries a second replica, with a link to the server of its own.
extension World {
  /// Registers a person's phone with the neighbors' group, whether they ever join or not. So the
  /// number of its site, and with it the names of everything created there, does not depend on who
  /// joined before.
  mutating func reserveGroupReplica(of person: Int) {
    let number = directory.people[person].household / WorldSetup.householdsPerGroup
    directory.people[person].groupReplica = fleet.replicas.count
    let placement = ReplicaPlacement(
      device: directory.people[person].firstDevice, person: person, member: .newcomer,
      isGroup: true)
    addReplica(of: directory.groups[number].scope, placement, emptyGroup())
  }

  /// A person's phone begins to use its replica of their group.
  mutating func openGroupReplica(of person: Int) {
    guard !directory.people[person].hasGroup else { return }
    directory.people[person].hasGroup = true
    events.counters.replicas += 1
  }

  /// Once the log has added the owner to the group's list, the app acts as that member and submits
  /// their consent to share, which they gave when they joined.
  mutating func noteMembership(_ replica: Int) {
    guard fleet.placements[replica].member == .newcomer, let joined = fleet.membership(replica)
    else { return }
    fleet.placements[replica].member = joined
    noteFamily(replica)
    guard fleet.placements[replica].isGroup, !isHealing,
      actsByItself(fleet.placements[replica].device)
    else { return }
    commit(.setGroupConsent(of: joined, to: true), on: replica)
    continueExchanging(replica)
  }

  /// A failover resets a group's log too: a member may have to join again or get another place.
  mutating func reviewMembership(_ replica: Int) {
    guard backend.keepsJournal, fleet.placements[replica].member != .newcomer,
      fleet.placements[replica].isGroup || isJoiners(replica)
    else { return }
    let isOutside =
      fleet.replicas[replica].store.state.memberCount == 0
      && fleet.replicas[replica].revocation == nil
    let place = fleet.membership(replica)
    if isOutside || (place != nil && place != fleet.placements[replica].member) {
      fleet.placements[replica].member = .newcomer
    }
  }

  // MARK: Families that are joined

  /// Whether a person uses a replica to join their family.
  private func isJoiners(_ replica: Int) -> Bool {
    let (device, person) = (fleet.placements[replica].device, fleet.placements[replica].person)
    return !fleet.placements[replica].isGroup && !directory.people[person].isFounder
      && directory.people[person].firstDevice == device
  }

  /// The app on a person's own phone determines which member of the family they are.
  mutating func noteFamily(_ replica: Int) {
    if isJoiners(replica) {
      directory.people[fleet.placements[replica].person].member = fleet.placements[replica].member
    }
  }

  /// A person joins a family or a group on their own phone.
  mutating func join(_ command: Command, _ person: Int, for step: StepID) -> StepOutcome {
    let replica: Int
    if command.kind == .memberJoined {
      replica = fleet.devices[directory.people[person].firstDevice].family
      directory.people[person].hasFamily = true
    } else {
      openGroupReplica(of: person)
      if ward(person, in: fleet.replicas[directory.people[person].groupReplica].scope) != nil {
        events.note(.minorJoin)
      }
      replica = directory.people[person].groupReplica
      if fleet.replicas[replica].store.revocation == .memberRemoved && !rejoins(replica) {
        startExchange(replica, for: ExchangeCause(step))
        return .refused(.alreadyInGroup)
      }
    }
    let outcome = outcome(of: commit(command, on: replica), on: replica, count: 1)
    startExchange(replica, for: ExchangeCause(step))
    return outcome
  }

  /// A person rejoins a group: they have nothing left of it and are a newcomer. Returns false if a
  /// failed-over server has lost that they left: it treats them as the member they were, and their
  /// phone will receive that.
  private mutating func rejoins(_ replica: Int) -> Bool {
    let (placement, scope) = (fleet.placements[replica], fleet.replicas[replica].scope)
    let known = backend.server.site(
      of: fleet.devices[placement.device].install,
      directory.people[placement.person].account, in: scope, as: .newcomer, claiming: nil)
    guard known == nil else { return false }
    events.note(.rejoin)
    startFresh(replica, as: .newcomer)
    return true
  }

  /// A phone has applied rows of its group: perhaps everything that it was notified of.
  mutating func noteGroupShown(_ replica: Int, after result: ApplyResult) {
    let since = network.links[replica].newsSince
    guard since.milliseconds != .min, !isHealing else { return }
    // A server that has failed over may have a shorter feed; then a snapshot resets the phone.
    if case .page = result,
      Int(fleet.replicas[replica].store.position) < network.links[replica].newsThrough
    {
      return
    }
    network.links[replica].newsSince = Instant(milliseconds: .min)
    events.service.groupShown(to: fleet.placements[replica].person, after: now - since)
  }

  /// GRP-8: the server has given a site a number or a response, and notifies its phone from now on,
  /// or no longer does.
  mutating func updateSubscription(
    _ site: UInt32, to scope: UInt32, responded kind: ResponseKind = .page
  ) {
    if directory.isGroup(scope) { backend.updateSubscription(site, to: scope, responded: kind) }
  }

  /// GRP-8: notifies the other phones of a group whose feed has grown; a push to a phone without
  /// network waits for it.
  mutating func notifyGroup(_ scope: UInt32, but sender: Int, because key: MessageKey) {
    guard directory.isGroup(scope) else { return }
    noteGroupNews(scope, but: sender)
    let author = fleet.replicas[sender].site
    let sites = backend.readers(of: scope, except: author)
    for index in 0..<sites.count {
      let site = sites[index]
      let replica = fleet.replicaBySite[Int(site)]
      guard fleet.replicas[replica].site == site, backend.mayReceive(site) else {
        // Its app has been reinstalled, or the server has failed over and does not know it.
        backend.subscriptions.disconnect(site)
        continue
      }
      network.links[replica].pushCause = ExchangeCause(following: key)
      queue.schedule(
        at: now + Int64(settings.network.latencyMillisecondsMedian),
        kind: WorldEvent.groupPush.rawValue, target: UInt32(replica))
    }
  }

  /// P23: which phones could receive a group's update, and since when. It checks the phones
  /// themselves, not those that the server notifies.
  private mutating func noteGroupNews(_ scope: UInt32, but sender: Int) {
    for replica in fleet.devices.count..<fleet.replicas.count
    where replica != sender && fleet.placements[replica].isGroup
      && fleet.replicas[replica].scope == scope
      && isConnected(fleet.placements[replica].device)
      && backend.mayReceive(fleet.replicas[replica].site)
    {
      noteNews(for: replica)
      if network.links[replica].newsSince.milliseconds == .min {
        network.links[replica].newsSince = now
        network.links[replica].newsThrough = backend.server.scopes[Int(scope)].feed.count
      }
    }
  }
}

// What groups have agreed on, for recorders.
extension World {
  /// A group's state on the server.
  public subscript(agreedBy group: Int) -> ScopeState {
    _read { yield backend.server.scopes[Int(directory.groups[group].scope)].state }
  }

  /// Everyone who ever joined a group, in the order of joining; who rejoined is listed twice.
  public func memberships(ofGroup number: Int) -> [GroupMembership] {
    let scope = Int(directory.groups[number].scope)
    var found: [GroupMembership] = []
    for place in 0..<backend.server.scopes[scope].state.group.seats.count {
      let seat = backend.server.scopes[scope].state.group.seats[place]
      let site = Int(seat.entity.raw >> 32)
      guard site < fleet.replicaBySite.count else { continue }
      found.append(
        GroupMembership(
          person: fleet.placements[fleet.replicaBySite[site]].person,
          member: MemberHandle(UInt16(place)),
          joined: seat.joined, isActive: seat.isActive, isShown: seat.isShown))
    }
    return found
  }

  /// The day of the run on which a person first joined a group, nil if they never did.
  public func groupDays() -> [Int32?] {
    var days = [Int32?](repeating: nil, count: directory.people.count)
    for group in 0..<directory.groups.count {
      for membership in memberships(ofGroup: group) {
        let zone = directory.households[directory.people[membership.person].household].zone.zone
        let day = Int32(runDay(zone.localDay(at: membership.joined)))
        days[membership.person] = min(days[membership.person] ?? .max, day)
      }
    }
    return days
  }
}

import Base
import Chronology
public import DomainCore
import Environment
import SyncCore

// Groups: neighbors share how often they train. A group is a scope of its own, so a member's phone
// carries a second replica, with a link to the server of its own.
extension World {
  /// Registers a person's phone with the neighbors' group, whether they will ever join or not: so
  /// the number of its site, and with it the names of all that is made there, does not hang on who
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

  /// Once the log has given the owner a place in the group's list, the app speaks under it, and
  /// says at once that they agree to share, as they did when they joined.
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

  /// A group's log begins anew, too: who was let in may have to join again, or have another place.
  mutating func reviewMembership(_ replica: Int) {
    guard backend.journal != nil, fleet.placements[replica].member != .newcomer,
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

  /// Whether a replica is that with which somebody joins their family.
  private func isJoiners(_ replica: Int) -> Bool {
    let (device, person) = (fleet.placements[replica].device, fleet.placements[replica].person)
    return !fleet.placements[replica].isGroup && !directory.people[person].isFounder
      && directory.people[person].firstDevice == device
  }

  /// Who somebody is in their family is what the app on their own phone has them for.
  mutating func noteFamily(_ replica: Int) {
    if isJoiners(replica) {
      directory.people[fleet.placements[replica].person].member = fleet.placements[replica].member
    }
  }

  /// Somebody says on their own phone that they join a scope: the family or the group.
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
      if fleet.replicas[replica].store.revocation == .memberRemoved && !comesBack(replica) {
        startExchange(replica, for: ExchangeCause(step))
        return .refused(.alreadyInGroup)
      }
    }
    let outcome = outcome(of: commit(command, on: replica), on: replica, count: 1)
    startExchange(replica, for: ExchangeCause(step))
    return outcome
  }

  /// Somebody joins a group in which they were before: they have nothing left of it, and are new to
  /// it. False where the server began anew and does not know that they are out: it takes them for
  /// who they were, as their phone will hear.
  private mutating func comesBack(_ replica: Int) -> Bool {
    let (placement, scope) = (fleet.placements[replica], fleet.replicas[replica].scope)
    let known = backend.server.site(
      of: fleet.devices[placement.device].install,
      directory.people[placement.person].account, in: scope, as: .newcomer, claiming: nil)
    guard known == nil else { return false }
    events.note(.rejoin)
    startFresh(replica, as: .newcomer)
    return true
  }

  /// A phone has taken in something of its group: all that was new when it was called, perhaps.
  mutating func noteGroupShown(_ replica: Int, after result: ApplyResult) {
    let since = network.links[replica].newsSince
    guard since.milliseconds != .min, !isHealing else { return }
    // A server that begins anew may have a shorter feed, of which a snapshot tells.
    if case .page = result,
      Int(fleet.replicas[replica].store.position) < network.links[replica].newsThrough
    {
      return
    }
    network.links[replica].newsSince = Instant(milliseconds: .min)
    events.service.groupShown(to: fleet.placements[replica].person, after: now - since)
  }

  /// GRP-8: the server has given a site a number or an answer, and so calls its phone from now on,
  /// or does not any more.
  mutating func noteLine(_ site: UInt32, to scope: UInt32, responded kind: ResponseKind = .page) {
    if directory.isGroup(scope) { backend.noteLine(site, to: scope, responded: kind) }
  }

  /// GRP-8: the other phones of a group that has news hear of it at once; a call to one that has
  /// lost its network waits for it.
  mutating func wakeGroup(_ scope: UInt32, but sender: Int, because key: MessageKey) {
    guard directory.isGroup(scope) else { return }
    noteGroupNews(scope, but: sender)
    let author = fleet.replicas[sender].site
    let sites = backend.readers(of: scope, except: author)
    for index in 0..<sites.count {
      let site = sites[index]
      let replica = fleet.replicaBySite[Int(site)]
      guard fleet.replicas[replica].site == site, backend.mayHear(site) else {
        // Its app has been set up anew, or the server has begun anew and does not know it.
        backend.subscriptions.disconnect(site)
        continue
      }
      network.links[replica].pushCause = ExchangeCause(following: key)
      queue.schedule(
        at: now + Int64(settings.network.latencyMillisecondsMedian),
        kind: WorldEvent.groupPush.rawValue, target: UInt32(replica))
    }
  }

  /// P23: whoever could hear of a group's news, and when it came; of the phones as they are, not of
  /// those that the server calls.
  private mutating func noteGroupNews(_ scope: UInt32, but sender: Int) {
    for replica in fleet.devices.count..<fleet.replicas.count
    where replica != sender && fleet.placements[replica].isGroup
      && fleet.replicas[replica].scope == scope
      && isConnected(fleet.placements[replica].device)
      && backend.mayHear(fleet.replicas[replica].site)
    {
      noteNews(for: replica)
      if network.links[replica].newsSince.milliseconds == .min {
        network.links[replica].newsSince = now
        network.links[replica].newsThrough = backend.server.scopes[Int(scope)].feed.count
      }
    }
  }
}

// What groups come to, for those who keep books.
extension World {
  /// What a group has agreed on, as the server has it.
  public subscript(agreedBy group: Int) -> ScopeState {
    _read { yield backend.server.scopes[Int(directory.groups[group].scope)].state }
  }

  /// Everybody who ever joined a group, in the order of joining; who came back is there twice.
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

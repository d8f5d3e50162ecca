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
    let number = people[person].household / WorldSetup.householdsPerGroup
    people[person].groupReplica = replicas.count
    addReplica(
      of: groups[number].scope, member: .newcomer, person: person, on: people[person].firstDevice,
      isGroup: true, state: emptyGroup())
  }

  /// A person's phone begins to use its replica of their group.
  mutating func openGroupReplica(of person: Int) {
    guard !people[person].hasGroup else { return }
    people[person].hasGroup = true
    counters.replicas += 1
  }

  /// Once the log has given the owner a place in the group's list, the app speaks under it, and
  /// says at once that they agree to share, as they did when they joined.
  mutating func noteMembership(_ replica: Int) {
    guard links[replica].member == .newcomer, let joined = membership(replica) else { return }
    links[replica].member = joined
    noteFamily(replica)
    guard links[replica].isGroup, !isHealing, actsByItself(links[replica].device) else { return }
    commit(.setGroupConsent(of: joined, to: true), on: replica)
    continueExchanging(replica)
  }

  /// The place that the copy on a replica gives to whoever has joined there.
  private func membership(_ replica: Int) -> MemberHandle? {
    guard links[replica].mayHaveJoined else { return nil }
    for sequence in 1..<max(2, replicas[replica].store.sequence + 1) {
      let joined = replicas[replica].store.state.member(
        joinedBy: Entity(site: replicas[replica].site, sequence: sequence))
      if let joined { return joined }
    }
    return nil
  }

  /// A group's log begins anew, too: who was let in may have to join again, or have another place.
  mutating func reviewMembership(_ replica: Int) {
    guard serverLog != nil, links[replica].member != .newcomer,
      links[replica].isGroup || isJoiners(replica)
    else { return }
    let isOutside =
      replicas[replica].store.state.memberCount == 0 && replicas[replica].revocation == nil
    let place = membership(replica)
    if isOutside || (place != nil && place != links[replica].member) {
      links[replica].member = .newcomer
    }
  }

  // MARK: Families that are joined

  /// Whether a replica is that with which somebody joins their family.
  private func isJoiners(_ replica: Int) -> Bool {
    let (device, person) = (links[replica].device, links[replica].person)
    return !links[replica].isGroup && !people[person].isFounder
      && people[person].firstDevice == device
  }

  /// Who somebody is in their family is what the app on their own phone has them for.
  mutating func noteFamily(_ replica: Int) {
    if isJoiners(replica) { people[links[replica].person].member = links[replica].member }
  }

  /// Somebody says on their own phone that they join a scope: the family or the group.
  mutating func join(_ command: Command, _ person: Int, for step: StepID) -> StepOutcome {
    let replica: Int
    if command.kind == .memberJoined {
      replica = devices[people[person].firstDevice].family
      people[person].hasFamily = true
    } else {
      openGroupReplica(of: person)
      if ward(person, in: replicas[people[person].groupReplica].scope) != nil {
        note(.youngJoining)
      }
      replica = people[person].groupReplica
      if replicas[replica].store.revocation == .memberRemoved && !comesBack(replica) {
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
    let (link, scope) = (links[replica], replicas[replica].scope)
    let known = server.site(
      of: devices[link.device].install, people[link.person].account, in: scope, as: .newcomer,
      claiming: nil)
    guard known == nil else { return false }
    note(.comingBack)
    startFresh(replica, as: .newcomer)
    return true
  }

  /// The person behind a member of a household's family; nobody lives behind a member who was only
  /// added.
  public func person(_ member: MemberHandle, of household: Int) -> Int? {
    let record = households[household]
    if record.founderCount == record.personCount {
      return Int(member.index) < record.personCount
        ? record.firstPerson + Int(member.index) : nil
    }
    return (record.firstPerson..<record.firstPerson + record.personCount).first {
      people[$0].member == member && member != .newcomer
    }
  }

  /// A phone has taken in something of its group: all that was new when it was called, perhaps.
  mutating func noteGroupShown(_ replica: Int, after taken: ApplyResult) {
    let since = links[replica].newsSince
    guard since.milliseconds != .min, !isHealing else { return }
    // A server that begins anew may have a shorter feed, of which a snapshot tells.
    if case .page = taken, Int(replicas[replica].store.position) < links[replica].newsThrough {
      return
    }
    links[replica].newsSince = Instant(milliseconds: .min)
    service.groupShown(to: links[replica].person, after: now - since)
  }

  /// P12: whether the server knows a site, as a member's.
  private func mayHear(_ site: UInt32) -> Bool {
    Int(site) < server.sites.count && !server.sites[Int(site)].isNewcomer
  }

  /// GRP-8, P12: a member's phone that the server has given a number or an answer can be called,
  /// until the server says to it that its owner is out.
  mutating func noteLine(_ site: UInt32, to scope: UInt32, responded kind: ResponseKind = .page) {
    guard Int(scope) >= households.count else { return }
    switch kind {
    case .page, .snapshot:
      guard mayHear(site), !subscriptions.isOnline(site) else { return }
      subscriptions.connect(site, to: scope)
    case .purge: subscriptions.disconnect(site)
    default: return
    }
  }

  /// GRP-8: the other phones of a group that has news hear of it at once; a call to one that has
  /// lost its network waits for it.
  mutating func wakeGroup(_ scope: UInt32, but sender: Int, because key: MessageKey) {
    guard Int(scope) >= households.count else { return }
    noteGroupNews(scope, but: sender)
    let author = replicas[sender].site
    let sites = Self.readers(of: scope, but: author, subscriptions)
    for index in 0..<sites.count {
      let site = sites[index]
      let replica = replicaBySite[Int(site)]
      guard replicas[replica].site == site, mayHear(site) else {
        // Its app has been set up anew, or the server has begun anew and does not know it.
        subscriptions.disconnect(site)
        continue
      }
      links[replica].pushCause = ExchangeCause(following: key)
      queue.schedule(
        at: now + Int64(settings.network.latencyMillisecondsMedian),
        kind: WorldEvent.groupPush.rawValue, target: UInt32(replica))
    }
  }

  private static func readers(
    of scope: UInt32, but author: UInt32, _ subscriptions: borrowing Subscriptions
  ) -> FlatArray<UInt32> {
    var sites = FlatArray<UInt32>()
    subscriptions.wake(readersOf: scope, except: author) { sites.append($0) }
    return sites
  }

  /// P23: whoever could hear of a group's news, and when it came; of the phones as they are, not of
  /// those that the server calls.
  private mutating func noteGroupNews(_ scope: UInt32, but sender: Int) {
    for replica in devices.count..<replicas.count
    where replica != sender && links[replica].isGroup && replicas[replica].scope == scope
      && isConnected(links[replica].device) && mayHear(replicas[replica].site)
    {
      noteNews(for: replica)
      if links[replica].newsSince.milliseconds == .min {
        links[replica].newsSince = now
        links[replica].newsThrough = server.scopes[Int(scope)].feed.count
      }
    }
  }
}

// What groups come to, for those who keep books.
extension World {
  /// How many groups of neighbors there are, founded or not.
  public var groupCount: Int { groups.count }

  /// What a group has agreed on, as the server has it.
  public subscript(agreedBy group: Int) -> ScopeState {
    _read { yield server.scopes[Int(groups[group].scope)].state }
  }

  /// The households that a group was opened for.
  public func households(ofGroup number: Int) -> Range<Int> {
    let first = number * WorldSetup.householdsPerGroup
    return first..<min(first + WorldSetup.householdsPerGroup, households.count)
  }

  /// Everybody who ever joined a group, in the order of joining; who came back is there twice.
  public func memberships(ofGroup number: Int) -> [GroupMembership] {
    let scope = Int(groups[number].scope)
    var found: [GroupMembership] = []
    for place in 0..<server.scopes[scope].state.group.seats.count {
      let seat = server.scopes[scope].state.group.seats[place]
      let site = Int(seat.entity.raw >> 32)
      guard site < replicaBySite.count else { continue }
      found.append(
        GroupMembership(
          person: links[replicaBySite[site]].person, member: MemberHandle(UInt16(place)),
          joined: seat.joined, isActive: seat.isActive, isShown: seat.isShown))
    }
    return found
  }

  /// The day of the run on which a person first joined a group, nil if they never did.
  public func groupDays() -> [Int32?] {
    var days = [Int32?](repeating: nil, count: people.count)
    for group in 0..<groups.count {
      for membership in memberships(ofGroup: group) {
        let zone = households[people[membership.person].household].zone.zone
        let day = Int32(runDay(zone.localDay(at: membership.joined)))
        days[membership.person] = min(days[membership.person] ?? .max, day)
      }
    }
    return days
  }
}

import Base
import Chronology
import DomainCore
import Faults
import SimulationKernel
import SyncCore

// Groups: neighbours share how often they train. A group is a scope of its own, so a member's phone
// carries a second replica, with a link to the server of its own.
extension World {
  /// Registers a person's phone with the neighbours' group, whether they will ever join or not: so
  /// the number of its site, and with it the names of all that is made there, does not hang on who
  /// joined before.
  mutating func reserveGroupReplica(of person: Int) {
    let number = people[person].household / Inventory.householdsPerGroup
    people[person].groupReplica = replicas.count
    addReplica(
      of: groups[number].scope, member: .newcomer, account: people[person].account,
      on: people[person].firstDevice, state: emptyGroup())
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
    guard links[replica].member == .newcomer else { return }
    var joined: MemberHandle?
    for sequence in 1..<max(2, replicas[replica].store.sequence + 1) {
      joined =
        joined
        ?? replicas[replica].store.state.member(
          joinedBy: Entity(site: replicas[replica].site, sequence: sequence))
    }
    guard let joined else { return }
    links[replica].member = joined
    guard !isHealing, actsByItself(links[replica].device) else { return }
    commit(.setGroupConsent(of: joined, to: true), on: replica)
    goOnExchanging(replica)
  }

  /// GRP-8: the other phones of a group that has news hear of it at once; P12: its members' phones.
  mutating func wakeGroup(_ scope: UInt32, but sender: Int, because key: MessageKey) {
    guard Int(scope) >= households.count else { return }
    for replica in devices.count..<replicas.count
    where replica != sender && replicas[replica].scope == scope
      && !server.sites[replica].isNewcomer
    {
      links[replica].wokenBy = Cause(following: key)
      queue.schedule(
        at: now + Int64(settings.network.latencyMillisecondsMedian),
        kind: WorldEvent.woken.rawValue, target: UInt32(replica))
    }
  }
}

import Base
import Chronology
import DomainCore
import Population
import Properties
import SimulationKernel
import SyncCore

/// A neighbourhood's group: a scope of its own from the day on which somebody founds it.
struct GroupRecord: BitwiseCopyable {
  /// None as long as nobody has tried to found it.
  var scope: UInt32 = .max
  var code = GroupCode.none
  /// The device that founds it, or has founded it; negative when nobody has tried.
  var founder = -1
}

// Groups: adults of a few neighbouring households share how often they train. A group is a scope
// of its own, so a member's phone carries a second replica.
extension Community {
  /// Households whose adults are asked into one group.
  static var householdsPerGroup: Int { 8 }
  /// Whoever was refused asks again so many days later.
  private static var daysUntilNextTry: Int { 7 }

  /// On the third day or later, in a first session: joins the neighbourhood's group, or founds it.
  /// OFF-1: that needs a connection, so somebody without one tries on another day.
  mutating func joinGroup(_ tapping: Tapping) {
    let author = tapping.author
    guard offlineUntil(people[author].firstDevice) == nil else { return }
    guard people[author].person.role == .parent, people[author].state.tenure >= 3,
      simulation.behaviour.joinsGroup(people[author].person), mayAskGroup(author, on: tapping.day)
    else { return }
    let number = people[author].household / Self.householdsPerGroup
    guard let founds = foundsGroup(groups[number]) else { return }
    if groups[number].scope == .max { openGroup(number, by: people[author].household) }
    let group = groups[number]
    if activities[author].groupDevice < 0 {
      activities[author].groupDevice = addGroupDevice(of: author, group)
    }
    activities[author].groupAskedDay = Int32(runDay(tapping.day))
    let device = activities[author].groupDevice
    var joining = tapping
    joining.device = device
    let name = TextHandle(people[author].person.index & 0xFFFF | 0x1_0000)
    let command =
      founds
      ? Command.foundGroup(named: simulation.sportName, code: group.code, as: name)
      : Command.joinGroup(code: group.code, as: name)
    if tap(command, about: author, joining) != nil && founds { groups[number].founder = device }
    startExchange(device)
  }

  /// Whether somebody founds a neighbourhood's group or joins it; nil for whoever has to wait, as
  /// long as the founder's device does not show that there is a group to be invited to.
  private func foundsGroup(_ group: GroupRecord) -> Bool? {
    guard group.founder >= 0 else { return true }
    if devices[group.founder].member != .newcomer { return false }
    return replicas[group.founder].store.pendingCount == 0 ? true : nil
  }

  /// Whether somebody asks to be let in: for the first time, or once more a week after they were
  /// refused for a reason that may pass. Who has been in the group and left does not come back.
  private func mayAskGroup(_ person: Int, on day: LocalDay) -> Bool {
    let device = activities[person].groupDevice
    guard device >= 0 else { return true }
    guard devices[device].member == .newcomer, replicas[device].store.pendingCount == 0,
      runDay(day) - Int(activities[person].groupAskedDay) >= Self.daysUntilNextTry
    else { return false }
    let refusals = replicas[device].rejectedCount
    guard refusals > 0 else { return true }
    return replicas[device].rejected(refusals - 1).verdict.refusal?.mayPass ?? false
  }

  private mutating func openGroup(_ number: Int, by household: Int) {
    // The code only has to be another one for each group; nobody guesses here.
    groups[number].code = GroupCode(
      Digest128.mix(
        simulation.scenario.seed, UInt64(households[household].index), UInt64(number), 0
      ).first)
    groups[number].scope = server.open(Scope(state: emptyGroup()))
    householdByScope.append(household)
  }

  /// A group as it begins on the server and on every phone.
  func emptyGroup() -> ScopeState {
    .emptyGroup(openedOn: simulation.households.startDay)
  }

  private mutating func addGroupDevice(of person: Int, _ group: GroupRecord) -> Int {
    let phone = people[person].firstDevice
    let site = server.register(
      scope: group.scope, member: .newcomer, account: people[person].account)
    var record = devices[phone]
    record = DeviceRecord(
      who: record.who | 8, owner: person, household: record.household, phone: phone,
      member: .newcomer, refreshMillisecond: record.refreshMillisecond)
    devices.append(record)
    precondition(Int(site) == devices.count - 1, "a device and its site have one number")
    replicas.append(
      MemoryReplica(
        site: site, scope: group.scope, store: MemoryReplicaStore(state: emptyGroup())))
    watch.addSite(isNewcomer: true)
    counters.replicas += 1
    return devices.count - 1
  }

  /// Once the log has given the owner a place in the group's list, they speak under it, and say at
  /// once that they agree to share.
  mutating func noteMembership(_ device: Int) {
    guard devices[device].member == .newcomer else { return }
    let person = devices[device].owner
    var joined: MemberHandle?
    for sequence in 1..<max(2, replicas[device].store.sequence + 1) {
      joined =
        joined
        ?? replicas[device].store.state.member(
          joinedBy: Entity(site: UInt32(device), sequence: sequence))
    }
    guard let joined else { return }
    devices[device].member = joined
    let day = households[people[person].household].zone.localDay(at: now)
    guard runDay(day) < days else { return }
    let tapping = Tapping(
      author: person, device: device, plannedDay: day, day: day, session: 0, sessions: 1)
    tap(.setGroupConsent(of: joined, to: true), about: person, tapping)
    startExchange(device)
  }

  /// GRP-6: of a workout only count, calories and date reach the group.
  mutating func shareWorkout(
    _ workout: Entity, on day: LocalDay, kilocalories: Int, _ tapping: Tapping
  ) {
    let device = activities[tapping.author].groupDevice
    guard device >= 0, devices[device].member != .newcomer else { return }
    var sharing = tapping
    sharing.device = device
    tap(
      .shareWorkout(
        workout, of: devices[device].member, on: day, calories: UInt16(kilocalories)),
      about: tapping.author, sharing)
    startExchange(device)
  }

  /// GRP-8: the other phones of a group that has news hear of it at once; P12: its members' phones.
  mutating func wakeGroup(_ scope: UInt32, but sender: Int) {
    guard Int(scope) >= households.count else { return }
    for device in groupDevicesStart..<devices.count
    where device != sender && replicas[device].scope == scope
      && !server.sites[device].isNewcomer
    {
      queue.schedule(
        at: now + Int64(simulation.scenario.network.latencyMillisecondsMedian),
        kind: CommunityEvent.woken.rawValue, target: UInt32(device))
    }
  }
}

extension Refusal {
  /// Whether somebody who was refused entry for this reason may be let in later.
  fileprivate var mayPass: Bool {
    switch self {
    case .groupFull, .groupFounded, .groupUnknown, .alreadyInGroup, .accountWithoutConsent,
      .consentMissing, .parentNeeded:
      true
    default: false
    }
  }
}

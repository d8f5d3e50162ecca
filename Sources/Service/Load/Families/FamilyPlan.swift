import Chronology
import DomainCore
import Environment
import Plans
import Population
import Scenarios
import SimulatedWorld
import Simulator

/// The people of a scenario as steps for a real server: recorded in the simulator without any
/// fault, in the order of their times.
///
/// It has families with their members, also those who join later, on an invitation, and groups,
/// which are families here that no one belongs to at first, and whose phones are those of other
/// families. What lies outside of the product is left out; `leftOut` counts its steps.
struct FamilyPlan {
  /// A family before its first step, or a group.
  struct Family {
    /// Its number among the communities, whose people have names of their own.
    var community: Int
    var isGroup = false
    /// Those that it begins with, and then those who join it.
    var members: [(role: Role, born: LocalDay)] = []
    var founderCount = 0
    /// Its devices, by their places in `devices`.
    var devices: [Int] = []
  }

  struct Device {
    var family: Int
    /// The place of its owner among the members.
    var member: Int
    var zone: Zone
    /// Whether its owner is not a member from the beginning.
    var isJoiners = false
    /// In a group: the same phone in its owner's family.
    var phone: Int?
  }

  /// What a step does on a device.
  enum Action {
    /// The app is opened, or asks by itself.
    case look(isOpening: Bool)
    /// The app is closed.
    case close
    case submit([Command])
    /// A person joins the family: the phone signs in, and submits this.
    case join(Command)
    /// The phone's owner deletes their account.
    case deleteAccount
  }

  struct Step {
    var time: Instant
    var device: Int
    var action: Action
    /// The first operation that it created in the simulator, and how many.
    var made: CreatedOperations?
    /// By which operations members joined, as the device knew them.
    var membership: MembershipSnapshot
  }

  private let hasGroups: Bool
  /// The scenario as it was run: without faults, and so that its days are over.
  let scenario: Scenario
  private(set) var families: [Family] = []
  private(set) var devices: [Device] = []
  private(set) var steps: [Step] = []
  private(set) var leftOut = 0
  let lastDay: LocalDay
  /// The texts of all commands.
  let texts: NameTable

  /// Records the people of a scenario: on its own days if they were over before `today`, so that a
  /// load can be repeated on another day, or else on days that were.
  ///
  /// A phone whose clock is behind is nothing new to a server, and one that is ahead would be
  /// corrected.
  init(_ scenario: Scenario, endingBefore today: LocalDay, hasGroups: Bool = true) {
    self.hasGroups = hasGroups
    let calm = Self.calm(scenario, endingBefore: today)
    lastDay = calm.firstDay.adding(days: calm.days - 1)
    self.scenario = calm
    let simulation = Simulation(calm)
    texts = simulation.texts
    for index in 0..<simulation.map.count {
      record(simulation.simulated(index, recording: .steps))
    }
    sortSteps()
  }

  private static func calm(_ scenario: Scenario, endingBefore today: LocalDay) -> Scenario {
    var calm = FaultCause.all.removingFaults(scenario)
    // Somewhere a day ends twelve hours after it does in UTC.
    let latest = today.adding(days: -scenario.days - 1)
    if scenario.firstDay > latest { calm.start = latest.description }
    return calm
  }

  /// The people of a scenario before their first step: they decide while the load runs. Everyone
  /// belongs to their family from the beginning, and there are no groups.
  init(living scenario: Scenario, endingBefore today: LocalDay) {
    hasGroups = false
    var calm = Self.calm(scenario, endingBefore: today)
    calm.population.laterJoinerFraction = 0
    lastDay = calm.firstDay.adding(days: calm.days - 1)
    self.scenario = calm
    let simulation = Simulation(calm)
    texts = simulation.texts
    var live = LivePopulation(simulation)
    for index in 0..<simulation.map.count {
      let people = simulation.people(of: index, where: Self.isPossible)
      var places = Places()
      for household in people.setup.households {
        add(household, 0, &places)
        live.note(household)
      }
      if !people.setup.households.isEmpty {
        live.communities.append(
          LivePopulation.Community(
            people: people, devices: places.all.compactMap(\.self), phones: places.first))
      }
      communityCount += 1
    }
    firstTime = live.begin
    self.live = live
  }

  /// Those who decide while the load runs; nil where all steps are known.
  private(set) var live: LivePopulation?

  /// What the clocks of phones show before anyone uses them.
  private(set) var firstTime = Instant(milliseconds: 0)

  /// Steps of the same instant keep the order in which they happened.
  private mutating func sortSteps() {
    let order = steps.indices.sorted { (steps[$0].time, $0) < (steps[$1].time, $1) }
    steps = order.map { steps[$0] }
    if let first = steps.first { firstTime = first.time }
  }

  /// Spreads the steps of each family evenly over all, in their order, and so that families do not
  /// act together. Those with a common group go together.
  mutating func spreadSteps() {
    var roots = Array(families.indices)
    func root(of family: Int) -> Int {
      var family = family
      while roots[family] != family { family = roots[family] }
      return family
    }
    for device in devices {
      guard let phone = device.phone else { continue }
      roots[root(of: device.family)] = root(of: devices[phone].family)
    }
    let owners = steps.map { root(of: devices[$0.device].family) }
    var counts = Array(repeating: 0, count: families.count)
    for owner in owners { counts[owner] += 1 }
    var done = Array(repeating: 0, count: families.count)
    var places: [Double] = []
    for owner in owners {
      // A fraction of the golden ratio's multiples lies far from those before it.
      let offset = (Double(owner) * 0.618_033_988_749_894_9).truncatingRemainder(dividingBy: 1)
      places.append((Double(done[owner]) + offset) / Double(counts[owner]))
      done[owner] += 1
    }
    let order = steps.indices.sorted { (places[$0], $0) < (places[$1], $1) }
    steps = order.map { steps[$0] }
  }

  /// The people of a plan that was recorded, as they were: what went wrong on their phones and
  /// networks then is left out.
  init(_ recorded: Plan, hasGroups: Bool = true) {
    self.hasGroups = hasGroups
    scenario = recorded.scenario
    lastDay = scenario.firstDay.adding(days: scenario.days - 1)
    texts = recorded.texts
    let run = PlannedRun(recorded, checksEveryScope: false)
    for index in recorded.communities.indices { record(run.simulated(index, recording: .steps)) }
    sortSteps()
  }

  private(set) var communityCount = 0

  private mutating func record(_ community: borrowing Community) {
    defer { communityCount += 1 }
    var places = Places()
    for (number, household) in community.setup.households.enumerated() {
      add(household, number / WorldSetup.householdsPerGroup, &places)
    }
    if hasGroups { addGroups(community.world.events.journal ?? [], &places) }
    var joined: Set<Int> = []
    for entry in community.world.events.journal ?? [] {
      let step = step(entry, places)
      if let step, case .join = step.action { joined.insert(step.device) }
      guard let step, !devices[step.device].isJoiners || joined.contains(step.device) else {
        leftOut += 1
        continue
      }
      steps.append(step)
    }
  }

  /// The devices of the simulator as places in `devices`, nil for those that are left out: all of
  /// them, and the first one of each person.
  private struct Places {
    var all: [Int?] = []
    var first: [Int?] = []
    /// By person: the phone in the simulator, and the number of the group that they may join.
    var phones: [(simulated: Int, group: Int)] = []
    /// The devices of groups, by the simulator's devices.
    var groups: [Int: Int] = [:]
  }

  /// Adds the groups that someone joins, with the phones of all who do.
  private mutating func addGroups(_ journal: [PerformedStep], _ places: inout Places) {
    var numbers: [Int: Int] = [:]
    for entry in journal {
      guard case .join(let command, let person) = entry.step.action,
        command.kind == .groupJoined, entry.made != nil, let phone = places.first[person],
        places.groups[places.phones[person].simulated] == nil
      else { continue }
      let number = places.phones[person].group
      let family = numbers[number] ?? families.count
      if numbers[number] == nil {
        numbers[number] = family
        families.append(Family(community: communityCount, isGroup: true))
      }
      let own = families[devices[phone].family].members[devices[phone].member]
      places.groups[places.phones[person].simulated] = devices.count
      families[family].devices.append(devices.count)
      devices.append(
        Device(
          family: family, member: families[family].members.count, zone: devices[phone].zone,
          isJoiners: true, phone: phone))
      families[family].members.append(own)
    }
  }

  /// Whether a parent has a device to create the family with.
  private static func isPossible(_ household: WorldSetup.Household) -> Bool {
    household.founders.contains { $0.role == .parent && $0.deviceCount > 0 }
  }

  /// Adds a family, if a parent has a device to create it with.
  private mutating func add(
    _ household: WorldSetup.Household, _ group: Int, _ places: inout Places
  ) {
    var family = Family(community: communityCount)
    let isPossible = Self.isPossible(household)
    family.founderCount = household.founders.count
    family.members = (household.founders + household.people.filter { $0.joinDay != nil })
      .map { ($0.role, $0.born) }
    var (founder, joiner) = (0, family.founderCount)
    for resident in household.people {
      let isJoiners = resident.joinDay != nil
      places.phones.append((places.all.count, group))
      places.first.append(isPossible && resident.deviceCount > 0 ? devices.count : nil)
      for number in 0..<resident.deviceCount {
        // Who joins later has only a phone.
        let isWanted = isPossible && (number == 0 || !isJoiners)
        places.all.append(isWanted ? devices.count : nil)
        guard isWanted else { continue }
        family.devices.append(devices.count)
        devices.append(
          Device(
            family: families.count, member: isJoiners ? joiner : founder,
            zone: household.zone, isJoiners: isJoiners))
      }
      if isJoiners { joiner += 1 } else { founder += 1 }
    }
    if isPossible { families.append(family) }
  }

  private func step(_ entry: PerformedStep, _ places: Places) -> Step? {
    let place: ReplicaAddress
    let action: Action
    switch entry.step.action {
    case .join(let command, let person) where command.kind == .memberJoined && entry.made != nil:
      return places.first[person].map { step(entry, on: $0, .join(command)) }
    case .join(let command, let person) where command.kind == .groupJoined && entry.made != nil:
      return places.groups[places.phones[person].simulated].map {
        step(entry, on: $0, .join(command))
      }
    case .deleteAccount(let person):
      return places.first[person].map { step(entry, on: $0, .deleteAccount) }
    case .open(let device): (place, action) = (ReplicaAddress(device), .look(isOpening: true))
    case .close(let device): (place, action) = (ReplicaAddress(device), .close)
    case .refresh(let device): (place, action) = (ReplicaAddress(device), .look(isOpening: false))
    case .exchange(let address): (place, action) = (address, .look(isOpening: false))
    // What the simulator's device refused, a real one refuses, too.
    case .submit(let command, let address) where entry.made != nil:
      (place, action) = (address, .submit([command]))
    case .submitTogether(let commands, let address) where entry.made != nil:
      (place, action) = (address, .submit(commands))
    default: return nil
    }
    let devices = place.isGroup ? places.groups[place.device] : places.all[place.device]
    guard let device = devices else { return nil }
    return step(entry, on: device, action)
  }

  private func step(_ entry: PerformedStep, on device: Int, _ action: Action) -> Step {
    Step(
      time: entry.step.time, device: device, action: action, made: entry.made,
      membership: entry.membershipSnapshot)
  }
}

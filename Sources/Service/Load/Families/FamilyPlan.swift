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
/// It has families with the members that they begin with. Groups and people who join later are left
/// out, and so is what lies outside of the product; `leftOut` counts their steps.
struct FamilyPlan {
  /// A family before its first step.
  struct Family {
    var zone: Zone
    var members: [(role: Role, born: LocalDay)] = []
    /// Its devices, by their places in `devices`.
    var devices: [Int] = []
  }

  struct Device {
    var family: Int
    /// The place of its owner among the members.
    var member: Int
  }

  /// What a step does on a device.
  enum Action {
    /// The app is opened or closed, or asks by itself.
    case look
    case submit([Command])
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

  /// The scenario as it was run: without faults, and so that its days are over.
  let scenario: Scenario
  private(set) var families: [Family] = []
  private(set) var devices: [Device] = []
  private(set) var steps: [Step] = []
  private(set) var leftOut = 0
  let lastDay: LocalDay
  /// The texts of all commands.
  let texts: NameTable

  /// Records the people of a scenario, so that their last day was before `today`.
  ///
  /// A phone whose clock is behind is nothing new to a server, and one that is ahead would be
  /// corrected: so the days of the plan are over.
  init(_ scenario: Scenario, endingBefore today: LocalDay) {
    var calm = FaultCause.all.removingFaults(scenario)
    calm.start = today.adding(days: -scenario.days - 1).description
    lastDay = today.adding(days: -2)
    self.scenario = calm
    let simulation = Simulation(calm)
    texts = simulation.texts
    for index in 0..<simulation.map.count {
      record(simulation.simulated(index, recording: .steps))
    }
    sortSteps()
  }

  /// Steps of the same instant keep the order in which they happened.
  private mutating func sortSteps() {
    let order = steps.indices.sorted { (steps[$0].time, $0) < (steps[$1].time, $1) }
    steps = order.map { steps[$0] }
  }

  /// The people of a plan that was recorded, as they were: what went wrong on their phones and
  /// networks then is left out.
  init(_ recorded: Plan) {
    scenario = recorded.scenario
    lastDay = scenario.firstDay.adding(days: scenario.days - 1)
    texts = recorded.texts
    let run = PlannedRun(recorded)
    for index in recorded.communities.indices { record(run.simulated(index, recording: .steps)) }
    sortSteps()
  }

  private mutating func record(_ community: borrowing Community) {
    var places: [Int?] = []
    for household in community.setup.households { add(household, &places) }
    for entry in community.world.events.journal ?? [] {
      guard let step = step(entry, places) else {
        leftOut += 1
        continue
      }
      steps.append(step)
    }
  }

  /// Adds a family, if a parent has a device to create it with. `places` gets the place of each
  /// device of the simulator, or nil.
  private mutating func add(_ household: WorldSetup.Household, _ places: inout [Int?]) {
    var family = Family(zone: household.zone)
    let isPossible = household.founders.contains { $0.role == .parent && $0.deviceCount > 0 }
    for resident in household.people {
      let isFounder = resident.joinDay == nil && isPossible
      for _ in 0..<resident.deviceCount {
        places.append(isFounder ? devices.count : nil)
        guard isFounder else { continue }
        family.devices.append(devices.count)
        devices.append(Device(family: families.count, member: family.members.count))
      }
      if isFounder { family.members.append((resident.role, resident.born)) }
    }
    if isPossible { families.append(family) }
  }

  private func step(_ entry: PerformedStep, _ places: [Int?]) -> Step? {
    let place: ReplicaAddress
    let action: Action
    switch entry.step.action {
    case .open(let device), .close(let device), .refresh(let device):
      (place, action) = (ReplicaAddress(device), .look)
    case .exchange(let address): (place, action) = (address, .look)
    // What the simulator's device refused, a real one refuses, too.
    case .submit(let command, let address) where entry.made != nil:
      (place, action) = (address, .submit([command]))
    case .submitTogether(let commands, let address) where entry.made != nil:
      (place, action) = (address, .submit(commands))
    default: return nil
    }
    guard !place.isGroup, places.indices.contains(place.device), let device = places[place.device]
    else { return nil }
    return Step(
      time: entry.step.time, device: device, action: action, made: entry.made,
      membership: entry.membershipSnapshot)
  }
}

import Base
public import Chronology
import DomainCore
import JSONText
public import SimulatedWorld

/// A plan as a source of steps, instead of simulated people.
public struct PlannedSteps: StepSource, ~Copyable {
  private let community: PlannedCommunity
  private let names: PlanNames
  private let text: StepText
  private let json = JSONReader()
  private var next = 0
  private var row: PlanRow?
  public private(set) var nextTime: Instant?

  /// The steps of a community, for a world that was made from its setup.
  public init(of community: PlannedCommunity, in world: inout World) {
    self.community = community
    for known in community.messageDeliveries { world.settle(known) }
    names = PlanNames(community.setup, texts: community.texts)
    text = StepText(names)
    readOn()
  }

  private mutating func readOn() {
    guard next < community.steps.count else {
      (row, nextTime) = (nil, nil)
      return
    }
    let line = community.steps[next]
    next += 1
    // The file was checked when it was read, so its lines have no errors.
    guard let node = try? json.read(Array(community.text[line.bytes])),
      let row = try? PlanRow(node, line: line.number), let time = try? row.instant("at")
    else { preconditionFailure("a line of a plan was read before") }
    (self.row, nextTime) = (row, time)
  }

  public mutating func act(in world: inout World) {
    guard let row else { return }
    loadMembership(row, world)
    guard let step = try? text.step(row) else {
      preconditionFailure("a line of a plan was read before")
    }
    if case .done(let made?) = world.perform(step) { names.note(made, by: step.id) }
    readOn()
  }

  /// Members are named as the device that submits the operation knows them.
  private func loadMembership(_ row: PlanRow, _ world: borrowing World) {
    guard row.has("what") else { return }
    var place: ReplicaAddress?
    if let device = row.node["device"]?.string.flatMap({ names.devices[$0] }) {
      place = ReplicaAddress(device, isGroup: row.node["in"]?.string == "group")
    } else if let person = row.node["person"]?.string.flatMap({ names.people[$0] }),
      world.directory.people[person].deviceCount > 0
    {
      let isFamily = row.node["what"]?["do"]?.string == "\(FactKind.memberJoined)"
      place = ReplicaAddress(world.directory.people[person].firstDevice, isGroup: !isFamily)
    }
    names.membershipSnapshot = world.membershipSnapshot(at: place)
  }
}

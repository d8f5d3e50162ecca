import Chronology
import DomainCore
import SimulatedWorld
import SyncCore

/// What a person has done on a phone.
struct LiveStep {
  enum Action {
    /// The app is opened, or asks by itself.
    case look(isOpening: Bool)
    case close
    /// So many operations were saved, at that instant.
    case saved(first: Entity, count: Int, at: Int64)
    case refused, impossible
    case deleteAccount
    /// Something that such a load has not.
    case leftOut
  }

  /// The number of the phone among the devices of the load; of no meaning for what is left out.
  let device: Int
  let action: Action
}

/// The phones of a load as the people of one community see and use them.
///
/// They have families only: a group needs a scope that is opened and joined at the server while
/// people go on, and what lies outside of the product is not there either.
final class CommunityPhones: LivePhones {
  /// In the order of the world's devices.
  private let devices: [FamilyDevice]
  /// For each person, the phone on which they delete their account.
  private let owners: [FamilyDevice?]
  private let texts: PlanTexts
  /// When what happens now should have happened.
  var intended: Int64 = 0
  private var steps: [LiveStep] = []

  init(_ devices: [FamilyDevice], owners: [FamilyDevice?], _ texts: PlanTexts) {
    self.devices = devices
    self.owners = owners
    self.texts = texts
  }

  /// What was done since this was asked last.
  func takeSteps() -> [LiveStep] {
    defer { steps.removeAll(keepingCapacity: true) }
    return steps
  }

  // MARK: What they show

  func stateAddress(at place: ReplicaAddress) -> UnsafePointer<ScopeState> {
    precondition(hasReplica(at: place), "who has no replica is shown nothing")
    return devices[place.device].replica.store.stateAddress
  }

  func hasReplica(at place: ReplicaAddress) -> Bool { !place.isGroup }

  func member(at place: ReplicaAddress) -> MemberHandle {
    hasReplica(at: place) ? devices[place.device].author : .newcomer
  }

  func revocation(at place: ReplicaAddress) -> Refusal? {
    hasReplica(at: place) ? devices[place.device].replica.store.revocation : nil
  }

  func rejections(at place: ReplicaAddress) -> [Rejection] {
    hasReplica(at: place) ? devices[place.device].replica.rejections : []
  }

  func rejectedCount(at place: ReplicaAddress) -> Int {
    hasReplica(at: place) ? devices[place.device].replica.store.rejectedCount : 0
  }

  func pendingCount(at place: ReplicaAddress) -> Int {
    hasReplica(at: place) ? devices[place.device].replica.store.pendingCount : 0
  }

  func isOnline(_ device: Int) -> Bool { devices[device].isOnline }

  func accepts(_ command: Command, at place: ReplicaAddress, now: Instant) -> Bool {
    guard hasReplica(at: place) else { return false }
    devices[place.device].look(at: now)
    return devices[place.device].accepts(command, texts)
  }

  // MARK: What people do

  func perform(_ action: StepAction, at time: Instant) -> StepOutcome {
    switch action {
    case .open(let device): use(devices[device], .look(isOpening: true), at: time)
    case .refresh(let device): use(devices[device], .look(isOpening: false), at: time)
    case .exchange(let place) where hasReplica(at: place):
      use(devices[place.device], .look(isOpening: false), at: time)
    case .close(let device): use(devices[device], .close, at: time)
    case .submit(let command, let place) where hasReplica(at: place):
      submit([command], on: devices[place.device], at: time)
    case .submitTogether(let commands, let place) where hasReplica(at: place):
      submit(commands, on: devices[place.device], at: time)
    // Someone who leaves the app does nothing to it.
    case .leave: .done(nil)
    case .deleteAccount(let person):
      owners[person].map { use($0, .deleteAccount, at: time) } ?? leaveOut()
    default: leaveOut()
    }
  }

  private func leaveOut() -> StepOutcome {
    steps.append(LiveStep(device: 0, action: .leftOut))
    return .impossible
  }

  private func use(
    _ device: FamilyDevice, _ action: LiveStep.Action, at time: Instant
  ) -> StepOutcome {
    device.look(at: time)
    steps.append(LiveStep(device: device.number, action: action))
    return .done(nil)
  }

  private func submit(
    _ commands: [Command], on device: FamilyDevice, at time: Instant
  ) -> StepOutcome {
    device.look(at: time)
    guard !commands.isEmpty, commands.count <= Transaction.commandsMax else {
      steps.append(LiveStep(device: device.number, action: .impossible))
      return .impossible
    }
    let place = device.replica.store.pendingCount
    switch device.save(commands, texts, intended: intended, isOnline: device.isOnline) {
    case .done(let first):
      steps.append(
        LiveStep(
          device: device.number,
          action: .saved(first: first, count: commands.count, at: MonotonicClock.now)))
      return .done(
        CreatedOperations(
          fact: device.replica.store.pending(place).fact, count: commands.count))
    case .refused(let refusal):
      steps.append(LiveStep(device: device.number, action: .refused))
      return .refused(refusal)
    case .impossible:
      steps.append(LiveStep(device: device.number, action: .impossible))
      return .impossible
    }
  }
}

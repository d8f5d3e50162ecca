import DomainCore
import Environment
public import SimulatedWorld

// Removing parts of a plan leaves a valid plan: steps that depended on them are impossible, and are
// skipped and counted in a run.
extension PlannedCommunity {
  public func stepID(_ index: Int) -> StepID { steps[index].id }

  /// The line of a step in the plan.
  public func stepText(_ index: Int) -> [UInt8] { Array(text[steps[index].bytes]) }

  /// The length of its steps in characters.
  public var length: Int { steps.reduce(0) { $0 + $1.bytes.count } }

  /// A copy with some of its steps, given by their indices in ascending order.
  public func keeping(steps kept: some Sequence<Int>) -> PlannedCommunity {
    var part = self
    part.steps = kept.map { steps[$0] }
    return part
  }

  /// A copy without the steps that are faults of a kind.
  public func removingFaults(_ deviceFault: StepFaultKind) -> PlannedCommunity {
    var part = self
    part.steps.removeAll { $0.deviceFault == deviceFault }
    return part
  }

  /// A copy with some of its households, without the steps and deliveries of the others.
  public func keeping(households kept: Set<UInt32>) -> PlannedCommunity {
    var part = self
    part.setup.households.removeAll { !kept.contains($0.number) }
    part.steps.removeAll { step in step.household.map { !kept.contains($0) } ?? false }
    let people = Set(part.setup.households.flatMap { $0.people.map { Int32($0.number) } })
    part.messageDeliveries.removeAll { !people.contains($0.key.device >> 4) }
    return part
  }
}

extension StepAction {
  /// The household of a step, by its index in the world setup; none for the server.
  func household(_ names: PlanNames) -> Int? {
    switch self {
    case .open(let device), .close(let device), .refresh(let device), .offline(let device, _),
      .setClock(let device, _), .setZone(let device, _), .linkCalendar(let device),
      .reinstall(let device), .backUp(let device), .restore(let device, _), .crash(let device),
      .wakeWidget(let device), .signIn(_, let device), .update(let device, _),
      .deviceFault(let device, _, _), .diskFault(let device, _), .catalogFails(let device):
      names.household(ofDevice: device)
    case .exchange(let place), .submit(_, let place), .submitTogether(_, let place):
      names.household(ofDevice: place.device)
    case .leave(let person), .deleteAccount(let person), .join(_, let person),
      .openHealthStore(let person), .recordWorkout(let person, _), .healthStoreFault(let person, _):
      names.household(ofPerson: person)
    case .askCalendar(let household), .editCalendar(let household, _),
      .expireCalendarTokens(let household):
      household
    case .setServerClock, .failOver, .outage, .serverDiskFault, .impossible: nil
    }
  }
}

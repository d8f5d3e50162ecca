public import Chronology
import DomainCore
import Environment
public import SimulatedWorld

// Taking parts out of a plan leaves a plan: whatever rested on them has become impossible, and is
// skipped and counted when the plan is lived.
extension PlannedCommunity {
  public func stepID(_ index: Int) -> StepID { steps[index].id }

  public func stepTime(_ index: Int) -> Instant { steps[index].time }

  /// The line of a step as it stands in the plan.
  public func stepText(_ index: Int) -> [UInt8] { Array(text[steps[index].bytes]) }

  /// How many characters its steps have.
  public var length: Int { steps.reduce(0) { $0 + $1.bytes.count } }

  /// The same with some of its steps, named by their places in ascending order.
  public func keeping(steps kept: some Sequence<Int>) -> PlannedCommunity {
    var part = self
    part.steps = kept.map { steps[$0] }
    return part
  }

  /// The same without the steps in which something of a kind goes wrong.
  public func removingFaults(_ deviceFault: StepFaultKind) -> PlannedCommunity {
    var part = self
    part.steps.removeAll { $0.deviceFault == deviceFault }
    return part
  }

  /// The same with some of its households, and without the steps and fates of the others.
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
  /// The household that a step happens in, by its place in the inventory; none for the server.
  func household(_ names: PlanNames) -> Int? {
    switch self {
    case .open(let device), .close(let device), .refresh(let device), .offline(let device, _),
      .setClock(let device, _), .setZone(let device, _), .linkCalendar(let device),
      .reinstall(let device), .backUp(let device), .restore(let device, _), .crash(let device),
      .wakeWidget(let device), .signIn(_, let device), .update(let device, _),
      .deviceFault(let device, _, _), .catalogFails(let device):
      names.household(ofDevice: device)
    case .exchange(let place), .submit(_, let place), .submitTogether(_, let place):
      names.household(ofDevice: place.device)
    case .leave(let person), .deleteAccount(let person), .join(_, let person),
      .openHealthStore(let person), .recordWorkout(let person, _), .healthStoreFault(let person, _):
      names.household(ofPerson: person)
    case .askCalendar(let household), .editCalendar(let household, _),
      .expireCalendarTokens(let household):
      household
    case .setServerClock, .failOver, .outage, .impossible: nil
    }
  }
}

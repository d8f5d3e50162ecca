import Base
import Chronology
import DomainCore
public import Plans
import Properties
import Simulator
import SyncCore
import SimulatedWorld

/// Runs a plan twice: as it is, and without faults of devices, networks and servers. People submit
/// the same operations at the same times by the same clocks.
///
/// An operation that succeeds in the control run and not under faults is lost. The comparison
/// counts it by its reason; a loss without a reason violates P1. Some results must not depend on
/// faults (P3): the sums of a day with the same operations, and a habit's day that only one device
/// has changed.
public enum ControlRun {
  /// The prefix of violations that only a control run shows.
  static let mark = "control run: "

  /// One seed in so many has a control run.
  public static let seedsPerControlRun = 10

  /// Whether only a control run shows the failure.
  public static func shows(_ signature: Signature) -> Bool { signature.what.hasPrefix(mark) }

  public static func compared(_ plan: Plan) -> ControlComparison {
    let control = PlannedRun(plan.faultFree)
    let faulty = PlannedRun(plan)
    var outcome = ControlComparison()
    for index in plan.communities.indices {
      outcome.add(
        compared(
          faulty.simulated(index, recording: .steps), control.simulated(index, recording: .steps)))
    }
    return outcome
  }

  /// Compares a community that has run with the control run of its steps, both recorded.
  static func compared(
    _ faulty: borrowing Community, _ control: borrowing Community
  ) -> ControlComparison {
    var outcome = ControlComparison()
    let (faultyOutcomes, controlOutcomes) = (IntentOutcomes(faulty), IntentOutcomes(control))
    outcome.submitted = faultyOutcomes.intentOutcomes.count
    for (intention, intentOutcome) in controlOutcomes.intentOutcomes
    where intentOutcome == .succeeded {
      outcome.succeededInControlRun += 1
      let became = faultyOutcomes.intentOutcomes[intention] ?? .impossible
      if became != .succeeded { outcome.lost[became.reason, default: 0] += 1 }
    }
    for (intention, intentOutcome) in faultyOutcomes.intentOutcomes where intentOutcome == .vanished
    {
      outcome.violations.append(
        violation(
          .durableIntent, intention, at: faultyOutcomes.places[intention], in: faulty,
          "a saved operation is in no log, and no reason was given"))
    }
    for (day, submitted) in faultyOutcomes.days
    where controlOutcomes.days[day] == submitted && !faultyOutcomes.isUnclear(day)
      && !controlOutcomes.isUnclear(day)
    {
      guard let isSame = isSame(day, faulty, control, faultyOutcomes, controlOutcomes) else {
        continue
      }
      outcome.compared += 1
      if !isSame, let intention = submitted.min(by: { $0.step.raw < $1.step.raw }) {
        outcome.violations.append(
          violation(
            .exactlyOnce, intention, at: faultyOutcomes.places[intention], in: faulty,
            "a day with the same operations has a different result"))
      }
    }
    outcome.violations.sort { ($0.what, $0.step) < ($1.what, $1.step) }
    return outcome
  }

  /// Whether both runs have the same result for a day; nil where nothing can be compared.
  private static func isSame(
    _ day: DayKey, _ faulty: borrowing Community, _ control: borrowing Community,
    _ faultyOutcomes: IntentOutcomes, _ controlOutcomes: IntentOutcomes
  ) -> Bool? {
    let scope = Int(day.scope)
    if faulty.world.backend.server.scopes[scope].isDeleted
      || control.world.backend.server.scopes[scope].isDeleted
    {
      return nil
    }
    guard let habit = day.habit else {
      let index = faulty.world.backend.server.scopes[scope].state.index(of: day.day)
      let one = faulty.world.backend.server.scopes[scope].state.personDay(day.person, index)
      let other = control.world.backend.server.scopes[scope].state.personDay(day.person, index)
      return one.nutrients == other.nutrients && one.meals == other.meals
        && one.waters == other.waters
    }
    guard let one = faultyOutcomes.isDone(habit, on: day, in: faulty),
      let other = controlOutcomes.isDone(habit, on: day, in: control)
    else { return nil }
    return one == other
  }

  private static func violation(
    _ property: Property, _ intention: IntentKey, at place: ReplicaAddress?,
    in community: borrowing Community,
    _ what: String
  ) -> Violation {
    let device = place?.device ?? 0
    let household = community.world.directory.households[
      community.world.fleet.devices[device].household]
    var violation = Violation(
      property, at: community.world.now, scope: household.number,
      site: UInt32(device - household.firstDevice), what: mark + what)
    violation.step = intention.step.raw
    return violation
  }
}

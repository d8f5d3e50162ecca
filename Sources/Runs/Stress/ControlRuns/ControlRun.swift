import Base
import Chronology
import DomainCore
public import Plans
import Properties
import Simulator
import SyncCore
import SimulatedWorld

/// A plan lived twice: as it is, and with nothing that goes wrong with devices, networks and
/// servers. People say the same, at the same times, by the same clocks.
///
/// What came through in calm and not in the seed is lost, and stands in a ledger with the reason;
/// what has none breaks P1. Where the rules promise that the end is the same whatever happened on
/// the way, it must be (P3): sums of a day of which the same was said, and what one device alone
/// has said of a habit's day.
public enum ControlRun {
  /// What kind of violation it is that only a twin shows: its words begin so.
  static let mark = "calm twin: "

  /// One seed in so many has a twin.
  public static let seedsPerControlRun = 10

  /// Whether it takes a twin to see a failure.
  public static func shows(_ signature: Signature) -> Bool { signature.what.hasPrefix(mark) }

  public static func compared(_ plan: Plan) -> ControlComparison {
    let calm = PlannedRun(plan.faultFree)
    let rough = PlannedRun(plan)
    var outcome = ControlComparison()
    for index in plan.communities.indices {
      outcome.add(
        compared(
          rough.simulated(index, recording: .steps), calm.simulated(index, recording: .steps)))
    }
    return outcome
  }

  /// The same of a community that was lived already, with its steps as a plan.
  static func compared(_ rough: borrowing Community, _ plan: Plan) -> ControlComparison {
    compared(rough, PlannedRun(plan.faultFree).simulated(0, recording: .steps))
  }

  static func compared(
    _ rough: borrowing Community, _ calm: borrowing Community
  ) -> ControlComparison {
    var outcome = ControlComparison()
    let (faultyOutcomes, controlOutcomes) = (IntentOutcomes(rough), IntentOutcomes(calm))
    outcome.said = faultyOutcomes.intentOutcomes.count
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
          .durableIntent, intention, at: faultyOutcomes.places[intention], in: rough,
          "what was saved is in no log, and nothing says why"))
    }
    for (day, said) in faultyOutcomes.days
    where controlOutcomes.days[day] == said && !faultyOutcomes.isUnclear(day)
      && !controlOutcomes.isUnclear(day)
    {
      guard let isSame = isSame(day, rough, calm, faultyOutcomes, controlOutcomes) else { continue }
      outcome.compared += 1
      if !isSame, let intention = said.min(by: { $0.step.raw < $1.step.raw }) {
        outcome.violations.append(
          violation(
            .exactlyOnce, intention, at: faultyOutcomes.places[intention], in: rough,
            "the same was said of a day, and it is another one"))
      }
    }
    outcome.violations.sort { ($0.what, $0.step) < ($1.what, $1.step) }
    return outcome
  }

  /// Whether a day has come out alike; nil where there is nothing to look at.
  private static func isSame(
    _ day: DayKey, _ rough: borrowing Community, _ calm: borrowing Community,
    _ faultyOutcomes: IntentOutcomes, _ controlOutcomes: IntentOutcomes
  ) -> Bool? {
    let scope = Int(day.scope)
    if rough.world.backend.server.scopes[scope].isDeleted
      || calm.world.backend.server.scopes[scope].isDeleted
    {
      return nil
    }
    guard let habit = day.habit else {
      let index = rough.world.backend.server.scopes[scope].state.index(of: day.day)
      let one = rough.world.backend.server.scopes[scope].state.personDay(day.person, index)
      let other = calm.world.backend.server.scopes[scope].state.personDay(day.person, index)
      return one.nutrients == other.nutrients && one.meals == other.meals
        && one.waters == other.waters
    }
    guard let one = faultyOutcomes.isDone(habit, on: day, in: rough),
      let other = controlOutcomes.isDone(habit, on: day, in: calm)
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

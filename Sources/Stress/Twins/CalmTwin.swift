import Base
import Chronology
import DomainCore
public import Plans
import Properties
import Simulator
import SyncCore
import World

/// A plan lived twice: as it is, and with nothing that goes wrong with devices, networks and
/// servers. People say the same, at the same times, by the same clocks.
///
/// What came through in calm and not in the seed is lost, and stands in a ledger with the reason;
/// what has none breaks P1. Where the rules promise that the end is the same whatever happened on
/// the way, it must be (P3): sums of a day of which the same was said, and what one device alone
/// has said of a habit's day.
public enum CalmTwin {
  /// What kind of violation it is that only a twin shows: its words begin so.
  static let mark = "calm twin: "

  /// One seed in so many has a twin.
  public static let seedsPerTwin = 10

  /// Whether it takes a twin to see a failure.
  public static func shows(_ signature: Signature) -> Bool { signature.what.hasPrefix(mark) }

  public static func compared(_ plan: Plan) -> TwinOutcome {
    let calm = PlannedRun(plan.calmed)
    let rough = PlannedRun(plan)
    var outcome = TwinOutcome()
    for index in plan.communities.indices {
      outcome.add(
        compared(rough.lived(index, recording: .steps), calm.lived(index, recording: .steps)))
    }
    return outcome
  }

  /// The same of a community that was lived already, with its steps as a plan.
  static func compared(_ rough: borrowing Community, _ plan: Plan) -> TwinOutcome {
    compared(rough, PlannedRun(plan.calmed).lived(0, recording: .steps))
  }

  static func compared(
    _ rough: borrowing Community, _ calm: borrowing Community
  ) -> TwinOutcome {
    var outcome = TwinOutcome()
    let (roughly, calmly) = (SaidThings(rough), SaidThings(calm))
    outcome.said = roughly.fates.count
    for (intention, fate) in calmly.fates where fate == .cameThrough {
      outcome.cameThroughInCalm += 1
      let became = roughly.fates[intention] ?? .impossible
      if became != .cameThrough { outcome.lost[became.reason, default: 0] += 1 }
    }
    for (intention, fate) in roughly.fates where fate == .vanished {
      outcome.violations.append(
        violation(
          .durableIntent, intention, at: roughly.places[intention], in: rough,
          "what was saved is in no log, and nothing says why"))
    }
    for (day, said) in roughly.days
    where calmly.days[day] == said && !roughly.isUnclear(day) && !calmly.isUnclear(day) {
      guard let isSame = isSame(day, rough, calm, roughly, calmly) else { continue }
      outcome.compared += 1
      if !isSame, let intention = said.min(by: { $0.step.raw < $1.step.raw }) {
        outcome.violations.append(
          violation(
            .exactlyOnce, intention, at: roughly.places[intention], in: rough,
            "the same was said of a day, and it is another one"))
      }
    }
    outcome.violations.sort { ($0.what, $0.step) < ($1.what, $1.step) }
    return outcome
  }

  /// Whether a day has come out alike; nil where there is nothing to look at.
  private static func isSame(
    _ day: DayName, _ rough: borrowing Community, _ calm: borrowing Community,
    _ roughly: SaidThings, _ calmly: SaidThings
  ) -> Bool? {
    let scope = Int(day.scope)
    if rough.world.server.scopes[scope].isDeleted || calm.world.server.scopes[scope].isDeleted {
      return nil
    }
    guard let habit = day.habit else {
      let index = rough.world.server.scopes[scope].state.index(of: day.day)
      let one = rough.world.server.scopes[scope].state.personDay(day.person, index)
      let other = calm.world.server.scopes[scope].state.personDay(day.person, index)
      return one.nutrients == other.nutrients && one.meals == other.meals
        && one.waters == other.waters
    }
    guard let one = roughly.isDone(habit, on: day, in: rough),
      let other = calmly.isDone(habit, on: day, in: calm)
    else { return nil }
    return one == other
  }

  private static func violation(
    _ property: Property, _ intention: Intention, at place: Place?,
    in community: borrowing Community,
    _ what: String
  ) -> Violation {
    let device = place?.device ?? 0
    let household = community.world.households[community.world.devices[device].household]
    var violation = Violation(
      property, at: community.world.now, scope: household.number,
      site: UInt32(device - household.firstDevice), what: mark + what)
    violation.step = intention.step.raw
    return violation
  }
}

import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("The dashboard equals that of a reference model")
struct DashboardOracleTests {
  @Test(
    "HOME-1, FAM-2: every member's dashboard at any moment of random histories",
    arguments: 0..<2 as Range<UInt64>)
  func histories(part: UInt64) {
    var met: [String: Int] = [:]
    for seed in (part * 1_000)..<((part + 1) * 1_000) {
      var life = ReplayedHome(seed: 10_000 + seed, length: 24)
      var dice = Dice(seed: ~seed)
      life.run { life, minute in
        // Rarely enough to be cheap, for any person.
        guard dice.chance(1, in: 2) else { return [] }
        let people = life.home.people
        let trainees = people.indices.filter { [.child, .athlete].contains(people[$0].role) }
        let person = dice.chance(1, in: 2) ? dice.pick(trainees) : dice.roll(people.count)
        // For the person, or for a parent who views it.
        let isParents = dice.chance(1, in: 2)
        let plain = life.home.dashboard(of: person, toParent: isParents, at: minute)
        Self.note(plain, &met)
        let shown = Self.shown(person, to: isParents ? MemberHandle(0) : nil, at: minute, life)
        return shown == plain ? [] : ["\(person) at \(minute): \(shown), not \(plain)"]
      }
      #expect(life.differences.isEmpty, "seed \(seed): \(life.differences.joined())")
      if !life.differences.isEmpty { return }
    }
    for what in [
      "meals", "done", "wellness", "energy green", "energy yellow", "energy red", "protein green",
      "protein yellow", "protein red", "water green", "water yellow", "water red", "sessions",
      "assignments", "deadlines", "three next", "conflicts", "coverage", "swaps", "three goals",
      "two children", "a habit done", "a streak",
    ] {
      #expect(met[what, default: 0] > 0, "\(what)")
    }
  }

  private static func note(_ plain: ExpectedDashboard, _ met: inout [String: Int]) {
    let (energy, protein, water) = (plain.colors[0], plain.colors[1], plain.colors[2])
    for (what, isMet) in [
      ("meals", plain.meals > 1), ("done", plain.sessionsDone > 0),
      ("wellness", plain.wellnessTwice != nil), ("energy \(energy)", true),
      ("protein \(protein)", true), ("water \(water)", true),
      ("sessions", plain.sessions.count > 1), ("assignments", !plain.assignments.isEmpty),
      ("deadlines", plain.deadlines.count > 1), ("three next", plain.next.count == 3),
      ("conflicts", !plain.conflicts.isEmpty), ("coverage", !plain.coverage.isEmpty),
      ("swaps", !plain.swaps.isEmpty), ("three goals", plain.goals.contains { $0.count == 4 }),
      ("two children", plain.goals.count > 1),
      ("a habit done", plain.habits.contains { $0[1] > 0 }),
      ("a streak", plain.habits.contains { $0[2] > 2 }),
    ] where isMet {
      met[what, default: 0] += 1
    }
  }

  /// The core's dashboard in the terms of the reference model.
  private static func shown(
    _ person: Int, to reader: MemberHandle?, at minute: Int, _ life: borrowing ReplayedHome
  ) -> ExpectedDashboard {
    let member = MemberHandle(UInt16(person))
    let home = life.state.dashboard(
      of: member, to: reader, at: HomeModel.instant(minute), in: HomeReplay.zone(member, life.home))
    let metrics: [NutritionMetric] = [.energy, .protein, .water]
    func number(_ entity: Entity) -> Int { Int(entity.raw & 0xFFFF_FFFF) }
    let plan = ScheduleReplay([])
    let conflicts = home.attention.conflicts
    let isInOrder = conflicts.elementsEqual(conflicts.sorted(by: ScheduleConflict.comesFirst))
    return ExpectedDashboard(
      meals: home.meals, sessionsDone: home.sessionsDone, wellnessTwice: home.wellnessTwice,
      eaten: metrics.map { Int(home.eaten.amount(of: $0)) },
      targets: metrics.map { Int(home.target[$0]) },
      colors: metrics.map { metric in home.color(of: metric).map { "\($0)" } ?? "" },
      sessions: home.sessions.map { number($0.key.entity) },
      assignments: home.assignments.map { number($0.entity) },
      deadlines: home.deadlines.map { number($0.entity) },
      next: home.nextOccurrences.map {
        [number($0.id.trainingClass), Int($0.id.day.number)]
      },
      conflicts: isInOrder ? Set(conflicts.map(plan.plain)) : [],
      coverage: Set(home.attention.coverage.map(plan.plain)),
      swaps: Set(home.attention.swaps.map(plan.plain)),
      goals: home.goals.map { [Int($0.child.index)] + $0.goals.map { number($0.entity) } },
      habits: home.habits.map { [number($0.habit), $0.isDone ? 1 : 0, $0.streak] })
  }
}

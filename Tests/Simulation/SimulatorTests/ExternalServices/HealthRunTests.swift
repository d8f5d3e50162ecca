import Base
import Chronology
import Environment
import DomainCore
import Population
import Scenarios
import SyncCore
import TestKit
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("Health stores and external food services of simulated people")
struct HealthRunTests {
  /// A run's data of one person with a store.
  struct ObservedRun {
    var living: [HealthStore.Sample] = []
    var imported: [ImportedWorkout] = []
    var logged: [WorkoutSpan] = []
    /// The state's data on the days of the run.
    var distinct: [DistinctWorkout] = []
  }

  // MARK: Imports

  @Test(
    "TRN-3: at the end each workout of a store is imported once, and merged with a logged one",
    arguments: ExternalServiceScenario.allCases, ExternalServiceScenario.seeds)
  func imports(kind: ExternalServiceScenario, seed: UInt64) {
    var (people, workouts, pairs) = (0, 0, 0)
    kind.scenario(seed: seed).simulate { community in
      for index in 0..<community.world.integrations.healthStores.count {
        guard let one = community.livedStore(index) else { continue }
        people += 1
        workouts += one.living.count
        #expect(one.imported.count == one.living.count)
        for sample in one.living {
          let found = one.imported.filter { $0.sample == sample.id }
          #expect(found.count == 1)
          #expect(found.first?.revision == sample.revision && found.first?.start == sample.start)
          #expect(found.first?.end == sample.end)
        }
        pairs += Self.expectOneEach(one)
      }
    }
    #expect(people >= 5 && workouts >= 50 && pairs >= 10, "\(people) \(workouts) \(pairs)")
  }

  /// Workouts that overlap only each other, by half of the shorter one, are one workout, and one
  /// that overlaps no other is its own. Returns the number of pairs.
  private static func expectOneEach(_ one: ObservedRun) -> Int {
    func partners(_ span: WorkoutSpan, among others: [WorkoutSpan]) -> [WorkoutSpan] {
      others.filter { other in
        let overlap = min(span.end, other.end) - max(span.start, other.start)
        let shorter = min(span.end - span.start, other.end - other.start)
        return overlap > 0 && 2 * overlap >= shorter
      }
    }
    let stored = one.living.map {
      WorkoutSpan(start: $0.start, end: $0.end, source: .store, identity: Entity(raw: $0.id))
    }
    var pairs = 0
    for span in one.logged {
      let mine = partners(span, among: stored)
      let shown = one.distinct.filter { $0.hand == span }
      #expect(shown.count == 1, "what was logged is there once")
      if mine.isEmpty { #expect(shown.first?.store == nil) }
      guard mine.count == 1, partners(mine[0], among: one.logged) == [span] else { continue }
      #expect(shown.first?.store == mine[0])
      pairs += 1
    }
    for span in stored {
      #expect(one.distinct.filter { $0.store == span }.count == 1, "what was stored is there once")
    }
    return pairs
  }

  @Test(
    "TRN-3: the logs have every case of a store: offline, twice, corrected, deleted"
  )
  func coverage() {
    var (offline, twice, corrected, removed, late) = (0, 0, 0, 0, 0)
    ExternalServiceScenario.longOffline.scenario(seed: 5).simulate { community in
      for household in 0..<community.world.directory.households.count {
        var sites: [FieldKey: Set<UInt32>] = [:]
        for row in community.rows(of: household) where !row.verdict.isRejected {
          let fact = row.operation.fact
          guard fact.kind == .workoutImported || fact.kind == .workoutImportRemoved else {
            continue
          }
          let moment = fact.version.instant
          let window = community.longWindow(of: Int(fact.version.site))
          if window.contains(moment) { offline += 1 }
          if fact.kind == .workoutImportRemoved { removed += 1 }
          guard fact.kind == .workoutImported else { continue }
          let workout = ImportedWorkout(sample: fact.entity, fact.payload)
          if workout.revision > 1 { corrected += 1 }
          if moment - workout.end > 6 * Span.hour { late += 1 }
          let key = FieldKey(
            .workoutImported, of: fact.entity, detail: UInt64(fact.subject.index))
          sites[key, default: []].insert(fact.version.site)
        }
        twice += sites.values.filter { $0.count > 1 }.count
      }
    }
    for count in [offline, twice, corrected, removed, late] {
      #expect(count > 0, "\(offline) \(twice) \(corrected) \(removed) \(late)")
    }
  }

  // MARK: Food

  @Test("NUT-7, NUT-9: dishes of the day's menu are logged, even from the cache, and photos")
  func food() {
    var (dishes, offline, photos, tooMany) = (0, 0, 0, 0)
    let scenario = ExternalServiceScenario.rough.scenario(seed: 6) {
      $0.activities.diningHallFraction = 0.5
      $0.activities.photoFraction = 0.5
      $0.behavior.mealsPerActiveDayMean = 6
      $0.network.shortOfflineMinutesMedian = 600
      $0.network.catalogFailureProbability = 0.3
    }
    scenario.simulate { community in
      let violations = community.violations
      #expect(violations.isEmpty, "\(violations)")
      for household in 0..<community.world.directory.households.count {
        var photosADay: [String: Int] = [:]
        for row in community.rows(of: household) {
          let fact = row.operation.fact
          let moment = fact.version.instant
          let isOffline =
            community.world.fleet.devices[Int(fact.version.site)].offlineUntil(moment) != nil
          switch fact.kind {
          case .mealLogged:
            let meal = MealPortion(fact.payload)
            guard meal.origin.source == .menu else { continue }
            #expect(Self.isOnMenu(meal, on: fact.day, community.catalog))
            dishes += 1
            if isOffline { offline += 1 }
          case .photoAnalyzed:
            if row.verdict.refusal == .photosUsedUp { tooMany += 1 }
            guard !row.verdict.isRejected else { continue }
            photos += 1
            photosADay["\(fact.author.index) \(fact.day)", default: 0] += 1
          default: break
          }
        }
        #expect(photosADay.values.allSatisfy { $0 <= 3 })
      }
    }
    #expect(dishes > 50 && offline > 0 && photos > 50 && tooMany > 0)
    #expect(dishes > offline, "\(dishes) \(offline) \(photos) \(tooMany)")
  }

  /// Whether a hall has served that on that day, by its price.
  private static func isOnMenu(
    _ meal: MealPortion, on day: LocalDay, _ catalog: FoodCatalog
  ) -> Bool {
    guard
      case .found(let menu) = catalog.menu(
        of: UInt16(meal.origin.hall), on: day, isReachable: true)
    else { return false }
    return menu.dishes.contains { dish in
      let contents = FoodTable.serving(of: dish.food).scaled(quarters: dish.quarterServings)
      return MealPortion(
        meal.kind, stating: contents, from: meal.origin
      ).total == meal.total
    }
  }
}

extension Community {
  /// A store at the end, unless its owner has left.
  fileprivate func livedStore(_ index: Int) -> HealthRunTests.ObservedRun? {
    let person = world.integrations.healthStores[index].person
    guard !world.directory.people[person].hasLeft else { return nil }
    let (member, household) = (
      world.directory.people[person].member, world.directory.people[person].household
    )
    var one = HealthRunTests.ObservedRun()
    for id in 0..<UInt64(world.integrations.healthStores[index].store.count) {
      if let sample = world.integrations.healthStores[index].store.sample(id + 1) {
        one.living.append(sample)
      }
    }
    one.imported = world.backend.server.scopes[household].state.training.importedWorkouts(
      of: member, world.backend.server.scopes[household].state.shared)
    for row in rows(of: household) where !row.verdict.isRejected {
      let fact = row.operation.fact
      guard fact.kind == .workoutLogged, fact.subject == member else { continue }
      let log = WorkoutTimes(fact.payload)
      one.logged.append(
        WorkoutSpan(start: log.start, end: log.end, source: .hand, identity: fact.identity))
    }
    for day in -2..<days + 3 {
      one.distinct += world.backend.server.scopes[household].state.training.distinctWorkouts(
        of: member, on: world.settings.firstDay.adding(days: day),
        world.backend.server.scopes[household].state.shared)
    }
    return one
  }
}

/// When a logged workout was, read directly from its fact.
private struct WorkoutTimes {
  var start: Instant
  var end: Instant

  init(_ payload: Payload) {
    start = Instant(milliseconds: Int64(payload.first & 0xFFFF_FFFF_FFFF))
    end = start + Int64(payload.second & 0xFFFF_FFFF)
  }
}

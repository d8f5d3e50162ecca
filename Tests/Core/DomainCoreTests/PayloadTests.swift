import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("A payload")
struct PayloadTests {
  @Test("NUT-5: holds a meal of up to three items", arguments: 0..<200)
  func meal(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    func item() -> MealItem {
      MealItem(food: dice.pick([0, 23, .max]), quarters: dice.pick([0, 1, 80, .max]))
    }
    let meal = MealPortion(
      dice.pick(MealKind.allCases), isContinuation: dice.chance(1, in: 2), item(), item(), item())
    let read = MealPortion(meal.payload)
    #expect(read.kind == meal.kind && read.isContinuation == meal.isContinuation)
    #expect(read.items.0 == meal.items.0 && read.items.1 == meal.items.1)
    #expect(read.items.2 == meal.items.2)
    #expect(read == meal && Set([read, meal]).count == 1)
  }

  @Test("NUT-5: holds an amount of water", arguments: WaterSource.allCases)
  func water(source: WaterSource) {
    for tenthOunces in [0, 1, 2_000, UInt16.max] {
      for minute in [0, 1_439, UInt16.max] {
        let water = WaterAmount(
          tenthOunces: tenthOunces, source: source, minuteOfDay: minute)
        #expect(WaterAmount(water.payload) == water)
      }
    }
  }

  @Test("TRN-6: holds a check-in")
  func wellness() {
    for mental in [0, 1, 10, UInt8.max] {
      for physical in [0, 1, 10, UInt8.max] {
        let score = WellnessScore(mental: mental, physical: physical)
        #expect(WellnessScore(score.payload) == score)
      }
    }
  }

  @Test("HAB-2: holds a completion", arguments: CompletionSource.allCases)
  func completion(source: CompletionSource) {
    for number in [Int32.min, -1, 0, 20_458, .max] {
      for done in [false, true] {
        let completion = CompletionPayload(
          day: LocalDay(number: number), done: done, source: source)
        #expect(CompletionPayload(completion.payload) == completion)
      }
    }
  }

  @Test("HAB-1: holds the initial fields of a habit")
  func creation() {
    for raw in [0, 1, UInt32.max] {
      let name = HabitName(text: TextHandle(raw), folded: TextHandle(raw / 2))
      #expect(HabitName(packed: name.packed) == name)
      for category in [0, 1, UInt32(UInt16.max)] {
        let creation = HabitCreation(
          name: name, category: TextHandle(category), icon: .max - UInt16(category / 2),
          rank: .max - raw)
        #expect(HabitCreation(creation.payload) == creation)
      }
    }
  }

  @Test("HAB-4: holds the day on which a habit starts")
  func start() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.today = 3_000
    family.submit(.startHabit(habit, of: TestFamily.child, on: TestFamily.day(2_999)))
    #expect(family.state.habitAt(0).started.value == TestFamily.day(2_999))
  }

  @Test("is compact together with its fact, as the hot path requires")
  func layout() {
    #expect(MemoryLayout<Fact>.size == 56)
    #expect(MemoryLayout<PersonDay>.stride == 64)
    #expect(MemoryLayout<CompletionCell>.stride == 16)
    #expect(MemoryLayout<StreakSummary>.stride == 16)
  }

  @Test("has a kind whose number is part of the log's format")
  func kinds() {
    let numbers: [FactKind: UInt8] = [
      .childMayLogSet: 1, .habitCreated: 16, .habitNameSet: 17, .habitDescriptionSet: 18,
      .habitCategorySet: 19, .habitIconSet: 20, .habitRankSet: 21, .habitArchivedSet: 22,
      .habitDeleted: 23, .habitRestored: 24, .completionSet: 25, .habitStartSet: 26,
      .mealLogged: 40, .favoriteMealSet: 41, .waterLogged: 42, .wellnessSet: 56,
    ]
    let kinds = FactKind.allCases.filter(\.isOverlaid)
    #expect(numbers.count == kinds.count)
    for kind in kinds { #expect(kind.rawValue == numbers[kind]) }
  }

  @Test("of a creation gives the habit the identity of its operation")
  func identity() {
    let family = TestFamily()
    let made = family.fact(family.creation("Read"), site: 7)
    #expect(made.entity == Entity(site: 7, sequence: 1) && made.entity == made.identity)
    let marked = family.fact(
      .setCompletion(
        of: made.entity, owner: TestFamily.child, on: TestFamily.day(0), done: true), site: 7)
    #expect(marked.entity == made.entity)
    #expect(marked.identity == Entity(site: 7, sequence: 2))
  }
}

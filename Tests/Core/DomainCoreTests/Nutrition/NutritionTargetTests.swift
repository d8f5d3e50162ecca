import Base
import Chronology
import Testing

@testable import DomainCore

@Suite("What a body needs in a day")
struct NutritionTargetTests {
  @Test("NUT-1, NUT-2, NUT-3: equals the published equations, computed with exact fractions")
  func vectors() throws {
    let lines = try NutritionVectors.lines(of: "nutrition_targets.txt")
    #expect(lines.count > 4_900)
    var wrong = 0
    for line in lines {
      let numbers = line.dropFirst().map { Int($0)! }
      let body = BodyOnDay(
        sex: line[0] == "male" ? .male : .female, ageYears: numbers[0],
        weightGrams: UInt32(numbers[1]), heightMillimeters: UInt32(numbers[2]))
      let target = NutritionTarget(for: body, activity: ActivityLevel(trainings: numbers[3]))
      let found = [
        target.energyTenthKilocalories, target.proteinTenthGrams, target.carbohydrateTenthGrams,
        target.fatTenthGrams, target.fiberTenthGrams, target.waterMilliliters,
      ]
      if found.map(Int.init) != Array(numbers.dropFirst(4)) {
        wrong += 1
        if wrong < 5 { Issue.record("\(line): \(found)") }
      }
    }
    #expect(wrong == 0)
  }

  @Test("NUT-1: a boy of eleven, by hand; a half is rounded up")
  func byHand() {
    // 88.5 − 61.9 · 11 + 1.00 · (26.7 · 40 + 903 · 1.45) + 25 = 1,809.95 kcal.
    let boy = BodyOnDay(
      sex: .male, ageYears: 11, weightGrams: 40_000, heightMillimeters: 1_450)
    let target = NutritionTarget(for: boy, activity: .sedentary)
    #expect(target.energyTenthKilocalories == 18_100)
    #expect(target.proteinTenthGrams == 380 && target.waterMilliliters == 1_920)
    // 55 % of 1,810 kcal at 4 kcal/g, 30 % at 9, and 14 g per 1,000 kcal.
    #expect(target.carbohydrateTenthGrams == 2_489 && target.fatTenthGrams == 603)
    #expect(target.fiberTenthGrams == 253)
  }

  @Test("NUT-2: the level follows from the rounded weekly mean of four weeks")
  func levels() {
    let firsts: [(occurrences: Int, level: ActivityLevel)] = [
      (0, .sedentary), (9, .sedentary), (10, .moderate), (17, .moderate), (18, .active),
      (25, .active), (26, .veryActive), (400, .veryActive),
    ]
    for (occurrences, level) in firsts {
      #expect(ActivityLevel(trainings: occurrences) == level, "\(occurrences)")
    }
  }

  @Test("NUT-2: the four weeks end with the day itself")
  func window() {
    let family = TestFamily()
    family.today = 60
    family.measure()
    family.attend(on: 20, times: 10)
    for (day, level) in [(19, ActivityLevel.sedentary), (20, .moderate), (47, .moderate)] {
      #expect(
        family.state.schedule.activityLevel(
          of: TestFamily.child, on: TestFamily.day(day), family.state.shared) == level)
    }
    #expect(
      family.state.schedule.activityLevel(
        of: TestFamily.child, on: TestFamily.day(48), family.state.shared) == .sedentary)
    #expect(
      family.state.schedule.activityLevel(
        of: TestFamily.sibling, on: TestFamily.day(20), family.state.shared) == .sedentary)
    // 1.13 instead of 1.00.
    #expect(family.target(20).energyTenthKilocalories == 21_190)
  }

  @Test("NUT-1, NUT-3: an age outside every table has no target")
  func youngest() {
    func target(_ age: Int) -> NutritionTarget {
      NutritionTarget(
        for: BodyOnDay(sex: .female, ageYears: age, weightGrams: 12_000, heightMillimeters: 850),
        activity: .sedentary)
    }
    #expect(target(-1) == NutritionTarget() && target(0) == NutritionTarget())
    for age in 1...2 {
      #expect(target(age).energyTenthKilocalories == 0 && target(age).fatTenthGrams == 0)
      #expect(target(age).proteinTenthGrams == 126 && target(age).waterMilliliters == 1_040)
    }
    #expect(target(3).energyTenthKilocalories > 0 && target(3).waterMilliliters == 1_040)
    #expect(target(4).waterMilliliters == 1_360 && target(4).proteinTenthGrams == 114)
  }

  @Test("NUT-1: even an absurd body does not overflow")
  func absurd() {
    for sex in Sex.allCases {
      for age in [-3_000_000, -1, 0, 3, 8, 9, 18, 19, 150, 3_000_000] {
        for measure in [0, 1, 3_000, 3_001, UInt32.max] {
          let body = BodyOnDay(
            sex: sex, ageYears: age, weightGrams: measure, heightMillimeters: measure)
          let target = NutritionTarget(for: body, activity: .veryActive)
          if !(1...3_000).contains(measure) {
            #expect(target.energyTenthKilocalories == 0 && target.proteinTenthGrams == 0)
          }
        }
      }
    }
  }

  @Test("NUT-3: a person born on a leap day turns a year older on March 1")
  func leapDay() {
    let family = TestFamily()
    family.today = 3_000
    family.state.shared.members[1].born = LocalDay(year: 2012, month: 2, day: 29)
    family.measure()
    func water(_ year: Int, _ month: Int, _ day: Int) -> UInt32 {
      family.state.nutritionTarget(
        of: TestFamily.child, on: LocalDay(year: year, month: month, day: day)
      ).waterMilliliters
    }
    // Fourteen in 2026, nineteen in 2031, when February has 28 days; sixteen in 2028.
    #expect(water(2026, 2, 28) == 1_920 && water(2026, 3, 1) == 2_640)
    #expect(water(2031, 2, 28) == 2_640 && water(2031, 3, 1) == 2_960)
    let energies = [(2, 28), (2, 29)].map { month, day in
      family.state.nutritionTarget(
        of: TestFamily.child, on: LocalDay(year: 2028, month: month, day: day)
      ).energyTenthKilocalories
    }
    #expect(energies[0] - energies[1] == 619)
  }
}

import Base
import Chronology

@testable import DomainCore

/// Eating, drinking and growing.
extension TestFamily {
  /// A boy of eleven with 40.0 kg and 1.450 m, who moves little: 1,810.0 kcal, 38.0 g, 2,400 mL.
  static let energy: UInt32 = 18_100
  static let protein: UInt32 = 380
  /// The fewest tenths of an ounce that are 2.4 L.
  static let water: UInt16 = 650

  func measure(
    _ person: MemberHandle = child, _ sex: Sex = .male, grams: UInt32 = 40_000,
    millimeters: UInt32 = 1_450, on day: Int = 0
  ) {
    let first = Self.day(day)
    state.recordBody(of: person, on: first, .sex, UInt32(sex.rawValue))
    state.recordBody(of: person, on: first, .weight, grams)
    state.recordBody(of: person, on: first, .height, millimeters)
    notifyInputsChanged(of: person, from: day)
  }

  func notifyInputsChanged(of person: MemberHandle, from day: Int) {
    state.deliver(.needsChanged(person, first: Self.day(day), last: Self.day(3_659)), by: anyFact())
  }

  func attend(_ person: MemberHandle = child, on day: Int, times: UInt32) {
    state.recordOccurrences(of: person, on: Self.day(day), times)
    state.trainingChanged(of: person, on: Self.day(day))
    state.notifyAreas(by: anyFact())
  }

  /// Whether targets, days and settings are the same in two families.
  func hasSameNutrition(as other: TestFamily) -> Bool {
    guard state.nutrition.isIdentical(to: other.state.nutrition),
      state.shared.registers.isIdentical(to: other.state.shared.registers)
    else { return false }
    for day in 0..<max(state.dayCapacity, other.state.dayCapacity) {
      for person in 0..<4 {
        let member = MemberHandle(UInt16(person))
        if state.personDay(member, day) != other.state.personDay(member, day) { return false }
      }
    }
    return true
  }

  /// A fact that changes nothing here.
  private func anyFact() -> Fact {
    fact(.setChildMayLog(Self.child, to: false))
  }

  @discardableResult
  func eat(
    _ tenthKilocalories: UInt32, protein: UInt32 = 0, by person: MemberHandle = child,
    on day: Int? = nil, site: UInt32 = 1
  ) -> Outcome {
    var nutrients = Nutrients.zero
    nutrients.lanes[0] = tenthKilocalories
    nutrients.lanes[1] = protein
    let meal = MealPortion(.lunch, stating: nutrients, from: MealOrigin(.typed))
    return submit(.logMeal(for: person, meal), site: site, on: day)
  }

  @discardableResult
  func drink(_ tenthOunces: UInt16, by person: MemberHandle = child, on day: Int? = nil) -> Outcome
  {
    submit(
      .logWater(
        for: person, WaterAmount(tenthOunces: tenthOunces, source: .glass, minuteOfDay: 600)),
      on: day)
  }

  /// Just what the boy needs.
  func eatWell(on day: Int? = nil, by person: MemberHandle = child) {
    eat(Self.energy, protein: Self.protein, by: person, on: day)
    drink(Self.water, by: person, on: day)
  }

  func isMet(_ day: Int, of person: MemberHandle = child) -> Bool {
    state.shared.isNutritionDayMet(Self.day(day), of: person)
  }

  func target(_ day: Int = 0, of person: MemberHandle = child) -> NutritionTarget {
    state.nutritionTarget(of: person, on: Self.day(day))
  }

  @discardableResult
  func override(
    _ metric: NutritionMetric, _ amount: UInt32, of person: MemberHandle = child,
    on day: Int? = nil, site: UInt32 = 1
  ) -> Outcome {
    submit(.setNutritionTarget(of: person, TargetAmount(metric, amount)), site: site, on: day)
  }

  /// A template with these targets, made by the parent.
  func addTemplate(_ amounts: [TargetAmount], on day: Int? = nil) -> Entity {
    let made = fact(
      .createNutritionTemplate(by: Self.parent, name: TextHandle(9)), on: day)
    submit(made)
    for amount in amounts {
      submit(.setNutritionTemplate(made.identity, by: Self.parent, amount), on: day)
    }
    return made.identity
  }

  /// Applies a template; returns the application.
  func use(
    _ template: Entity, _ days: ClosedRange<Int>, for person: MemberHandle = child,
    on day: Int? = nil
  ) -> Entity {
    let range = TemplateRange(
      template: template, first: Self.day(days.lowerBound), last: Self.day(days.upperBound))
    let made = fact(.applyNutritionTemplate(range, to: person), on: day)
    submit(made)
    return made.identity
  }

  /// How often a nutrition day of any member became met or unmet.
  var changes: Int { state.nutrition.trailCount }
}

extension ScopeState {
  /// Reports a change of a day's training to the nutrition area.
  mutating func trainingChanged(of person: MemberHandle, on day: LocalDay) {
    nutrition.trainingChanged(of: person, on: day, &shared)
  }

  /// Updates the schedule's planned days of a member.
  mutating func updatePlannedDays(of member: MemberHandle) {
    schedule.updatePlannedDays(of: member, shared)
  }
}

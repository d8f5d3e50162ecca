import Base
import Chronology
import DomainCore
import Scenarios

// The levels behind what is logged: each person has their own level of scores and amounts, which
// weeks and days shift.
extension Behavior {
  /// A person's wellness on a day, as the two numbers of a check-in.
  func score(_ person: Person, isIll: Bool, on day: LocalDay) -> WellnessScore {
    let who = RandomSubject.person(person.index)
    let week = randomness.draw(
      PopulationRandomPurpose.wellnessWeek, who: who, day: day.weekStart.number
    ).normal(mean: 0, deviation: levels.wellnessWeekDeviation)
    let draw = randomness.draw(PopulationRandomPurpose.wellnessDay, who: who, day: day.number)
    let today = draw.normal(mean: 0, deviation: levels.wellnessDayDeviation)
    let body = draw.other
      .normal(mean: 0, deviation: levels.wellnessDayDeviation)
    let level =
      levels.wellnessMean + person.traits.wellness + week - (isIll ? levels.wellnessIll : 0)
    // The two scores are correlated.
    return WellnessScore(
      mental: Self.points(level + today), physical: Self.points(level + 0.6 * today + 0.8 * body))
  }

  private static func points(_ score: Double) -> UInt8 {
    UInt8(max(1, min(10, score.rounded())))
  }

  /// A person's factor on the average amount of food in a week.
  func appetite(_ person: Person, on day: LocalDay) -> Double {
    guard levels.enabled else { return 1 }
    return person.traits.appetite
      * randomness.draw(
        PopulationRandomPurpose.appetiteWeek, who: RandomSubject.person(person.index),
        day: day.weekStart.number
      ).logNormal(median: 1, sigma: levels.appetiteWeekSigma)
  }
}

extension MealItem {
  /// The amount times a factor, in quarters of a serving from one to sixteen.
  func times(_ appetite: Double) -> MealItem {
    guard quarters > 0 else { return self }
    let wanted = (Double(quarters) * appetite).rounded()
    return MealItem(food: food, quarters: UInt16(max(1, min(16, wanted))))
  }
}

extension MealPortion {
  /// The same dishes in another size.
  func times(_ appetite: Double) -> MealPortion {
    guard appetite != 1 else { return self }
    return MealPortion(
      kind, items.0.times(appetite), items.1.times(appetite), items.2.times(appetite))
  }
}

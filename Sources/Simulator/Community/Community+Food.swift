import Base
import Chronology
import Counterparts
import DomainCore
import Faults
import Population
import SyncCore

// NUT-7 and NUT-9 as people live them: meals from the menu of a dining hall, and from photographs.
// Whoever cannot reach the catalogue or the analysis logs the meal by hand, as everybody else does.
extension Community {
  /// Decided once, so that nobody else's meal asks for it.
  mutating func setUpFood(_ person: Int) {
    let human = people[person].person
    activities[person].photographs = simulation.behaviour.photographs(human)
    if let hall = simulation.behaviour.diningHall(
      human, of: Int(simulation.catalogue.hallCount))
    {
      activities[person].diningHall = Int32(hall)
      while menus.count <= person { menus.append(MenuCache()) }
    }
  }

  /// What the meal of that number becomes for somebody who eats from a menu or photographs.
  mutating func mealFromOutside(
    _ number: Int, instead meal: MealPortion, _ tapping: Tapping
  ) -> MealPortion {
    let author = tapping.author
    let person = people[author].person
    if activities[author].diningHall >= 0,
      let lot = simulation.behaviour.menuMeal(number, of: person, on: tapping.plannedDay),
      let menu = menu(number, tapping)
    {
      return menu.meal(meal.kind, item: Int(lot % UInt64(menu.items.count)))
    }
    if activities[author].photographs,
      let photo = simulation.behaviour.photo(number, of: person, on: tapping.plannedDay)
    {
      return analysed(photo, number, instead: meal, tapping)
    }
    return meal
  }

  private func reaches(_ number: Int, _ tapping: Tapping) -> Bool {
    offlineUntil(tapping.device) == nil
      && simulation.outsideWeather.reachesCatalogue(
        Who.person(people[tapping.author].person.index), on: tapping.plannedDay, number: number)
  }

  /// NUT-9: today's menu, fetched once and then kept for the day.
  private mutating func menu(_ number: Int, _ tapping: Tapping) -> DiningMenu? {
    let (author, today) = (tapping.author, tapping.day)
    let hall = UInt8(activities[author].diningHall)
    if let kept = menus[author].menu(of: hall, on: today) { return kept }
    let answer = simulation.catalogue.menu(
      of: UInt16(hall), on: today, isReachable: reaches(number, tapping))
    guard case .found(let menu) = answer else { return nil }
    menus[author].take(DiningMenu(menu, names: simulation.foodNames), today: today)
    return menus[author].menu(of: hall, on: today)
  }

  /// NUT-7: the meal that an analysis proposes. The server counts it; one too many comes back
  /// rejected, when the meal is long eaten.
  private mutating func analysed(
    _ photo: UInt64, _ number: Int, instead meal: MealPortion, _ tapping: Tapping
  ) -> MealPortion {
    let author = tapping.author
    guard
      tap(.analysePhoto(for: people[author].member), about: author, tapping) != nil,
      case .found(let estimate) = simulation.analysis.photo(
        photo, isReachable: reaches(number, tapping))
    else { return meal }
    return PhotoAnalysis(meal.kind, found: estimate.nutrients).proposal
  }
}

import Base
import Chronology
import Environment
import DomainCore
import Population
import Scenarios
import SimulatedWorld

// What people log, for themselves and for small children: habits, meals, water, check-ins.
extension WorkloadGenerator {
  mutating func logForSmallChildren(_ session: AppSession, _ world: inout World) {
    let household = world.directory.households[world.directory.people[session.author].household]
    for index in household.firstPerson..<household.firstPerson + household.personCount
    where !people[index].person.logsForItself {
      logDay(of: index, session, &world)
    }
  }

  mutating func logDay(of subject: Int, _ session: AppSession, _ world: inout World) {
    logging.turn(
      subject, people[subject].person, isIll: isIll(subject, world), to: session.plannedDay,
      of: session.count)
    logHabits(of: subject, session, &world)
    logMeals(of: subject, session, &world)
    logWater(of: subject, session, &world)
    if let score = logging.checkIn(of: subject, session: session.number) {
      let member = world.directory.people[subject].member
      submit(.checkIn(for: member, score), .checkIn, place: Int(member.index), session, &world)
    }
  }

  private func isIll(_ person: Int, _ world: borrowing World) -> Bool {
    !homes.isEmpty && homes[world.directory.people[person].household].isIll
  }

  private mutating func logHabits(of subject: Int, _ session: AppSession, _ world: inout World) {
    let person = people[subject].person
    let day = session.plannedDay
    let isBulk = behaviorContext.behavior.completesInBulk(person, on: day, session: session.number)
    var inBulk: [Command] = []
    var habit = people[subject].firstHabit
    var number = 0
    while habit >= 0 {
      let record = habitRecords[habit]
      if record.isLive,
        logging.doesHabit(number, of: subject, person, session: session.number)
      {
        if isBulk {
          let command = mark(habit, true, session, world)
          if world.accepts(command, at: session.family) { inBulk.append(command) }
        } else {
          markAndMaybeUnmark(habit, number, of: subject, session, &world)
        }
      }
      habit = record.next
      number += 1
    }
    if !inBulk.isEmpty { submitTogether(inBulk, of: subject, session, &world) }
  }

  private mutating func markAndMaybeUnmark(
    _ habit: Int, _ number: Int, of subject: Int, _ session: AppSession, _ world: inout World
  ) {
    let place = Int(world.directory.people[subject].member.index)
    submit(
      mark(habit, true, session, world), .mark, place: place, number: number, session, &world)
    if behaviorContext.behavior.undoesCompletion(
      number, of: people[subject].person, on: session.plannedDay)
    {
      submit(
        mark(habit, false, session, world), .unmark, place: place, number: number, session,
        &world)
    }
  }

  private func mark(
    _ habit: Int, _ done: Bool, _ session: AppSession, _ world: borrowing World
  ) -> Command {
    .setCompletion(
      of: habitRecords[habit].entity,
      owner: world.directory.people[habitRecords[habit].owner].member,
      on: session.shownDay, done: done)
  }

  /// HAB-9: the marks of one gesture are one transaction.
  private mutating func submitTogether(
    _ commands: [Command], of subject: Int, _ session: AppSession, _ world: inout World
  ) {
    // Numbers of single marks are smaller than this one, so the names never collide.
    let id = session.id(
      .mark, place: Int(world.directory.people[subject].member.index), number: 1023)
    let outcome = world.perform(Step(id, at: world.now, .submitTogether(commands, session.family)))
    if case .done(.some) = outcome { people[session.author].state.wasActive = true }
  }

  // MARK: Food

  private mutating func logMeals(of subject: Int, _ session: AppSession, _ world: inout World) {
    let person = people[subject].person
    let member = world.directory.people[subject].member
    for number in logging.meals(of: subject, session: session.number) {
      var meal = logging.meal(number, of: subject)
      if behaviorContext.behavior.isFavorite(number, of: person, on: session.plannedDay) {
        meal = favorite(meal, number, of: subject, session, &world)
      }
      if subject == session.author {
        meal = mealFromOutside(number, instead: meal, session, &world)
      }
      submit(
        .logMeal(for: member, meal), .meal, place: Int(member.index), number: number, session,
        &world)
    }
  }

  /// NUT-5: the favorite for that kind of meal, which this meal becomes if there is none yet.
  private mutating func favorite(
    _ meal: MealPortion, _ number: Int, of subject: Int, _ session: AppSession,
    _ world: inout World
  ) -> MealPortion {
    let slot = Int(meal.kind.rawValue)
    let member = world.directory.people[subject].member
    // A device that has just started over may not know them yet.
    guard Int(member.index) < world[copyAt: session.family].memberCount else { return meal }
    let kept = world[copyAt: session.family].nutrition.favorite(of: member, slot: slot)
    if kept.version != .never { return MealPortion(kept.value) }
    submit(
      .setFavoriteMeal(for: member, slot: UInt8(slot), meal), .favorite,
      place: Int(member.index), number: number, session, &world)
    return meal
  }

  private mutating func logWater(of subject: Int, _ session: AppSession, _ world: inout World) {
    let member = world.directory.people[subject].member
    let minute = world.minuteOfDay(of: world.directory.people[subject].household)
    for number in logging.waters(of: subject, session: session.number) {
      let water = logging.water(number, of: subject, minuteOfDay: minute)
      submit(
        .logWater(for: member, water), .water, place: Int(member.index), number: number, session,
        &world)
    }
  }

  // MARK: Food from external services

  // NUT-7 and NUT-9 in daily life: meals from the menu of a dining hall, and from photos. A person
  // who cannot reach the catalog or the analysis logs the meal by hand.

  /// Decided once, so that the meals of other people need no check.
  mutating func setUpFood(_ index: Int) {
    let person = people[index].person
    activities[index].photographs = behaviorContext.behavior.photographs(person)
    if let hall = behaviorContext.behavior.diningHall(
      person, of: Int(behaviorContext.catalog.hallCount))
    {
      activities[index].diningHall = Int32(hall)
      while menus.count <= index { menus.append(MenuCache()) }
    }
  }

  /// A meal of a person who eats from a menu or takes photos.
  private mutating func mealFromOutside(
    _ number: Int, instead meal: MealPortion, _ session: AppSession, _ world: inout World
  ) -> MealPortion {
    let author = session.author
    let person = people[author].person
    if activities[author].diningHall >= 0,
      let randomWord = behaviorContext.behavior.menuMeal(
        number, of: person, on: session.plannedDay),
      let menu = menu(number, session, &world)
    {
      return menu.meal(meal.kind, item: Int(randomWord % UInt64(menu.items.count)))
    }
    if activities[author].photographs,
      let photo = behaviorContext.behavior.photo(number, of: person, on: session.plannedDay)
    {
      return analysed(photo, number, instead: meal, session, &world)
    }
    return meal
  }

  /// Whether the catalog (`place` 0) or the analysis (1) responds for a meal.
  private func reaches(
    _ number: Int, place: Int, _ session: AppSession, _ world: inout World
  ) -> Bool {
    guard world.isOnline(session.device) else { return false }
    let isThere = behaviorContext.externalServiceFaults.reachesCatalog(
      RandomSubject.person(session.who), on: session.plannedDay, number: number)
    if !isThere {
      world.perform(
        Step(
          session.id(.catalog, place: place, number: number), at: world.now,
          .catalogFails(device: session.device)))
    }
    return isThere
  }

  /// NUT-9: today's menu, fetched once and then kept for the day.
  private mutating func menu(
    _ number: Int, _ session: AppSession, _ world: inout World
  ) -> DiningMenu? {
    let (author, today) = (session.author, session.day)
    let hall = UInt8(activities[author].diningHall)
    if let kept = menus[author].menu(of: hall, on: today) { return kept }
    let response = behaviorContext.catalog.menu(
      of: UInt16(hall), on: today, isReachable: reaches(number, place: 0, session, &world))
    guard case .found(let menu) = response else { return nil }
    menus[author].take(DiningMenu(menu, names: behaviorContext.sampleTexts.foods), today: today)
    return menus[author].menu(of: hall, on: today)
  }

  /// NUT-7: the meal that an analysis proposes. The server counts it; one too many is rejected long
  /// after the meal.
  private mutating func analysed(
    _ photo: UInt64, _ number: Int, instead meal: MealPortion, _ session: AppSession,
    _ world: inout World
  ) -> MealPortion {
    let member = world.directory.people[session.author].member
    guard
      submit(.analyzePhoto(for: member), .photo, number: number, session, &world) != nil,
      case .found(let estimate) = behaviorContext.analysis.photo(
        photo, isReachable: reaches(number, place: 1, session, &world))
    else { return meal }
    return PhotoAnalysis(meal.kind, found: estimate.nutrients).proposal
  }
}

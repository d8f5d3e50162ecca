import Chronology
import DomainCore
import SyncCore
import Testing

@Suite("JRN-1: the first-time family")
struct OnboardingTests {
  @Test("JRN-1, FAM-1, SCH-1, NOT-1: from an account to the first reminder and the first meal")
  func firstTimeFamily() throws {
    let thursday = LocalDay(year: 2026, month: 9, day: 3)
    let stage = Stage("First-time family", on: thursday, at: "15:40")
    stage.record("Anna", "opens an account")
    let anna = stage.account("Anna")
    let home = stage.opens("The Bergs")
    let family = Household(stage: stage, scope: home, names: ["Anna", "Leo"])
    let bell = Bell(of: family)
    let phone = stage.device("Anna's phone", of: anna)
    phone.opens(home)
    phone.does(
      "creates the family", in: home,
      .foundFamily(born: LocalDay(year: 1988, month: 4, day: 17)))
    let me = try #require(phone.member(home))
    phone.shows(
      "who belongs to it", phone.look(home) { "\($0.memberCount): \($0.member(me).role)" },
      "1: parent")
    phone.doesAll(
      "wants no reminders to drink and no check-in", in: home,
      Command.mute([.hydration, .checkIn], of: me))

    stage.at("15:44")
    let leo = addLeo(phone, family, by: me)
    let football = addFootball(phone, home, for: leo, from: thursday)
    stage.at("15:52")
    let practice = try addPractice(phone, home, of: football, for: leo, from: thursday)
    phone.shows(
      "today", family.day(phone), "17:00 Football of Leo, there no driver, back no driver")
    phone.shows("the next classes", nextDays(phone, home), "2026-09-03, 2026-09-08, 2026-09-10")
    bell.rings(until: "15:55")
    let today = OccurrenceID(practice, thursday)
    phone.doesAll(
      "takes both ways today", in: home,
      [.claim(Duty(.dropOff, of: today), by: me), .claim(Duty(.pickUp, of: today), by: me)])
    phone.shows("today", family.day(phone), "17:00 Football of Leo, there Anna, back Anna")

    bell.rings(until: "16:29")
    bell.showsHistory([.schedule], of: "Anna", "schedule 0")
    bell.rings(until: "16:30")
    bell.showsHistory([.schedule], of: "Anna", "schedule 1")
    bell.rings(until: "17:01")
    bell.showsHistory([.schedule], of: "Anna", "schedule 1")

    stage.at("18:52")
    phone.shows("Leo's meals", meals(phone, home, of: leo), "0 meals, 0 of 1576 kcal")
    phone.does(
      "Leo's dinner: pasta", in: home,
      .logMeal(for: leo, MealPortion(.dinner, MealItem(food: 14, quarters: 6))))
    phone.shows("Leo's meals", meals(phone, home, of: leo), "1 meal, 330 of 1576 kcal")
    // A meal logged in time causes no reminder.
    bell.rings(until: "19:05")
    bell.showsHistory([.meal], of: "Anna", "meal 0")
    try stage.ends("JRN-1")
  }

  private func addLeo(_ phone: Device, _ family: Household, by me: MemberHandle) -> MemberHandle {
    let home = family.scope
    let added = phone.does(
      "adds Leo, born on 2017-05-14, 30 kg, 135 cm", in: home,
      .addMember(
        MemberAddition(
          role: .child, born: LocalDay(year: 2017, month: 5, day: 14),
          name: phone.stage.text("Leo"), sex: .male, weightGrams: 30_000,
          heightMillimeters: 1_350),
        by: me))!
    let leo = phone.look(home) { $0.shared.member(joinedBy: added.fact.identity)! }
    phone.shows(
      "the first child",
      phone.look(home) { state in
        "\(family.text(state.families.profileText(.name, of: leo, state.shared))), "
          + "\(state.shared.age(of: leo, on: phone.today)) years, "
          + "missing of the profile: \(state.families.profileMissing(of: leo, state.shared).rawValue)"
      }, "Leo, 9 years, missing of the profile: 0")
    return leo
  }

  private func addFootball(
    _ phone: Device, _ home: UInt32, for leo: MemberHandle, from first: LocalDay
  ) -> Entity {
    phone.does(
      "adds a sport: Football, until the end of June", in: home,
      .createSport(
        for: leo,
        SportCreation(
          name: phone.stage.text("Football"),
          season: Season(first: first, last: LocalDay(year: 2027, month: 6, day: 30)))))!
      .fact.identity
  }

  private func addPractice(
    _ phone: Device, _ home: UInt32, of football: Entity, for leo: MemberHandle,
    from first: LocalDay
  ) throws -> Entity {
    let practice = phone.does(
      "adds a class: practice at 17:00, 90 minutes", in: home,
      .createClass(
        for: leo,
        ClassCreation(
          sport: football, type: .practice,
          start: ClassStart(day: first, minute: 17 * 60, zone: phone.owner.zone),
          durationMinutes: 90)))!.fact.identity
    phone.does(
      "repeats it every Tuesday and Thursday", in: home,
      .setRecurrence(of: practice, to: try .weekly(on: [.tuesday, .thursday])))
    return practice
  }

  private func nextDays(_ phone: Device, _ home: UInt32) -> String {
    phone.look(home) { state in
      state.nextOccurrences(now: phone.stage.now).map { "\($0.id.day)" }.joined(separator: ", ")
    }
  }

  private func meals(_ phone: Device, _ home: UInt32, of leo: MemberHandle) -> String {
    phone.look(home) { state in
      let day = state.dashboard(
        of: leo, to: phone.member(home), at: phone.stage.now, in: phone.owner.zone)
      let count = day.meals == 1 ? "1 meal" : "\(day.meals) meals"
      return "\(count), \(day.eaten.tenthKilocalories / 10) of \(day.target[.energy] / 10) kcal"
    }
  }
}

import Chronology
import DomainCore
import SyncCore
import Testing

@Suite("JRN-2: a family's day")
struct DayTests {
  @Test("JRN-2, SCH-5, NOT-1, REW-4: from the morning's schedule to the child's trophy")
  func familyDay() throws {
    let stage = Stage("A family's day", on: LocalDay(year: 2026, month: 4, day: 25), at: "18:00")
    let home = stage.opens(
      "The Bergs",
      members: [
        Member(role: .parent, born: LocalDay(year: 1988, month: 4, day: 17)),
        Member(role: .parent, born: LocalDay(year: 1986, month: 11, day: 2)),
        Member(role: .child, born: LocalDay(year: 2016, month: 5, day: 14)),
      ])
    let family = Household(stage: stage, scope: home, names: ["Anna", "Ben", "Leo"])
    let devices = ["Anna", "Ben", "Leo"].map { name in
      let device = stage.device("\(name)'s phone", of: stage.account(name))
      device.opens(home, as: family.handle(name))
      return device
    }
    let (anna, ben, leo) = (devices[0], devices[1], devices[2])
    let bell = Bell(of: family)
    for device in [anna, ben] {
      device.doesAll(
        "wants no reminders to drink and no check-in", in: home,
        Command.mute([.hydration, .checkIn], of: device.member(home)!))
    }
    let practice = try practises(anna, family)
    bell.rings()

    let monday = LocalDay(year: 2026, month: 4, day: 27)
    stage.on(monday.adding(days: -1), at: "18:00")
    bell.rings()
    stage.on(monday, at: "06:40")
    bell.rings()
    for device in [anna, ben] {
      device.shows(
        "today", family.day(device), "17:00 Football of Leo, there no driver, back no driver")
    }
    let today = OccurrenceID(practice, monday)
    stage.at("06:45")
    anna.does(
      "\u{201C}I'll take this one\u{201D}: the way there", in: home,
      .claim(Duty(.dropOff, of: today), by: family.handle("Anna")))
    ben.shows("today", family.day(ben), "17:00 Football of Leo, there Anna, back no driver")
    stage.at("06:50")
    ben.does(
      "\u{201C}I'll take this one\u{201D}: the way back", in: home,
      .claim(Duty(.pickUp, of: today), by: family.handle("Ben")))
    anna.shows("today", family.day(anna), "17:00 Football of Leo, there Anna, back Ben")

    stage.at("07:20")
    ben.does(
      "Leo's breakfast: oatmeal and a banana", in: home,
      .logMeal(
        for: family.handle("Leo"),
        MealPortion(
          .breakfast, MealItem(food: 0, quarters: 4), MealItem(food: 6, quarters: 4))))
    anna.shows("Leo's breakfast", meals(anna, family), "1 meal, 263 kcal")

    bell.rings(until: "16:29")
    for name in ["Anna", "Ben"] { bell.showsHistory([.schedule], of: name, "schedule 0") }
    bell.rings(until: "17:00")
    for name in ["Anna", "Ben"] { bell.showsHistory([.schedule], of: name, "schedule 1") }
    // A child is notified of its achievements; the calendar is its parents'.
    bell.showsHistory([.schedule, .unassignedDuty], of: "Leo", "schedule 0, unassignedDuty 0")

    stage.at("18:40")
    leo.shows("the points", family.points(of: "Leo", on: leo), "240")
    ben.does(
      "checks off: Leo was at football", in: home,
      .setAttendance(of: family.handle("Leo"), at: today, to: true))
    anna.does(
      "checks off: Leo was at football", in: home,
      .setAttendance(of: family.handle("Leo"), at: today, to: true))
    leo.shows("the points", family.points(of: "Leo", on: leo), "250")
    stage.at("18:41")
    ben.does(
      "gives Leo 5 points for a good game", in: home,
      .awardBonus(to: family.handle("Leo"), 5, message: stage.text("Well played!")))
    leo.shows("the points", family.points(of: "Leo", on: leo), "255")
    leo.shows(
      "the trophy case", family.trophyCase(of: "Leo", on: leo),
      "Perfect Attendance, Century Club, bronze trophy")
    bell.rings(until: "18:45")
    for name in ["Anna", "Ben", "Leo"] { bell.showsHistory([.trophy], of: name, "trophy 3") }
    try stage.ends("JRN-2")
  }

  /// Football since March, on Mondays, Wednesdays and Fridays; Leo has not missed a practice.
  private func practises(_ anna: Device, _ family: Household) throws -> Entity {
    let first = LocalDay(year: 2026, month: 3, day: 2)
    let leo = family.handle("Leo")
    let football = anna.does(
      "adds a sport for Leo: Football", in: family.scope,
      .createSport(
        for: leo,
        SportCreation(
          name: anna.stage.text("Football"),
          season: Season(first: first, last: LocalDay(year: 2026, month: 6, day: 30)))))!
      .fact.identity
    let practice = anna.does(
      "adds a class: practice at 17:00, 90 minutes", in: family.scope,
      .createClass(
        for: leo,
        ClassCreation(
          sport: football, type: .practice,
          start: ClassStart(day: first, minute: 17 * 60, zone: anna.owner.zone),
          durationMinutes: 90)))!.fact.identity
    anna.does(
      "repeats it every Monday, Wednesday and Friday", in: family.scope,
      .setRecurrence(of: practice, to: try .weekly(on: [.monday, .wednesday, .friday])))
    let weeks = (0..<8).flatMap { week in [0, 2, 4].map { first.adding(days: 7 * week + $0) } }
    anna.doesAll(
      "checks off the \(weeks.count) practices since March", in: family.scope,
      weeks.map { .setAttendance(of: leo, at: OccurrenceID(practice, $0), to: true) })
    return practice
  }

  private func meals(_ device: Device, _ family: Household) -> String {
    device.look(family.scope) { state in
      let day = state.dashboard(
        of: family.handle("Leo"), to: device.member(family.scope), at: device.stage.now,
        in: device.owner.zone)
      return "\(day.meals) meal, \(day.eaten.tenthKilocalories / 10) kcal"
    }
  }
}

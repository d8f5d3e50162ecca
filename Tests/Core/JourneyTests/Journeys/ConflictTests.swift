import Chronology
import DomainCore
import SyncCore
import Testing

@Suite("JRN-3: a conflict in the calendar")
struct ConflictTests {
  @Test(
    "JRN-3, SCH-5, SCH-6, SCH-7, NOT-1: one parent solves a conflict, the other is notified"
  )
  func conflictSolved() throws {
    let stage = Stage(
      "A conflict in the calendar", on: LocalDay(year: 2026, month: 5, day: 7), at: "18:30")
    let saturday = LocalDay(year: 2026, month: 5, day: 9)
    let (family, devices) = gathers(stage)
    let home = family.scope
    let (anna, ben) = (devices[0], devices[1])
    let bell = Bell(of: family)
    let (annaHandle, benHandle) = (family.handle("Anna"), family.handle("Ben"))
    let football = adds(
      "Leo's football on Saturday at 10:00", "Football", for: "Leo", lasting: 90,
      place: "Stadium", number: 1, on: saturday, ben, family)
    ben.doesAll(
      "takes both ways", in: home,
      [
        .claim(Duty(.dropOff, of: football), by: benHandle),
        .claim(Duty(.pickUp, of: football), by: benHandle),
      ])
    for device in [anna, ben] {
      device.shows("conflicts", family.conflicts(device), "none")
    }

    stage.at("19:00")
    let swimming = adds(
      "Mia's swimming on Saturday at 10:00", "Swimming", for: "Mia", lasting: 60,
      place: "Pool", number: 2, on: saturday, anna, family)
    let there = Duty(.dropOff, of: swimming)
    anna.doesAll(
      "gives Ben both ways", in: home,
      [.assign(there, to: benHandle), .assign(Duty(.pickUp, of: swimming), to: benHandle)])
    let expected = "09:40\u{2013}10:00 Ben to Football and to Swimming"
    for device in [anna, ben] {
      device.shows("conflicts", family.conflicts(device), expected)
    }
    bell.rings()
    anna.shows("who is free to drive", family.suggestions(anna), "Anna, Ruth")

    // Both solve it at the same time, in different ways.
    ben.goesOffline("in the underground")
    stage.at("19:10")
    ben.does(
      "gives Mia's way to Swimming to Ruth", in: home,
      .assign(there, to: family.handle("Ruth"), insteadOf: benHandle))
    ben.shows("conflicts", family.conflicts(ben), "none")
    anna.shows("conflicts", family.conflicts(anna), expected)
    stage.at("19:12")
    anna.does(
      "takes Mia to Swimming herself", in: home,
      .assign(there, to: annaHandle, insteadOf: benHandle))
    anna.shows("conflicts", family.conflicts(anna), "none")
    stage.at("19:25")
    ben.comesOnline("out of the underground")
    for device in [anna, ben] {
      device.shows("conflicts", family.conflicts(device), "none")
      device.shows(
        "Saturday", family.day(device, saturday),
        "10:00 Swimming of Mia, there Anna, back Ben; "
          + "10:00 Football of Leo, there Ben, back Ben")
    }
    bell.rings(until: "19:30")
    bell.showsHistory([.conflict, .duty], of: "Anna", "conflict 1, duty 0")
    bell.showsHistory([.conflict, .duty], of: "Ben", "conflict 1, duty 3")
    try stage.ends("JRN-3")
  }

  /// Two parents, two children and a grandmother; the parents have their phones.
  private func gathers(_ stage: Stage) -> (Household, [Device]) {
    let home = stage.opens(
      "The Bergs",
      members: [
        Member(role: .parent, born: LocalDay(year: 1988, month: 4, day: 17)),
        Member(role: .parent, born: LocalDay(year: 1986, month: 11, day: 2)),
        Member(role: .child, born: LocalDay(year: 2016, month: 5, day: 14)),
        Member(role: .child, born: LocalDay(year: 2018, month: 1, day: 30)),
        Member(role: .observer, born: LocalDay(year: 1957, month: 9, day: 8)),
      ])
    let family = Household(
      stage: stage, scope: home, names: ["Anna", "Ben", "Leo", "Mia", "Ruth"])
    let devices = ["Anna", "Ben"].map { name in
      let device = stage.device("\(name)'s phone", of: stage.account(name))
      device.opens(home, as: family.handle(name))
      device.doesAll(
        "wants no reminders to eat and drink, and no check-in", in: home,
        Command.mute([.hydration, .checkIn, .meal], of: family.handle(name)))
      return device
    }
    return (family, devices)
  }

  /// Adds a sport with one class at 10:00.
  private func adds(
    _ what: String, _ sport: String, for child: String, lasting minutes: UInt16, place: String,
    number: UInt16, on day: LocalDay, _ device: Device, _ family: Household
  ) -> OccurrenceID {
    let made = device.does(
      "adds a sport for \(child): \(sport)", in: family.scope,
      .createSport(
        for: family.handle(child),
        SportCreation(
          name: device.stage.text(sport),
          season: Season(first: device.today, last: day.adding(days: 60)))))!.fact.identity
    let trainingClass = device.does(
      "adds \(what)", in: family.scope,
      .createClass(
        for: family.handle(child),
        ClassCreation(
          sport: made, type: .practice,
          start: ClassStart(day: day, minute: 600, zone: device.owner.zone),
          durationMinutes: minutes)))!.fact.identity
    device.does(
      "sets the place: \(place), 20 minutes away", in: family.scope,
      .setClassField(
        .place, of: trainingClass,
        to: ClassPlace(text: device.stage.text(place), number: number, travelMinutes: 20).packed))
    return OccurrenceID(trainingClass, day)
  }
}

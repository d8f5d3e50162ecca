import Chronology
import DomainCore
import SyncCore
import Testing

@Suite("JRN-4: a goal is completed")
struct GoalTests {
  @Test("JRN-4, GOAL-2, REW-1, REW-4, NOT-3: points once, the badge once, one notification")
  func goalCompleted() throws {
    let stage = Stage(
      "A goal is completed", on: LocalDay(year: 2026, month: 6, day: 1), at: "17:00")
    let home = stage.opens(
      "The Bergs",
      members: [
        Member(role: .parent, born: LocalDay(year: 1988, month: 4, day: 17)),
        Member(role: .parent, born: LocalDay(year: 1986, month: 11, day: 2)),
        Member(role: .child, born: LocalDay(year: 2016, month: 5, day: 14)),
      ])
    let family = Household(stage: stage, scope: home, names: ["Anna", "Ben", "Leo"])
    let leo = family.handle("Leo")
    func signsIn(_ name: String, on device: String, as person: Person) -> Device {
      let device = stage.device("\(name)'s \(device)", of: person)
      device.opens(home, as: family.handle(name))
      return device
    }
    let (anna, ben) = (stage.account("Anna"), stage.account("Ben"))
    let annaPhone = signsIn("Anna", on: "phone", as: anna)
    let benPhone = signsIn("Ben", on: "phone", as: ben)
    let benTablet = signsIn("Ben", on: "tablet", as: ben)
    let leoPhone = signsIn("Leo", on: "phone", as: stage.account("Leo"))
    let bell = Bell(of: family)
    for device in [annaPhone, benPhone] {
      device.doesAll(
        "wants no reminders to drink and no check-in", in: home,
        Command.mute([.hydration, .checkIn], of: device.member(home)!))
    }
    let goal = sets(annaPhone, family)
    func status(_ device: Device) -> String {
      device.look(home) { state in
        let goal = state.goals.goal(goal)!
        return "\(goal.progressPercent) %, \(goal.status)"
      }
    }
    leoPhone.shows("the goal", status(leoPhone), "60 %, active")
    leoPhone.shows("the trophy case", family.trophyCase(of: "Leo", on: leoPhone), "empty")
    bell.rings()

    stage.on(LocalDay(year: 2026, month: 6, day: 5), at: "16:00")
    bell.rings()
    stage.record("Leo", "juggles the ball 50 times")
    leoPhone.does(
      "tries to complete his goal himself", in: home, .completeGoal(goal, of: leo))
    benTablet.goesOffline("at the pitch")
    stage.at("16:05")
    benTablet.doesAll(
      "50 of 50, completed", in: home,
      [.setGoalProgress(goal, of: leo, to: 50), .completeGoal(goal, of: leo)])
    benTablet.shows("the goal", status(benTablet), "100 %, completed")
    benTablet.shows("Leo's points", family.points(of: "Leo", on: benTablet), "80")
    benPhone.shows("the goal", status(benPhone), "60 %, active")
    bell.rings(until: "16:10")
    annaPhone.doesAll(
      "50 of 50, completed", in: home,
      [.setGoalProgress(goal, of: leo, to: 50), .completeGoal(goal, of: leo)])
    bell.rings(until: "16:15")
    leoPhone.shows("the goal", status(leoPhone), "100 %, completed")
    leoPhone.shows("the points", family.points(of: "Leo", on: leoPhone), "80")

    stage.at("17:30")
    benTablet.comesOnline("at home")
    bell.rings(until: "17:40")
    for device in [annaPhone, benPhone, benTablet, leoPhone] {
      device.shows("Leo's points", family.points(of: "Leo", on: device), "80")
      device.shows("the trophy case", family.trophyCase(of: "Leo", on: device), "First Goal")
    }
    leoPhone.shows(
      "what moved the points",
      leoPhone.look(home) { "\($0.rewards.ledgerPlaces(of: leo).count) entry" }, "1 entry")
    for name in ["Anna", "Ben", "Leo"] { bell.showsCount(of: name, 1) }
    try stage.ends("JRN-4")
  }

  /// A small goal, for which this family gives 80 points.
  private func sets(_ phone: Device, _ family: Household) -> Entity {
    let leo = family.handle("Leo")
    phone.does(
      "gives 80 points for a small goal", in: family.scope,
      .setPoints(.goalLow, to: 80, by: family.handle("Anna")))
    let goal = phone.does(
      "sets Leo a goal: juggle the ball 50 times", in: family.scope,
      .createGoal(
        for: leo,
        GoalCreation(
          .skill, title: phone.stage.text("Juggle the ball"), target: 50,
          unit: phone.stage.text("touches"), from: phone.today,
          through: phone.today.adding(days: 20), priority: .low)))!.fact.identity
    phone.does(
      "30 of 50 so far", in: family.scope, .setGoalProgress(goal, of: leo, to: 30))
    return goal
  }
}

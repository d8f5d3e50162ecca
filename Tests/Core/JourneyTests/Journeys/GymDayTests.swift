import Chronology
import DomainCore
import SyncCore
import Testing

@Suite("JRN-9: an athlete's day offline in the gym, synced in the evening")
struct GymDayTests {
  @Test("JRN-9, OFF-1, OFF-2: the offline features of the table work, and nothing is duplicated")
  func offlineDay() throws {
    let stage = Stage(
      "An athlete's day offline in the gym, synced in the evening",
      on: LocalDay(year: 2026, month: 10, day: 6), at: "08:00", zone: "America/New_York")
    let lena = stage.account("Lena")
    let locker = stage.opens(
      "Lena", members: [Member(role: .athlete, born: LocalDay(year: 2006, month: 4, day: 2))])
    let me = MemberHandle(0)
    let phone = stage.device("phone", of: lena)
    let laptop = stage.device("laptop", of: lena)
    phone.opens(locker, as: me)
    laptop.opens(locker, as: me)
    let tomorrow = phone.today.adding(days: 1)
    let plan = SessionPlan(
      title: stage.text("Lower body"),
      time: SessionTime(day: tomorrow, minuteOfDay: 600, minutes: 75),
      character: SessionCharacter(.strength, .high))
    let made = laptop.does(
      "plans \u{201C}Lower body\u{201D}", in: locker, .createSession(for: me, plan))
    let session = SessionKey(made!.fact.identity)
    laptop.does(
      "plans squats", in: locker,
      .setExercise(
        0, of: session, owner: me,
        to: ExercisePlan(name: stage.text("Squat"), sets: 2, reps: 5, grams: 100_000)))
    phone.does(
      "check-in: 8 and 7", in: locker, .checkIn(for: me, WellnessScore(mental: 8, physical: 7)))
    let fetched = phone.look(locker) {
      $0.training.recommendation(for: me, at: stage.now, today: phone.today, $0.shared)
    }
    func recommendation(_ one: Recommendation) -> String {
      let mark = one.isStale(at: stage.now) ? ", \(phone.respond(to: .viewRecommendation))" : ""
      return "\(one.advice)\(mark)"
    }
    phone.shows("the recommendation", recommendation(fetched), "plannedTraining")

    stage.on(tomorrow, at: "09:30")
    phone.goesOffline("the gym is a bunker")
    func sessions(_ device: Device) -> String {
      device.look(locker) { state in
        state.training.sessions(of: me, on: tomorrow).map { one in
          let sets = (0..<2).map { number in
            state.training.set(UInt8(number), ofExercise: 0, of: one.key).map {
              "\($0.reps) x \($0.grams / 1_000) kg\($0.isDone ? " done" : "")"
            } ?? "no set"
          }
          let effort = one.report.effort.map { ", effort \($0)" } ?? ""
          return "\(stage.names.text(of: one.title)): \(sets.joined(separator: ", "))"
            + (one.report.isDone ? "; completed\(effort)" : "; open")
        }.joined(separator: " | ")
      }
    }
    phone.shows("sessions", phone.respond(to: .viewTraining), "as fetched last")
    phone.shows(
      "today's sessions", sessions(phone), "Lower body: 5 x 100 kg, 5 x 100 kg; open")
    phone.shows(
      "the recommendation", recommendation(fetched), "plannedTraining, may be out of date")
    phone.shows(
      "a new recommendation", phone.respond(to: .generateRecommendation),
      "refused. \(Refusal.needsConnection.sentence)")
    phone.does(
      "check-in: 9 and 8", in: locker, .checkIn(for: me, WellnessScore(mental: 9, physical: 8)))
    stage.at("10:20")
    for number in 0..<2 {
      phone.does(
        "squats, set \(number + 1)", in: locker,
        .setSet(
          UInt8(number), ofExercise: 0, of: session, owner: me,
          to: SetResult(reps: 5, grams: 102_000, rpe: 8)))
    }
    phone.shows(
      "form analysis", phone.respond(to: .analyzeForm),
      "refused. \(Refusal.needsConnection.sentence)")
    stage.at("11:15")
    phone.does(
      "completes the session, effort 8", in: locker,
      .completeSession(session, of: me, EffortReport(isDone: true, effort: 8)))
    phone.does(
      "24 oz of water", in: locker,
      .logWater(for: me, WaterAmount(tenthOunces: 240, source: .bottle, minuteOfDay: 675)))
    stage.at("13:00")
    phone.does(
      "lunch", in: locker,
      .logMeal(for: me, MealPortion(.lunch, MealItem(food: 3, quarters: 4))))
    func day(_ device: Device) -> String {
      device.look(locker) { state in
        let board = state.dashboard(of: me, at: stage.now, in: lena.zone)
        let wellness = board.wellnessTwice.map { "\($0)/2" } ?? "none"
        return "water \(board.eaten.waterTenthOunces / 10) oz, meals \(board.meals), "
          + "sessions done \(board.sessionsDone), wellness \(wellness)"
      }
    }
    let done = "water 24 oz, meals 1, sessions done 1, wellness 17/2"
    let trained = "Lower body: 5 x 102 kg done, 5 x 102 kg done; completed, effort 8"
    phone.shows("the day", day(phone), done)
    phone.shows("today's sessions", sessions(phone), trained)
    phone.shows("its state", phone.status(locker), "offline, 6 pending")
    laptop.shows("the day", day(laptop), "water 0 oz, meals 0, sessions done 0, wellness none")
    // The laptop marks the same session, concurrently.
    stage.at("18:00")
    laptop.goesOffline("on the train")
    laptop.does(
      "completes the session, effort 8", in: locker,
      .completeSession(session, of: me, EffortReport(isDone: true, effort: 8)))

    stage.at("20:00")
    phone.comesOnline("at home")
    phone.shows("its state", phone.status(locker), "synced")
    laptop.comesOnline("at home")
    phone.copy(locker).replica.retry()
    phone.asks(locker)
    for device in [phone, laptop] {
      device.shows("the day", day(device), done)
      device.shows("today's sessions", sessions(device), trained)
      device.shows("its state", device.status(locker), "synced")
    }
    let fresh = phone.look(locker) {
      $0.training.recommendation(for: me, at: stage.now, today: phone.today, $0.shared)
    }
    phone.shows("the recommendation", recommendation(fresh), "plannedTraining")
    try stage.ends("JRN-9")
  }
}

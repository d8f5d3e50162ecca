import Chronology
import DomainCore
import SyncCore
import Testing

@Suite("JRN-12: new phone: everything back, nothing twice")
struct NewPhoneTests {
  @Test("JRN-12, OFF-3: pending operations of another device arrive, too")
  func newPhone() throws {
    let stage = Stage(
      "New phone: everything back, nothing twice", on: LocalDay(year: 2026, month: 4, day: 6),
      at: "19:00")
    let nora = stage.account("Nora")
    let home = stage.opens(
      "Nora", members: [Member(role: .parent, born: LocalDay(year: 1990, month: 5, day: 20))])
    let me = MemberHandle(0)
    let old = stage.device("old phone", of: nora)
    let tablet = stage.device("tablet", of: nora)
    old.opens(home, as: me)
    tablet.opens(home, as: me)
    let first = old.today
    let habit = old.does(
      "makes the habit \u{201C}Read\u{201D}", in: home,
      .createHabit(for: me, name: stage.names.habitName("Read"), category: .empty, icon: 0, rank: 0)
    )!.fact.identity
    let run = SessionPlan(
      title: stage.text("Long run"),
      time: SessionTime(day: first.adding(days: 14), minuteOfDay: 1_080, minutes: 60),
      character: SessionCharacter(.conditioning))
    old.does("plans \u{201C}Long run\u{201D}", in: home, .createSession(for: me, run))
    func taps(_ device: Device) {
      device.does(
        "Read: done", in: home,
        .setCompletion(of: habit, owner: me, on: device.today, done: true))
    }
    for day in 0..<13 {
      stage.on(first.adding(days: day), at: "20:00")
      taps(old)
    }
    func shows(_ device: Device, _ expected: String) {
      let shown = device.look(home) { state in
        let board = state.dashboard(of: me, at: stage.now, in: nora.zone)
        let days =
          state.habitCount == 0
          ? 0 : state.habits.statistics(0, asOf: device.today, state.shared).total
        let planned = (0..<21).flatMap {
          state.training.sessions(of: me, on: first.adding(days: $0))
        }
        let titles = planned.map { "\(stage.names.text(of: $0.title)) on \($0.time.day)" }
        return "streak \(board.habits.first?.streak ?? 0), days done \(days), "
          + "balance \(state.rewards.balance(of: me)), water \(board.eaten.waterTenthOunces / 10) oz, "
          + titles.joined(separator: " and ")
      }
      device.shows("everything", shown, expected)
    }
    let before = "streak 13, days done 13, balance 50, water 0 oz, Long run on 2026-04-20"
    shows(old, before)
    old.shows("its state", old.status(home), "synced")
    stage.on(first.adding(days: 13), at: "08:00")
    tablet.goesOffline("in the country")
    tablet.does(
      "16 oz of water", in: home,
      .logWater(for: me, WaterAmount(tenthOunces: 160, source: .glass, minuteOfDay: 480)))
    let yoga = SessionPlan(
      title: stage.text("Yoga"),
      time: SessionTime(day: first.adding(days: 15), minuteOfDay: 420, minutes: 30),
      character: SessionCharacter(.practice, .low))
    tablet.does("plans \u{201C}Yoga\u{201D}", in: home, .createSession(for: me, yoga))
    taps(tablet)
    stage.at("09:00")
    old.goesOffline("left on the bus")
    stage.at("17:00")
    let new = stage.device("new phone", of: nora)
    new.opens(home, as: me)
    shows(new, before)
    new.shows("its state", new.status(home), "synced")
    stage.at("17:05")
    taps(new)
    shows(new, "streak 14, days done 14, balance 100, water 0 oz, Long run on 2026-04-20")
    // Both have tapped the day that completes the second week, which pays once.
    tablet.shows("its state", tablet.status(home), "offline, 3 pending")
    stage.at("21:00")
    tablet.comesOnline("back from the country")
    let after =
      "streak 14, days done 14, balance 100, water 16 oz, "
      + "Long run on 2026-04-20 and Yoga on 2026-04-21"
    shows(new, after)
    shows(tablet, after)
    tablet.shows("its state", tablet.status(home), "synced")
    #expect(new.copy(home).replica.rejectedCount == 0)
    #expect(tablet.copy(home).replica.rejectedCount == 0)
    try stage.ends("JRN-12")
  }
}

import Chronology
import DomainCore
import SyncCore
import Testing

@Suite("JRN-8: widget tap and app tap on one day")
struct WidgetTests {
  @Test("JRN-8, HAB-2: one completion, green until local midnight")
  func widgetAndApp() throws {
    let stage = Stage(
      "Widget tap and app tap on one day", on: LocalDay(year: 2026, month: 3, day: 28),
      at: "07:30")
    let mia = stage.account("Mia")
    let home = stage.opens(
      "Mia", members: [Member(role: .parent, born: LocalDay(year: 1995, month: 8, day: 3))])
    let me = MemberHandle(0)
    let widget = stage.device("widget", of: mia)
    let app = stage.device("app", of: mia)
    widget.opens(home, as: me)
    app.opens(home, as: me)
    let habit = app.does(
      "makes the habit \u{201C}Stretch\u{201D}", in: home,
      .createHabit(
        for: me, name: stage.names.habitName("Stretch"), category: .empty, icon: 0, rank: 0)
    )!.fact.identity
    func isGreen(_ device: Device) -> String {
      device.copy(home).replica.isDone(habit, on: device.today) ? "green" : "grey"
    }
    widget.goesOffline("in the basement")
    app.goesOffline("in the basement")
    stage.at("08:00")
    func tap(_ source: CompletionSource) -> Command {
      .setCompletion(of: habit, owner: me, on: app.today, done: true, source: source)
    }
    widget.does("tap: done", in: home, tap(.widget))
    widget.shows("Stretch", isGreen(widget), "green")
    app.shows("Stretch", isGreen(app), "grey")
    stage.at("08:01")
    app.does("tap: done", in: home, tap(.app))
    stage.at("08:20")
    widget.comesOnline("upstairs")
    app.comesOnline("upstairs")
    app.shows(
      "days done",
      app.look(home) { "\($0.habits.statistics(0, asOf: app.today, $0.shared).total)" }, "1")
    stage.at("23:59")
    widget.shows("Stretch", isGreen(widget), "green")
    // The night to the clock change: midnight is the local one.
    stage.at("00:00")
    widget.shows("Stretch", isGreen(widget), "grey")
    widget.shows(
      "the streak", widget.look(home) { "\($0.streak(0, asOf: widget.today))" }, "1")
    try stage.ends("JRN-8")
  }
}

import Chronology
import DomainCore
import SyncCore
import Testing

@Suite("JRN-10: coach assigns, athlete completes with effort, the coach's rate moves")
struct CoachTests {
  @Test("JRN-10, TRN-2, FAM-10: the rate changes; an athlete off the roster gets no assignments")
  func coaching() throws {
    let stage = Stage(
      "Coach assigns, athlete completes with effort, the coach's rate moves",
      on: LocalDay(year: 2026, month: 9, day: 7), at: "07:00", zone: "America/New_York")
    let team = stage.opens(
      "Crew",
      members: [
        Member(role: .parent, born: LocalDay(year: 1980, month: 1, day: 5)),
        Member(role: .coach, born: LocalDay(year: 1985, month: 6, day: 1)),
        Member(role: .athlete, born: LocalDay(year: 2006, month: 4, day: 2)),
        Member(role: .athlete, born: LocalDay(year: 2007, month: 8, day: 9)),
      ])
    let (coachSeat, lena, omar) = (MemberHandle(1), MemberHandle(2), MemberHandle(3))
    let office = stage.device("office", of: stage.account("Office"))
    let coach = stage.device("coach's tablet", of: stage.account("Coach Ruiz"))
    let phone = stage.device("Lena's phone", of: stage.account("Lena"))
    office.opens(team, as: MemberHandle(0))
    coach.opens(team, as: coachSeat)
    phone.opens(team, as: lena)
    office.does(
      "puts Lena on the coach's roster", in: team,
      .setRoster(of: coachSeat, athlete: lena, to: true))
    func assigns(_ title: String, to athlete: MemberHandle, on day: LocalDay) -> Entity? {
      let plan = SessionPlan(
        title: stage.text(title), time: SessionTime(day: day, minuteOfDay: 960, minutes: 60),
        character: SessionCharacter(.conditioning, .medium))
      let name = athlete == lena ? "Lena" : "Omar"
      return coach.does(
        "assigns \u{201C}\(title)\u{201D} to \(name), due \(day)", in: team,
        .assignWorkout(to: athlete, plan))?.fact.identity
    }
    func rate() -> String {
      coach.look(team) {
        let rate = $0.training.completionRate(coach: coachSeat, asOf: coach.today, $0.shared)
        return "\(rate.completed) of \(rate.due)"
      }
    }
    let today = coach.today
    let row = assigns("Row 5 km", to: lena, on: today)!
    let run = assigns("Run 8 km", to: lena, on: today.adding(days: 2))!
    #expect(assigns("Row 5 km", to: omar, on: today) == nil)
    coach.shows("the completion rate", rate(), "0 of 1")
    phone.shows(
      "due today",
      phone.look(team) { state in
        state.training.assignments(of: lena, dueOn: phone.today).map {
          stage.names.text(of: $0.title)
        }
        .joined(separator: ", ")
      }, "Row 5 km")
    stage.at("17:30")
    phone.does(
      "completes \u{201C}Row 5 km\u{201D}, effort 7, \u{201C}windy\u{201D}", in: team,
      .completeAssignment(
        row, of: lena, EffortReport(isDone: true, effort: 7, notes: stage.text("windy"))))
    coach.shows(
      "the report",
      coach.look(team) { state in
        let report = state.training.assignment(row)!.report
        return "done \(report.isDone), effort \(report.effort!), "
          + stage.names.text(of: report.notes)
      }, "done true, effort 7, windy")
    coach.shows("the completion rate", rate(), "1 of 1")
    stage.on(today.adding(days: 2), at: "07:00")
    coach.shows("the completion rate", rate(), "1 of 2")
    phone.goesOffline("on the river")
    stage.at("18:00")
    phone.does(
      "completes \u{201C}Run 8 km\u{201D}, effort 11", in: team,
      .completeAssignment(run, of: lena, EffortReport(isDone: true, effort: 11)))
    phone.does(
      "completes \u{201C}Run 8 km\u{201D}, effort 9", in: team,
      .completeAssignment(run, of: lena, EffortReport(isDone: true, effort: 9)))
    coach.shows("the completion rate", rate(), "1 of 2")
    stage.at("19:00")
    phone.comesOnline("ashore")
    coach.shows("the completion rate", rate(), "2 of 2")
    // The server checks the roster at commit, whatever the coach's tablet knew.
    coach.goesOffline("on the bus")
    stage.at("19:10")
    office.does(
      "takes Lena off the coach's roster", in: team,
      .setRoster(of: coachSeat, athlete: lena, to: false))
    _ = assigns("Swim", to: lena, on: coach.today)
    coach.shows("the completion rate", rate(), "2 of 3")
    stage.at("19:30")
    coach.comesOnline("at home")
    coach.shows("the completion rate", rate(), "2 of 2")
    try stage.ends("JRN-10")
  }
}

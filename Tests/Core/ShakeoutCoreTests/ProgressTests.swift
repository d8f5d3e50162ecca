import ShakeoutCore
import Testing

@Suite("Goals, trophies and timetables, as an app queries them")
struct ProgressTests {
  @Test("GOAL-3: a goal has texts and milestones that its child sees")
  func goal() throws {
    var family = try KitchenFamily()
    let max = family.max
    let today = family.ada.today
    let goal = try family.ada.perform(
      .createGoal(
        "Ten goals", for: max, .performance, reaching: 10, term: today...today.adding(days: 60)))
    try family.ada.perform(.write("In league games", as: .description, to: goal))
    try family.ada.perform(.setMilestone(0, of: goal, at: 3, "A start"))
    try family.ada.perform(.setMilestone(4, of: goal, at: 7, "Nearly"))
    try family.ada.perform(.setProgress(of: goal, to: 4))
    let words = family.ada.text(.description, of: goal)
    #expect(words == "In league games")
    let milestones = family.ada.milestones(of: goal).map { "\($0.title) \($0.isReached)" }
    #expect(milestones == ["A start true", "Nearly false"])
    for wrong in [-1, 8, .max] {
      #expect(throws: Refusal.valueNotPossible) {
        try family.ada.perform(.setMilestone(wrong, of: goal, at: 1, "x"))
      }
    }
    #expect(throws: Refusal.goalChoiceUnknown) {
      try family.ada.perform(.countAttendance(for: goal, asPercentage: true))
    }
  }

  @Test("REW-7: a trophy that the family defined is awarded and revoked")
  func trophy() throws {
    var family = try KitchenFamily()
    let max = family.max
    let trophy = try family.ada.perform(.makeTrophy("Best brother"))
    try family.ada.perform(.give(trophy, to: max))
    let given = family.ada.ownTrophies(of: max)
    #expect(given == ["Best brother"])
    try family.ada.perform(.give(trophy, to: max, false))
    let none = family.ada.ownTrophies(of: max)
    #expect(none == [])
  }

  @Test("ACA-2: a timetable lists its classes, and refuses impossible ones")
  func timetable() throws {
    var family = try KitchenFamily()
    let max = family.max
    let course = try family.ada.perform(.createCourse("Mathematics", for: max))
    // 2026-03-10 is a Tuesday.
    let today = family.ada.today
    try family.ada.perform(
      .setTimetable(0, of: course, on: [2, 4], hour: 8, minute: 15, at: "Room 12"))
    try family.ada.perform(.setTerm(of: course, to: today...today.adding(days: 8)))
    let classes = family.ada.courseClasses(
      of: max, from: today, through: today.adding(days: 30)
    ).map { "\($0.day) \($0.minuteOfDay) \($0.place)" }
    #expect(
      classes == [
        "2026-03-10 495 Room 12", "2026-03-12 495 Room 12", "2026-03-17 495 Room 12",
      ])
    for (row, days, hour) in [(4, [1], 8), (-1, [1], 8), (0, [], 8), (0, [8], 8), (0, [1], 24)] {
      #expect(throws: Refusal.timetableImpossible) {
        try family.ada.perform(.setTimetable(row, of: course, on: days, hour: hour))
      }
    }
    try family.ada.perform(.clearTimetable(0, of: course))
    let empty = family.ada.courseClasses(of: max, from: today, through: today.adding(days: 30))
    #expect(empty.isEmpty)
    let endless = family.ada.courseClasses(
      of: max, from: LocalDay(number: .min), through: LocalDay(number: .max))
    #expect(endless.isEmpty)
  }

  @Test("NOT-7: a report covers a week, and games have earlier reminders than practices")
  func report() throws {
    var family = try KitchenFamily()
    let (max, own, today) = (family.max, family.ada.person, family.ada.today)
    let habit = try family.ada.perform(.createHabit("Reading", for: max))
    try family.ada.perform(.mark(habit))
    let week = family.ada.report(of: max, from: today.adding(days: -6), through: today)
    #expect(week?.completions == 1)
    let endless = family.ada.report(
      of: max, from: LocalDay(number: .min), through: LocalDay(number: .max))
    #expect(endless == nil)
    try family.ada.perform(.remind(own, minutesBefore: [120], of: .game))
    #expect(throws: Refusal.notificationSettingUnknown) {
      try family.ada.perform(.remind(own, minutesBefore: [0], of: .game))
    }
  }
}

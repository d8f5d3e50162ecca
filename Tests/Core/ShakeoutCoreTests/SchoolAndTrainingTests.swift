import ShakeoutCore
import Testing

@Suite("School and training through the library")
struct SchoolAndTrainingTests {
  @Test("ACA-1: a course and its schoolwork are listed, counted, completed and archived")
  func school() throws {
    var family = try KitchenFamily()
    let today = family.ada.today
    let algebra = try family.ada.perform(.createCourse("Algebra", code: "M1", for: family.max))
    try family.ada.perform(.setInstructor(of: algebra, to: "Mrs Noether"))
    let essay = try family.ada.perform(
      .createSchoolwork("Essay", .assignment, due: today.adding(days: 3), for: family.max))
    let exam = try family.ada.perform(
      .createSchoolwork(
        "Test", .exam, in: algebra, due: today, minuteOfDay: 9 * 60, priority: .high,
        for: family.max))
    #expect(family.ada.courses(of: family.max).map(\.instructor) == ["Mrs Noether"])
    let shown = family.ada.schoolwork(of: family.max)
    #expect(shown.map(\.id) == [exam, essay] && shown.map(\.isOverdue) == [true, false])
    #expect(shown[0].course == algebra && shown[1].course == nil)
    try family.ada.perform(.setDue(of: exam, to: today.adding(days: 1)))
    try family.ada.perform(.setNotes(of: exam, to: "Pages 40 to 60"))
    try family.ada.perform(.finish(essay))
    let counts = family.ada.schoolworkCounts(of: family.max)
    #expect(counts == AcademicCounts(upcoming: 1, completed: 1, highPriority: 1))
    family.exchange()
    try family.ada.perform(.archive(algebra))
    #expect(family.ada.schoolwork(of: family.max).map(\.id) == [essay])
    try family.ada.perform(.delete(essay))
    try family.ada.perform(.delete(algebra))
    #expect(family.ada.schoolwork(of: family.max).isEmpty)
    #expect(throws: Refusal.dueOutOfRange) {
      try family.ada.perform(
        .createSchoolwork("Never", .quiz, due: LocalDay(number: .max), for: family.max))
    }
  }

  @Test("TRN-1: sessions are planned by hand and by template, moved, done and deleted")
  func sessions() throws {
    var family = try KitchenFamily()
    let today = family.ada.today
    let run = try family.ada.perform(
      .createSession(
        "Run", .conditioning, .low, for: family.max, on: today, minuteOfDay: 1_080, minutes: 45))
    try family.ada.perform(.finish(run, effort: 7, notes: "Windy"))
    let shown = family.ada.sessions(of: family.max, on: today)
    #expect(shown.map(\.id) == [run] && shown[0].effort == 7 && shown[0].notes == "Windy")
    try family.ada.perform(.move(run, to: today.adding(days: 1), minuteOfDay: 600, minutes: 30))
    #expect(family.ada.sessions(of: family.max, on: today).isEmpty)
    let lifting = try family.ada.perform(
      .createTemplate(
        "Lifting", .strength, for: family.max, on: WeekdaySet(rawValue: 127), from: today,
        minuteOfDay: 960,
        minutes: 60))
    let planned = family.ada.sessionsToGenerate(
      for: family.max, from: today, through: today.adding(days: 2))
    #expect(planned == (0...2).map { SessionID(lifting, on: today.adding(days: $0)) })
    try family.ada.performAll(planned.map { .generate($0) })
    try family.ada.perform(.delete(planned[0]))
    family.exchange()
    #expect(family.ada.sessions(of: family.max, on: today).isEmpty)
    #expect(family.ada.sessions(of: family.max, on: today.adding(days: 1)).map(\.title).count == 2)
    for (minute, minutes, effort) in [(-1, 30, 5), (600, 0, 5), (600, 30, 11), (.max, .min, 0)] {
      #expect(throws: Refusal.self) {
        try family.ada.perform(.move(run, to: today, minuteOfDay: minute, minutes: minutes))
        try family.ada.perform(.finish(run, effort: effort))
      }
    }
  }

  @Test("TRN-3: a workout is logged for the day on which it began, and removed")
  func workouts() throws {
    var family = try KitchenFamily()
    let today = family.ada.today
    // It is four in the afternoon, and the workout took seventeen hours.
    let hike = try family.ada.perform(
      .logWorkout(.walking, minutes: 17 * 60, kilocalories: 4_000, for: family.max))
    let shown = family.ada.workouts(of: family.max, on: today.adding(days: -1))
    #expect(shown.map(\.id) == [hike] && shown[0].end == family.ada.now)
    try family.ada.perform(.delete(hike))
    #expect(family.ada.workouts(of: family.max, on: today.adding(days: -1)).isEmpty)
    for minutes in [0, -5, .nan, .infinity, 1e30] as [Double] {
      #expect(throws: Refusal.self) {
        try family.ada.perform(
          .logWorkout(.running, minutes: minutes, kilocalories: 9, for: family.max))
      }
    }
    for end in [Int64.min, .max, 0, 1 << 50] {
      #expect(throws: Refusal.self) {
        try family.ada.perform(
          .logWorkout(
            .running, minutes: 9, kilocalories: 9, for: family.max,
            ending: Instant(milliseconds: end)))
      }
    }
  }

  @Test("TRN-2, FAM-10: only a coach assigns, and only to their own roster")
  func assigning() throws {
    var family = try KitchenFamily()
    let today = family.ada.today
    #expect(throws: Refusal.coachNeeded) {
      try family.ada.perform(
        .assignWorkout(
          "Hills", .conditioning, to: family.max, due: today, minuteOfDay: 900, minutes: 40))
    }
    #expect(family.ada.assignments(of: family.max, dueOn: today).isEmpty)
  }
}

import Chronology
import Testing

@testable import DomainCore

@Suite("A training session")
struct SessionTests {
  private let athlete = TestFamily.athlete

  private func add(
    _ family: TestFamily, _ day: Int, minute: UInt16 = 1_020, minutes: UInt16 = 60
  ) -> SessionKey {
    SessionKey(
      family.make(
        .createSession(for: athlete, TestFamily.plan(day, minute: minute, minutes: minutes)),
        by: athlete))
  }

  @Test("TRN-1: has a title, a time, a type, exercises and sets")
  func everything() {
    let family = TestFamily.withCoaches()
    let key = add(family, 3)
    for command in [
      Command.setSessionText(.title, of: key, owner: athlete, to: TextHandle(9)),
      .setSessionText(.focus, of: key, owner: athlete, to: TextHandle(10)),
      .setSessionText(.notes, of: key, owner: athlete, to: TextHandle(11)),
      .setSessionCharacter(key, of: athlete, to: SessionCharacter(.competition, .high)),
      .setExercise(2, of: key, owner: athlete, to: TestFamily.squats()),
      .setSet(
        1, ofExercise: 2, of: key, owner: athlete,
        to: SetResult(reps: 4, grams: 82_500, rpe: 9, isDone: true)),
    ] {
      #expect(family.submit(command, by: athlete) == .changed)
    }
    let session = family.state.training.session(key)!
    #expect(session.title == TextHandle(9) && session.focus == TextHandle(10))
    #expect(session.notes == TextHandle(11))
    #expect(session.character == SessionCharacter(.competition, .high))
    #expect(session.exerciseNumbers == [2])
    #expect(family.state.training.exercise(2, of: key) == TestFamily.squats())
    let sets = (0..<3).map { family.state.training.set($0, ofExercise: 2, of: key)! }
    #expect(sets[0] == SetResult(reps: 5, grams: 80_000, isDone: false))
    #expect(sets[1] == SetResult(reps: 4, grams: 82_500, rpe: 9, isDone: true))
    #expect(family.state.training.set(3, ofExercise: 2, of: key) == nil)
    family.submit(.setExercise(2, of: key, owner: athlete, to: .none), by: athlete)
    #expect(family.state.training.session(key)!.exerciseNumbers.isEmpty)
    #expect(family.state.training.exercise(2, of: key) == nil)
    #expect(family.state.training.set(1, ofExercise: 2, of: key) == nil)
  }

  @Test("TRN-1: a set that two devices tick is done, and the later result wins")
  func sets() {
    for order in [[0, 1], [1, 0]] {
      let family = TestFamily.withCoaches()
      let key = add(family, 0)
      family.submit(.setExercise(0, of: key, owner: athlete, to: TestFamily.squats()), by: athlete)
      let facts = [(UInt16(5), UInt32(2)), (6, 3)].map { reps, site in
        family.fact(
          .setSet(
            0, ofExercise: 0, of: key, owner: athlete, to: SetResult(reps: reps, grams: 80_000)),
          by: athlete, site: site)
      }
      for index in order { family.submit(facts[index]) }
      let set = family.state.training.set(0, ofExercise: 0, of: key)!
      #expect(set.isDone && set.reps == 6)
    }
  }

  @Test(
    "TRN-1: an RPE is from 1 to 10, and so is an effort", arguments: 0...12 as ClosedRange<UInt8>)
  func rpe(_ rpe: UInt8) {
    let family = TestFamily.withCoaches()
    let key = add(family, 0)
    let expected: Refusal? = (1...10).contains(rpe) ? nil : .effortOutOfRange
    let commands: [Command] = [
      .setSet(
        0, ofExercise: 0, of: key, owner: athlete, to: SetResult(reps: 1, grams: 1, rpe: rpe)),
      .completeSession(key, of: athlete, EffortReport(isDone: true, effort: rpe)),
    ]
    for command in commands {
      for place in [DecisionPlace.device, .server] {
        #expect(family.refusal(of: family.fact(command, by: athlete), at: place) == expected)
      }
    }
  }

  @Test("TRN-1: reps, weights, sets and exercises have bounds")
  func bounds() {
    let family = TestFamily.withCoaches()
    let key = add(family, 0)
    func respond(_ command: Command) -> Refusal? {
      family.refusal(of: family.fact(command, by: athlete))
    }
    func set(_ exercise: UInt8, _ set: UInt8, reps: UInt16 = 5, grams: UInt32 = 0) -> Command {
      .setSet(
        set, ofExercise: exercise, of: key, owner: athlete,
        to: SetResult(reps: reps, grams: grams))
    }
    #expect(respond(set(23, 19, reps: 1_000, grams: 1_000_000)) == nil)
    for command in [
      set(24, 0), set(0, 20), set(255, 0), set(0, 255), set(0, 0, reps: 1_001),
      set(0, 0, grams: 1_000_001),
      .setExercise(24, of: key, owner: athlete, to: TestFamily.squats()),
      .setExercise(0, of: key, owner: athlete, to: TestFamily.squats(21)),
      .setExercise(0, of: key, owner: athlete, to: TestFamily.squats(1, grams: 1_000_001)),
    ] {
      #expect(respond(command) == .setOutOfRange)
    }
    for (minute, minutes) in [(UInt16(1_440), UInt16(1)), (0, 0), (0, 1_441)] {
      let plan = TestFamily.plan(0, minute: minute, minutes: minutes)
      #expect(respond(.createSession(for: athlete, plan)) == .sessionOutOfRange)
      #expect(respond(.moveSession(key, of: athlete, to: plan.time)) == .sessionOutOfRange)
    }
    for day in [-1, 3_660] {
      #expect(respond(.createSession(for: athlete, TestFamily.plan(day))) == .dayOutOfRange)
      #expect(
        respond(.moveSession(key, of: athlete, to: TestFamily.plan(day).time)) == .dayOutOfRange)
    }
  }

  @Test("TRN-1: a session across midnight belongs to the day it starts on, and ends on the next")
  func midnight() {
    let family = TestFamily.withCoaches()
    let late = add(family, 4, minute: 1_410, minutes: 90)
    let session = family.state.training.session(late)!
    #expect(session.time.endDay == TestFamily.day(5) && session.time.endMinuteOfDay == 60)
    #expect(family.state.training.sessions(of: athlete, on: TestFamily.day(4)).map(\.key) == [late])
    #expect(family.state.training.sessions(of: athlete, on: TestFamily.day(5)).isEmpty)
    // A session that ends with the day does not reach into the next.
    let full = family.state.training.session(add(family, 6, minute: 1_380, minutes: 60))!
    #expect(full.time.endDay == TestFamily.day(6) && full.time.endMinuteOfDay == 1_440)
    let whole = family.state.training.session(add(family, 8, minute: 1_439, minutes: 1_440))!
    #expect(whole.time.endDay == TestFamily.day(9) && whole.time.endMinuteOfDay == 1_439)
  }

  @Test("TRN-1, HOME-1: the sessions of a day are in order of time, also after they were moved")
  func order() {
    let family = TestFamily.withCoaches()
    let a = add(family, 2, minute: 600)
    let b = add(family, 2, minute: 480)
    let c = add(family, 2, minute: 600)
    let d = add(family, 1, minute: 600)
    func list(_ day: Int) -> [SessionKey] {
      family.state.training.sessions(of: athlete, on: TestFamily.day(day)).map(\.key)
    }
    #expect(list(2) == [b, a, c])
    for (key, day) in [(c, 1), (a, 1), (b, 3), (d, 2), (c, 2)] {
      family.submit(.moveSession(key, of: athlete, to: TestFamily.plan(day).time), by: athlete)
    }
    #expect(list(1) == [a] && list(2) == [c, d] && list(3) == [b])
    family.submit(.deleteSession(c, of: athlete), by: athlete)
    #expect(list(2) == [d])
    #expect(family.state.training.sessions(of: TestFamily.child, on: TestFamily.day(2)).isEmpty)
  }

  @Test("TRN-1: completing is an explicit value; the later one wins")
  func completing() {
    let family = TestFamily.withCoaches()
    let key = add(family, 0)
    let report = EffortReport(isDone: true, effort: 7, notes: TextHandle(5))
    let done = family.fact(.completeSession(key, of: athlete, report), by: athlete, site: 2)
    let again = family.fact(.completeSession(key, of: athlete, report), by: athlete, site: 3)
    #expect(family.submit(again) == .changed && family.submit(done) == .superseded)
    #expect(family.state.training.session(key)!.report == report)
    family.submit(.completeSession(key, of: athlete, .none), by: athlete)
    #expect(!family.state.training.session(key)!.report.isDone)
  }

  @Test("TRN-1: a deleted session stays deleted; two deletes agree, and edits are refused")
  func deleting() {
    let family = TestFamily.withCoaches()
    let key = add(family, 0)
    let first = family.fact(.deleteSession(key, of: athlete), by: athlete, site: 2)
    let second = family.fact(.deleteSession(key, of: athlete), by: athlete, site: 3)
    #expect(family.submit(second) == .changed && family.submit(first) == .superseded)
    for command in [
      Command.moveSession(key, of: athlete, to: TestFamily.plan(1).time),
      .completeSession(key, of: athlete, EffortReport(isDone: true)),
      .setExercise(0, of: key, owner: athlete, to: TestFamily.squats()),
    ] {
      for place in [DecisionPlace.device, .server] {
        let fact = family.fact(command, by: athlete)
        #expect(family.refusal(of: fact, at: place) == .sessionDeleted)
      }
    }
    let stranger = SessionKey(Entity(site: 9, sequence: 9))
    #expect(
      family.submit(.deleteSession(stranger, of: athlete), by: athlete)
        == .refused(.sessionUnknown))
    let other = TestFamily.otherAthlete
    #expect(
      family.submit(.deleteSession(key, of: other), by: other) == .refused(.sessionUnknown))
  }

  @Test("TRN-3: a workout logged by hand counts for its own frozen local day")
  func workouts() {
    let family = TestFamily.withCoaches()
    family.today = 10
    // 23:30 to 00:30 UTC is, two hours further east, wholly on the next day.
    let start = TestFamily.noon(9) + 11 * Span.hour + 30 * Span.minute
    func log(_ day: Int, calories: UInt16 = 300) -> Command {
      .logWorkout(
        for: athlete,
        WorkoutLog(
          .running, start: start, duration: 3_600_000, calories: calories,
          day: TestFamily.day(day)))
    }
    let there = family.make(log(9), by: athlete)
    let east = family.make(log(10, calories: 200), by: athlete, site: 2)
    #expect(
      family.state.training.loggedWorkouts(of: athlete, on: TestFamily.day(9)).map(\.entity) == [
        there
      ])
    #expect(
      family.state.training.workoutTotals(of: athlete, on: TestFamily.day(10), family.state.shared)
        == WorkoutTotals(count: 1, calories: 200))
    #expect(family.state.training.workout(east)!.end == start + Span.hour)
    // No clock anywhere shows the 11th then, so a finished workout cannot be of that day.
    #expect(family.submit(log(11), by: athlete) == .refused(.amountOutOfRange))
    #expect(family.submit(log(10), by: athlete, on: 9) == .refused(.dayInFuture))
    #expect(family.submit(log(9, calories: 20_001), by: athlete) == .refused(.amountOutOfRange))
    for duration in [0, UInt32(Span.day) + 1] {
      let wrong = Command.logWorkout(
        for: athlete,
        WorkoutLog(
          .yoga, start: start, duration: duration, calories: 0, day: TestFamily.day(9)))
      #expect(family.submit(wrong, by: athlete) == .refused(.amountOutOfRange))
    }
    #expect(family.submit(.deleteTrainingLog(there, of: athlete), by: athlete) == .changed)
    #expect(family.submit(.deleteTrainingLog(there, of: athlete), by: athlete) == .superseded)
    #expect(
      family.state.training.workouts(of: athlete, on: TestFamily.day(9), family.state.shared)
        .isEmpty)
    #expect(
      family.submit(.deleteTrainingLog(east, of: TestFamily.otherAthlete))
        == .refused(.trainingLogUnknown))
  }

  @Test("TRN-5: mobility work has an exercise of the library, minutes and notes")
  func mobility() {
    let family = TestFamily.withCoaches()
    let notes = TextHandle(77)
    let log = family.make(
      .logMobility(for: athlete, exercise: 3, minutes: 12, notes: notes), by: athlete)
    let kept = family.state.training.mobilityLogs(of: athlete, on: TestFamily.day(0))
    #expect(kept.map(\.entity) == [log] && kept[0].exercise == 3)
    #expect(kept[0].minutes == 12 && kept[0].notes == notes)
    #expect(MobilityLibrary.exercises[3].group == .hips)
    #expect(MobilityLibrary.count == MobilityLibrary.exercises.count)
    #expect(Set(MobilityLibrary.exercises.map(\.group)).count == BodyGroup.allCases.count)
    for (exercise, minutes) in [(UInt16(16), UInt16(1)), (0, 0), (0, 481)] {
      let wrong = Command.logMobility(for: athlete, exercise: exercise, minutes: minutes)
      #expect(family.submit(wrong, by: athlete) == .refused(.amountOutOfRange))
    }
    #expect(family.submit(.deleteTrainingLog(log, of: athlete), by: athlete) == .changed)
    #expect(family.state.training.mobilityLogs(of: athlete, on: TestFamily.day(0)).isEmpty)
  }
}

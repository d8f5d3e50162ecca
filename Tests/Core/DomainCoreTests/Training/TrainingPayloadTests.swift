import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("Payloads of training and school")
struct TrainingPayloadTests {
  @Test(
    "TRN-1: plans, exercises, sets and reports decode as they were encoded", arguments: 0..<100)
  func sessions(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let time = SessionTime(
      day: LocalDay(number: dice.pick([-1, 0, 20_458, .max, .min])),
      minuteOfDay: dice.pick([0, 1_439, .max]), minutes: dice.pick([0, 1, 1_440, .max]))
    let text = TextHandle(dice.pick([0, 1, .max]))
    let character = SessionCharacter(
      dice.pick(SessionType.allCases), dice.pick(SessionIntensity.allCases))
    let plan = SessionPlan(title: text, time: time, character: character)
    #expect(SessionPlan(plan.payload) == plan)
    var recurrence = TemplateRecurrence(
      on: WeekdaySet(rawValue: UInt8(dice.roll(128))), from: time.day)
    recurrence.length = dice.pick([nil, 0, 9, .max - 1])
    #expect(TemplateRecurrence(packed: recurrence.packed) == recurrence)
    let blueprint = TemplateBlueprint(
      title: text, minuteOfDay: time.minuteOfDay, minutes: time.minutes, character: character,
      recurrence: recurrence)
    #expect(TemplateBlueprint(blueprint.payload) == blueprint)
    let exercise = ExercisePlan(
      name: text, sets: dice.pick([0, 20, .max]), reps: dice.pick([0, 1_000, 4_095]),
      grams: dice.pick([0, 1_000_000, 1_048_575]))
    #expect(ExercisePlan(packed: exercise.packed, sets: exercise.sets) == exercise)
    let set = SetResult(
      reps: dice.pick([0, .max]), grams: dice.pick([0, .max]), rpe: dice.pick([nil, 0, 10, 254]),
      isDone: dice.chance(1, in: 2))
    #expect(SetResult(packed: set.packed) == set)
    let report = EffortReport(
      isDone: dice.chance(1, in: 2), effort: dice.pick([nil, 0, 10, 254]), notes: text)
    #expect(EffortReport(packed: report.packed) == report)
    let change = TrainingChange(
      field: dice.pick([0, 9, .max]), exercise: dice.pick([0, .max]), set: dice.pick([0, .max]),
      sets: dice.pick([0, .max]), value: dice.pick([0, .max]), dayNumber: time.day.number)
    #expect(TrainingChange(change.payload, hasDay: true) == change)
  }

  @Test(
    "TRN-3, ACA-1: workouts, items and due times decode as they were encoded", arguments: 0..<100)
  func logs(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let day = LocalDay(number: dice.pick([0, 1, 20_458, 65_535]))
    let log = WorkoutLog(
      dice.pick(WorkoutKind.allCases),
      start: Instant(milliseconds: dice.pick([0, 1_767_000_000_123, 1 << 48 - 1])),
      duration: dice.pick([0, 1, .max]), calories: dice.pick([0, 300, .max]), day: day)
    #expect(WorkoutLog(log.payload) == log)
    let draft = AcademicItemDraft(
      dice.pick(AcademicItemKind.allCases), title: TextHandle(dice.pick([0, .max])),
      course: Entity(raw: dice.pick([0, .max])), priority: dice.pick(AcademicPriority.allCases),
      due: DueTime(day: day, minuteOfDay: dice.pick([0, 1_439, 4_095])))
    #expect(AcademicItemDraft(draft.payload) == draft)
    #expect(DueTime(packed: draft.due.packed) == draft.due)
  }

  /// Words as a hostile or newer client could send them.
  private static func word(_ dice: inout Dice) -> UInt64 {
    var word: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 8) {
      word |= UInt64(dice.pick([0, 0, 1, 2, 3, 5, 8, 24, 127, 128, 255])) << UInt64(shift)
    }
    let day = UInt64(UInt32(bitPattern: TestFamily.day(dice.roll(4)).number))
    if dice.chance(1, in: 2) { word = word & ~0xFFFF_FFFF | day }
    if dice.chance(1, in: 4) { word = word & 0xFFFF_FFFF | day << 32 }
    return word
  }

  @Test(
    "TRN-1, TRN-2, ACA-1: any payload is decided and folded without a crash",
    arguments: 0..<30)
  func fuzz(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let family = TestFamily.withCoaches()
    let kinds = FactKind.allCases.filter {
      (($0.area == .training && $0.rawValue < 60) || $0.area == .academics) && !$0.isOverlaid
    }
    var made = [Entity.none, Entity(raw: .max)]
    var accepted = 0
    for _ in 0..<600 {
      let kind = dice.pick(kinds)
      var payload = Payload(Self.word(&dice), Self.word(&dice))
      if !kind.createsEntity && dice.chance(2, in: 3) {
        // An existing field of an entity that may exist.
        let field = UInt64(dice.roll(10))
        payload.first =
          kind.area == .academics
          ? field : payload.first & ~0xFF_FFFF_FFFF | field << 32 | 0x8000_0000
      }
      let command = Command(
        kind, subject: TestFamily.athlete, entity: dice.pick(made), payload: payload)
      let author = kind == .workoutAssigned ? TestFamily.coach : TestFamily.parent
      let fact = family.fact(command, by: author)
      guard family.refusal(of: fact, at: dice.pick([.device, .server])) == nil else { continue }
      family.state.apply(fact)
      accepted += 1
      if kind.createsEntity { made.append(fact.identity) }
    }
    #expect(accepted > 30)
    for day in 0..<8 {
      let local = TestFamily.day(day)
      for session in family.state.training.sessions(of: TestFamily.athlete, on: local) {
        #expect(session.time.isWellFormed && session.time.day == local)
        #expect(EffortReport.isWellFormed(session.report.effort))
      }
      _ = family.state.training.trainingItems(
        of: TestFamily.athlete, from: local, through: local, family.state.shared)
      _ = family.state.training.recommendation(
        for: TestFamily.athlete, at: TestFamily.noon(day), today: local, family.state.shared)
    }
    _ = family.state.academics.academicCounts(
      of: TestFamily.athlete, at: TestFamily.noon(3), in: .utc)
    let copy = family.state.copy()
    let isSame = copy.isIdentical(to: family.state)
    #expect(isSame)
  }
}

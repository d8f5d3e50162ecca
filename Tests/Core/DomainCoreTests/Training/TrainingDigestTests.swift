import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("The digest of training and school")
struct TrainingDigestTests {
  private static let athlete = TestFamily.athlete

  /// Facts that create entities, and then facts about them that are accepted in any order.
  private static func facts(_ dice: inout Dice) -> (made: [Fact], changes: [Fact]) {
    let family = TestFamily.withCoaches()
    func by(_ author: MemberHandle, _ command: Command, site: UInt32 = 1) -> Fact {
      family.fact(command, by: author, site: site)
    }
    var made = [
      by(athlete, .createSession(for: athlete, TestFamily.plan(1))),
      by(athlete, .createTemplate(for: athlete, TestFamily.blueprint())),
      by(TestFamily.coach, .assignWorkout(to: athlete, TestFamily.plan(2))),
      by(athlete, .createCourse(for: athlete, name: TextHandle(1))),
      by(
        athlete,
        .createAcademicItem(
          for: athlete,
          AcademicItemDraft(.quiz, title: TextHandle(1), due: DueTime(day: TestFamily.day(3))))),
    ]
    let template = made[1].identity
    let key = SessionKey(template: template, on: TestFamily.day(3))
    made.append(
      by(athlete, .setTemplateExercise(0, of: template, owner: athlete, to: TestFamily.squats())))
    made.append(by(athlete, .generateSession(for: athlete, from: template, on: TestFamily.day(3))))
    var changes: [Fact] = []
    for _ in 0..<60 {
      let session = dice.chance(1, in: 2) ? key : SessionKey(made[0].identity)
      let command = command(dice.roll(11), session, made.map(\.identity), &dice)
      changes.append(by(athlete, command, site: UInt32(1 + dice.roll(3))))
    }
    return (made, changes)
  }

  private static func command(
    _ kind: Int, _ session: SessionKey, _ made: [Entity], _ dice: inout Dice
  ) -> Command {
    let text = TextHandle(UInt32(dice.roll(5)))
    let time = TestFamily.plan(dice.roll(5)).time
    let report = EffortReport(isDone: dice.chance(1, in: 2), effort: 5)
    switch kind {
    case 0: return .setSessionText(.notes, of: session, owner: athlete, to: text)
    case 1: return .moveSession(session, of: athlete, to: time)
    case 2:
      return .setExercise(
        UInt8(dice.roll(2)), of: session, owner: athlete,
        to: TestFamily.squats(UInt8(dice.roll(3))))
    case 3:
      return .setSet(
        UInt8(dice.roll(2)), ofExercise: 0, of: session, owner: athlete,
        to: SetResult(reps: UInt16(dice.roll(5)), grams: 9))
    case 4: return .completeSession(session, of: athlete, report)
    case 5: return .completeAssignment(made[2], of: athlete, report)
    case 6: return .moveAssignment(made[2], of: athlete, to: time)
    case 7: return .setDue(made[4], of: athlete, to: DueTime(day: time.day))
    case 8: return .setCourseText(.instructor, of: made[3], owner: athlete, to: text)
    case 9: return .logMobility(for: athlete, exercise: 1, minutes: UInt16(1 + dice.roll(9)))
    default:
      return .logWorkout(
        for: athlete,
        WorkoutLog(
          .yoga, start: TestFamily.noon(0), duration: 60_000, calories: UInt16(dice.roll(99)),
          day: TestFamily.day(0)))
    }
  }

  private static func fold(_ facts: [Fact]) -> TestFamily {
    let family = TestFamily.withCoaches()
    for fact in facts { family.state.apply(fact) }
    return family
  }

  @Test(
    "TRN-1, TRN-2, ACA-1: does not depend on the order of commuting facts", arguments: 0..<40)
  func order(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let facts = Self.facts(&dice)
    let family = Self.fold(facts.made + facts.changes)
    for _ in 0..<4 {
      let shuffled = Self.fold(facts.made + dice.shuffled(facts.changes))
      #expect(shuffled.state.digest == family.state.digest)
      #expect(shuffled.isIdentical(to: family))
    }
  }

  @Test("TRN-1, TRN-2, ACA-1: differs when an effective fact is missing or has another value")
  func missing() {
    var dice = Dice(seed: 3)
    let facts = Self.facts(&dice)
    let all = facts.made + facts.changes
    let family = Self.fold(all)
    var silent = 0
    for index in all.indices {
      let other = Self.fold(all.enumerated().filter { $0.offset != index }.map(\.element))
      let isSame = other.state.digest == family.state.digest
      #expect(other.isIdentical(to: family) == isSame)
      if isSame { silent += 1 }
    }
    // Only writes that a later one hides leave the digest unchanged.
    #expect(silent < all.count * 2 / 3)
    for change in facts.changes.suffix(1) {
      var other = change
      other.version.stamp += 1
      #expect(
        Self.fold(facts.made + facts.changes.dropLast() + [other]).state.digest
          != family.state.digest)
    }
  }

  @Test("TRN-1: differs if the template was different when it generated a session")
  func snapshot() {
    let family = TestFamily.withCoaches()
    let made = family.fact(
      .createTemplate(for: Self.athlete, TestFamily.blueprint()), by: Self.athlete)
    let template = made.identity
    let generated = family.fact(
      .generateSession(for: Self.athlete, from: template, on: TestFamily.day(3)),
      by: Self.athlete)
    for edit in [
      Command.renameTemplate(template, of: Self.athlete, to: TextHandle(99)),
      .setTemplateTime(template, of: Self.athlete, minuteOfDay: 1, minutes: 1),
      .setTemplateExercise(4, of: template, owner: Self.athlete, to: TestFamily.squats()),
    ] {
      let edited = family.fact(edit, by: Self.athlete)
      let before = Self.fold([made, edited, generated])
      let after = Self.fold([made, generated, edited])
      #expect(before.state.digest != after.state.digest && !before.isIdentical(to: after))
    }
  }
}

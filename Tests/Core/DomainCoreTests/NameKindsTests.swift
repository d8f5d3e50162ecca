import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("Every kind of name")
struct NameKindsTests {
  /// One way to give something a name, by whom, and why an empty one is refused.
  private struct Naming {
    let kind: String
    var author = TestFamily.parent
    var refusal: Refusal
    let command: (TextHandle) -> Command
  }

  private let family = TestFamily.withCoaches()
  private let parent = TestFamily.parent
  private let child = TestFamily.child
  private let athlete = TestFamily.athlete
  private let coach = TestFamily.coach
  private let name = TextHandle(9)

  @Test("FAM-16: is refused when it is empty, at its first and at every later setting")
  func empty() {
    let namings = people() + habitsAndSports() + goalsAndRewards() + school() + training()
    for naming in namings {
      let fact = { (name: TextHandle) in
        family.fact(naming.command(name), by: naming.author, site: 1)
      }
      for place in [DecisionPlace.device, .server] {
        let now = TestFamily.noon(0)
        #expect(
          decide(fact(.empty), at: place, now: now, on: family.state) == naming.refusal,
          "\(naming.kind), \(place)")
        #expect(
          decide(fact(TextHandle(77)), at: place, now: now, on: family.state) == nil,
          "\(naming.kind), \(place)")
      }
    }
  }

  private func people() -> [Naming] {
    [
      Naming(kind: "child", refusal: .profileIncomplete) {
        .addMember(
          MemberAddition(
            role: .child, born: LocalDay(year: 2014, month: 1, day: 1), name: $0, sex: .male,
            weightGrams: 30_000, heightMillimeters: 1_400), by: parent)
      },
      Naming(kind: "person", refusal: .profileIncomplete) {
        .setProfile(.name, of: child, to: $0)
      },
    ]
  }

  private func habitsAndSports() -> [Naming] {
    func creation(_ name: TextHandle) -> Command {
      .createHabit(
        for: child, name: HabitName(text: name, folded: name), category: .empty, icon: 0, rank: 0)
    }
    let habit = family.make(creation(name))
    func sport(_ name: TextHandle) -> Command {
      .createSport(
        for: child,
        SportCreation(
          name: name, season: Season(first: TestFamily.day(0), last: TestFamily.day(9))))
    }
    let judo = family.make(sport(name))
    return [
      Naming(kind: "habit", refusal: .nameEmpty) { creation($0) },
      Naming(kind: "habit again", refusal: .nameEmpty) {
        .renameHabit(habit, of: child, to: HabitName(text: $0, folded: $0))
      },
      Naming(kind: "sport", refusal: .sportNameEmpty) { sport($0) },
      Naming(kind: "sport again", refusal: .sportNameEmpty) {
        .setSportField(.name, of: judo, to: UInt64($0.raw))
      },
    ]
  }

  private func goalsAndRewards() -> [Naming] {
    func creation(_ title: TextHandle) -> Command {
      .createGoal(
        for: child,
        GoalCreation(
          .skill, title: title, target: 5, unit: .empty, from: TestFamily.day(0),
          through: TestFamily.day(9), priority: .medium))
    }
    let goal = family.make(creation(name))
    let cinema = family.make(.offerReward(name, price: 10, by: parent))
    let summer = family.make(.createNutritionTemplate(by: parent, name: name))
    return [
      Naming(kind: "goal", refusal: .goalTitleEmpty) { creation($0) },
      Naming(kind: "goal again", refusal: .goalTitleEmpty) {
        .retitleGoal(goal, of: child, to: $0)
      },
      Naming(kind: "milestone", refusal: .goalTitleEmpty) {
        .setGoalMilestone(GoalMilestone(3, at: 2, title: $0), of: goal, of: child)
      },
      Naming(kind: "reward", refusal: .rewardTitleEmpty) {
        .offerReward($0, price: 10, by: parent)
      },
      Naming(kind: "reward again", refusal: .rewardTitleEmpty) {
        .retitleReward(cinema, to: $0, by: parent)
      },
      Naming(kind: "trophy", refusal: .rewardTitleEmpty) { .makeTrophy($0, by: parent) },
      Naming(kind: "targets", refusal: .templateNameEmpty) {
        .createNutritionTemplate(by: parent, name: $0)
      },
      Naming(kind: "targets again", refusal: .templateNameEmpty) {
        .renameNutritionTemplate(summer, by: parent, to: $0)
      },
    ]
  }

  private func school() -> [Naming] {
    func essay(_ title: TextHandle) -> Command {
      .createAcademicItem(
        for: child,
        AcademicItemDraft(.assignment, title: title, due: DueTime(day: TestFamily.day(3))))
    }
    let algebra = family.make(.createCourse(for: child, name: name))
    let item = family.make(essay(name))
    return [
      Naming(kind: "course", refusal: .titleMissing) { .createCourse(for: child, name: $0) },
      Naming(kind: "course again", refusal: .titleMissing) {
        .setCourseText(.name, of: algebra, owner: child, to: $0)
      },
      Naming(kind: "schoolwork", refusal: .titleMissing) { essay($0) },
      Naming(kind: "schoolwork again", refusal: .titleMissing) {
        .setAcademicItemText(.title, of: item, owner: child, to: $0)
      },
    ]
  }

  private func training() -> [Naming] {
    let session = SessionKey(family.make(.createSession(for: athlete, TestFamily.plan(0))))
    let template = family.make(.createTemplate(for: athlete, TestFamily.blueprint()))
    let assignment = family.make(
      .assignWorkout(to: athlete, TestFamily.plan(1)), by: coach, site: 4)
    func squats(_ name: TextHandle) -> ExercisePlan {
      ExercisePlan(name: name, sets: 3, reps: 5, grams: 80_000)
    }
    return [
      Naming(kind: "session", refusal: .titleMissing) {
        .createSession(for: athlete, TestFamily.plan(0, title: $0.raw))
      },
      Naming(kind: "session again", refusal: .titleMissing) {
        .setSessionText(.title, of: session, owner: athlete, to: $0)
      },
      Naming(kind: "template", refusal: .titleMissing) {
        .createTemplate(for: athlete, TestFamily.blueprint(title: $0.raw))
      },
      Naming(kind: "template again", refusal: .titleMissing) {
        .renameTemplate(template, of: athlete, to: $0)
      },
      Naming(kind: "assigned workout", author: coach, refusal: .titleMissing) {
        .assignWorkout(to: athlete, TestFamily.plan(1, title: $0.raw))
      },
      Naming(kind: "assigned workout again", author: coach, refusal: .titleMissing) {
        .setAssignmentText(.title, of: assignment, athlete: athlete, to: $0)
      },
      Naming(kind: "exercise", refusal: .titleMissing) {
        .setExercise(0, of: session, owner: athlete, to: squats($0))
      },
      Naming(kind: "exercise of a template", refusal: .titleMissing) {
        .setTemplateExercise(0, of: template, owner: athlete, to: squats($0))
      },
    ]
  }

  @Test("FAM-16: an exercise without sets was removed, and needs none")
  func removedExercise() {
    let session = SessionKey(family.make(.createSession(for: athlete, TestFamily.plan(0))))
    let removal = Command.setExercise(0, of: session, owner: athlete, to: .none)
    #expect(family.submit(removal) == .changed)
  }
}

import Chronology
import Testing

@testable import DomainCore

/// Who acts on whom, with the answer for each kind of fact written out.
struct PermissionRow: Sendable, CustomTestStringConvertible {
  /// Columns of `PermissionTests.relations`.
  var kind: FactKind
  var answers: [Refusal?]

  var testDescription: String { "\(kind)" }
}

@Suite("Permissions")
struct PermissionTests {
  /// The columns of the table: author, whether a parent has allowed it to log, subject.
  static let relations: [(author: MemberHandle, mayLog: Bool, subject: MemberHandle)] = [
    (TestFamily.parent, false, TestFamily.parent),
    (TestFamily.parent, false, TestFamily.child),
    (TestFamily.child, false, TestFamily.child),
    (TestFamily.child, false, TestFamily.sibling),
    (TestFamily.child, true, TestFamily.child),
    (TestFamily.child, true, TestFamily.sibling),
    (TestFamily.child, true, TestFamily.parent),
    (TestFamily.observer, false, TestFamily.observer),
    (TestFamily.observer, false, TestFamily.child),
  ]

  static let table: [PermissionRow] = {
    let yes: Refusal? = nil
    let log: Refusal? = .loggingNotAllowed
    let parent: Refusal? = .parentNeeded
    let child: Refusal? = .subjectNotChild
    // parent → self, → child; child → self, → sibling; child that may log → self, → sibling,
    // → parent; observer → self, → child.
    return [
      PermissionRow(
        kind: .childMayLogSet,
        answers: [child, yes, parent, parent, parent, parent, parent, parent, parent]),
      PermissionRow(
        kind: .habitCreated,
        answers: [yes, yes, parent, parent, parent, parent, parent, parent, parent]),
      PermissionRow(
        kind: .habitNameSet,
        answers: [yes, yes, parent, parent, parent, parent, parent, parent, parent]),
      PermissionRow(
        kind: .habitDescriptionSet,
        answers: [yes, yes, parent, parent, parent, parent, parent, parent, parent]),
      PermissionRow(
        kind: .habitCategorySet,
        answers: [yes, yes, parent, parent, parent, parent, parent, parent, parent]),
      PermissionRow(
        kind: .habitIconSet,
        answers: [yes, yes, parent, parent, parent, parent, parent, parent, parent]),
      PermissionRow(
        kind: .habitRankSet,
        answers: [yes, yes, parent, parent, parent, parent, parent, parent, parent]),
      PermissionRow(
        kind: .habitArchivedSet,
        answers: [yes, yes, parent, parent, parent, parent, parent, parent, parent]),
      PermissionRow(
        kind: .habitStartSet,
        answers: [yes, yes, parent, parent, parent, parent, parent, parent, parent]),
      PermissionRow(
        kind: .habitDeleted,
        answers: [yes, yes, parent, parent, parent, parent, parent, parent, parent]),
      PermissionRow(
        kind: .habitRestored,
        answers: [yes, yes, parent, parent, parent, parent, parent, parent, parent]),
      PermissionRow(
        kind: .completionSet, answers: [yes, yes, log, log, yes, log, log, log, log]),
      PermissionRow(
        kind: .mealLogged, answers: [yes, yes, log, log, yes, log, log, log, log]),
      PermissionRow(
        kind: .favouriteMealSet, answers: [yes, yes, log, log, yes, log, log, log, log]),
      PermissionRow(
        kind: .waterLogged, answers: [yes, yes, log, log, yes, log, log, log, log]),
      PermissionRow(
        kind: .wellnessSet, answers: [yes, yes, log, log, yes, log, log, log, log]),
    ]
  }()

  @Test("FAM-2, FAM-3: the table of permissions has a row for every kind that is overlaid")
  func tableIsComplete() {
    #expect(
      Self.table.map(\.kind.rawValue).sorted()
        == FactKind.allCases.filter(\.isOverlaid).map(\.rawValue).sorted())
    for row in Self.table { #expect(row.answers.count == Self.relations.count) }
  }

  @Test(
    "FAM-2, FAM-3: parents manage and log, children log for themselves if allowed, observers read",
    arguments: table, [DecisionPlace.device, .server])
  func permission(row: PermissionRow, place: DecisionPlace) {
    for (relation, expected) in zip(Self.relations, row.answers) {
      let family = TestFamily()
      if relation.mayLog { family.submit(.setChildMayLog(relation.author, to: true)) }
      let command = Self.command(row.kind, about: relation.subject, in: family)
      let answer = family.refusal(of: family.fact(command, by: relation.author), at: place)
      #expect(
        answer == expected,
        "\(row.kind) by member \(relation.author.index) about member \(relation.subject.index)")
    }
  }

  /// A command of that kind that nothing but permission could refuse.
  static func command(
    _ kind: FactKind, about subject: MemberHandle, in family: TestFamily
  ) -> Command {
    let meal = MealPortion(.lunch, MealItem(food: 1, quarters: 4))
    let habit = family.addHabit("Read", owner: subject)
    switch kind {
    case .childMayLogSet: return .setChildMayLog(subject, to: true)
    case .habitCreated: return family.creation("Write", owner: subject)
    case .habitNameSet:
      return .renameHabit(habit, of: subject, to: family.names.habitName("Study"))
    case .habitStartSet: return .startHabit(habit, of: subject, on: TestFamily.day(0))
    case .habitDeleted: return .deleteHabit(habit, of: subject)
    case .habitRestored:
      family.submit(.deleteHabit(habit, of: subject))
      return .restoreHabit(habit, of: subject)
    case .completionSet:
      return .setCompletion(of: habit, owner: subject, on: TestFamily.day(0), done: true)
    case .mealLogged: return .logMeal(for: subject, meal)
    case .favouriteMealSet: return .setFavouriteMeal(for: subject, slot: 1, meal)
    case .waterLogged:
      return .logWater(
        for: subject, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600))
    case .wellnessSet: return .checkIn(for: subject, WellnessScore(mental: 6, physical: 7))
    case .habitDescriptionSet, .habitCategorySet, .habitIconSet, .habitRankSet, .habitArchivedSet:
      return .setHabitField(kind, of: habit, owner: subject, to: 1)
    default: preconditionFailure("the kind's area has a table of its own")
    }
  }

  @Test("FAM-3: a permission that is taken back no longer holds")
  func permissionTakenBack() {
    let family = TestFamily()
    let water = Command.logWater(
      for: TestFamily.child, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600))
    #expect(family.submit(.setChildMayLog(TestFamily.child, to: true)) == .changed)
    #expect(family.submit(water, by: TestFamily.child, site: 2) == .changed)
    #expect(family.submit(.setChildMayLog(TestFamily.child, to: false)) == .changed)
    #expect(
      family.submit(water, by: TestFamily.child, site: 2) == .refused(.loggingNotAllowed))
  }

  @Test("FAM-3: of two parents' answers the later one holds, whichever arrives last")
  func laterAnswerHolds() {
    let family = TestFamily()
    let allow = family.fact(.setChildMayLog(TestFamily.child, to: true), site: 1)
    let forbid = family.fact(.setChildMayLog(TestFamily.child, to: false), site: 2)
    #expect(family.submit(forbid) == .changed)
    #expect(family.submit(allow) == .superseded)
    #expect(!family.state.member(TestFamily.child).mayLog.value)
  }
}

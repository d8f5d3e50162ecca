import Chronology
import Testing

@testable import DomainCore

/// Author and subject, with the expected result for each group of kinds.
struct PermissionRow: Sendable, CustomTestStringConvertible {
  var name: String
  var author: MemberHandle
  var subject: MemberHandle
  /// Whether a parent has just allowed the author to log; only a child needs it.
  var mayLog = false
  /// The server's decision on allowing a child to log.
  var allow: Refusal?
  /// The decision on making, changing and deleting habits.
  var manage: Refusal?
  /// The decision on completions, meals, favorite meals, water and check-ins.
  var log: Refusal?
  /// Whether a device that knows of the removal refuses for it.
  var isSubjectRemoved = false

  init(
    _ name: String, _ author: MemberHandle, _ subject: MemberHandle, allow: Refusal?,
    manage: Refusal?, log: Refusal?
  ) {
    self.name = name
    self.author = author
    self.subject = subject
    self.allow = allow
    self.manage = manage
    self.log = log
  }

  var allowed: PermissionRow {
    var row = self
    row.mayLog = true
    return row
  }

  var aboutRemoved: PermissionRow {
    var row = self
    row.isSubjectRemoved = true
    return row
  }

  var testDescription: String { name }
}

@Suite("Permissions")
struct PermissionTests {
  private typealias Row = PermissionRow
  private typealias Home = Household

  /// Every role, active, removed, with and without consent, on itself and on others.
  static let table: [PermissionRow] = {
    let (parent, child) = (TestFamily.parent, TestFamily.child)
    let (observer, sibling) = (TestFamily.observer, TestFamily.sibling)
    let yes: Refusal? = nil
    let log: Refusal? = .loggingNotAllowed
    let needs: Refusal? = .parentNeeded
    let noChild: Refusal? = .subjectNotChild
    let gone: Refusal? = .memberRemoved
    let missing: Refusal? = .consentMissing
    let closed: Refusal? = .accountClosed
    return [
      Row("parent on itself", parent, parent, allow: noChild, manage: yes, log: yes),
      Row("parent on a child", parent, child, allow: yes, manage: yes, log: yes),
      Row("parent on an observer", parent, observer, allow: noChild, manage: yes, log: yes),
      Row("parent on a coach", parent, Home.coach, allow: noChild, manage: yes, log: yes),
      Row("parent on an athlete", parent, Home.athlete, allow: noChild, manage: yes, log: yes),
      Row("parent on a parent", parent, Home.secondParent, allow: noChild, manage: yes, log: yes),
      Row(
        "parent on a child without consent", parent, Home.newChild, allow: yes, manage: yes,
        log: yes),
      Row(
        "parent on a child whose account is closed", parent, Home.closedChild, allow: yes,
        manage: yes, log: yes),
      Row("parent on a removed child", parent, Home.removedChild, allow: yes, manage: yes, log: yes)
        .aboutRemoved,
      Row("child on itself", child, child, allow: needs, manage: needs, log: log),
      Row("child on a sibling", child, sibling, allow: needs, manage: needs, log: log),
      Row("child on a parent", child, parent, allow: needs, manage: needs, log: log),
      Row("allowed child on itself", child, child, allow: needs, manage: needs, log: yes).allowed,
      Row("allowed child on a sibling", child, sibling, allow: needs, manage: needs, log: log)
        .allowed,
      Row("allowed child on a parent", child, parent, allow: needs, manage: needs, log: log)
        .allowed,
      Row("allowed child on an athlete", child, Home.athlete, allow: needs, manage: needs, log: log)
        .allowed,
      Row(
        "allowed child without consent on itself", Home.newChild, Home.newChild, allow: missing,
        manage: missing, log: missing),
      Row(
        "allowed child with consent on itself", Home.consentedChild, Home.consentedChild,
        allow: needs, manage: needs, log: yes),
      Row(
        "allowed child whose account is closed on itself", Home.closedChild, Home.closedChild,
        allow: closed, manage: closed, log: closed),
      Row(
        "allowed child of thirteen on itself", Home.teenager, Home.teenager, allow: needs,
        manage: needs, log: yes),
      Row("observer on itself", observer, observer, allow: needs, manage: needs, log: log),
      Row("observer on a child", observer, child, allow: needs, manage: needs, log: log),
      Row("observer on an athlete", observer, Home.athlete, allow: needs, manage: needs, log: log),
      Row("coach on itself", Home.coach, Home.coach, allow: needs, manage: needs, log: log),
      Row("coach on its athlete", Home.coach, Home.athlete, allow: needs, manage: needs, log: log),
      Row("coach on a child", Home.coach, child, allow: needs, manage: needs, log: log),
      Row("athlete on itself", Home.athlete, Home.athlete, allow: needs, manage: yes, log: yes),
      Row("athlete on another", Home.athlete, Home.rival, allow: needs, manage: needs, log: log),
      Row("athlete on a child", Home.athlete, child, allow: needs, manage: needs, log: log),
      Row("athlete on a parent", Home.athlete, parent, allow: needs, manage: needs, log: log),
      Row("athlete on its coach", Home.athlete, Home.coach, allow: needs, manage: needs, log: log),
      Row(
        "athlete of nine without consent on itself", Home.youngAthlete, Home.youngAthlete,
        allow: missing, manage: missing, log: missing),
      Row(
        "member of a group on itself", Home.groupMember, Home.groupMember, allow: needs,
        manage: needs, log: log),
      Row(
        "member of a group on a child", Home.groupMember, child, allow: needs, manage: needs,
        log: log),
      Row(
        "removed parent on itself", Home.removedParent, Home.removedParent, allow: gone,
        manage: gone, log: gone),
      Row(
        "removed parent on a child", Home.removedParent, child, allow: gone, manage: gone, log: gone
      ),
      Row(
        "removed child on itself", Home.removedChild, Home.removedChild, allow: gone,
        manage: gone, log: gone),
    ]
  }()

  private static let managing: [FactKind] = [
    .habitCreated, .habitNameSet, .habitDescriptionSet, .habitCategorySet, .habitIconSet,
    .habitRankSet, .habitArchivedSet, .habitStartSet, .habitDeleted, .habitRestored,
  ]
  private static let logging: [FactKind] = [
    .completionSet, .mealLogged, .favoriteMealSet, .waterLogged, .wellnessSet,
  ]

  @Test("FAM-2, FAM-3: the table of permissions covers every kind that is overlaid")
  func tableIsComplete() {
    #expect(
      ([.childMayLogSet] + Self.managing + Self.logging).map(\.rawValue).sorted()
        == FactKind.allCases.filter(\.isOverlaid).map(\.rawValue).sorted())
    let family = Household.family()
    #expect(
      Set(Self.table.map { family.member($0.author).role.rawValue }).count == Role.allCases.count)
  }

  @Test(
    "FAM-2, FAM-3, FAM-5, FAM-6: who may allow, manage and log, about whom",
    arguments: table, [DecisionPlace.device, .server])
  func permission(row: PermissionRow, place: DecisionPlace) {
    func check(_ kind: FactKind, _ expected: Refusal?) {
      let family = Household.family()
      if row.mayLog { family.submit(.setChildMayLog(row.author, to: true)) }
      let command = Self.command(kind, about: row.subject, in: family)
      let response = family.refusal(of: family.fact(command, by: row.author), at: place)
      // Only a device that shows the removal refuses for it: an author may not have known of it.
      let knows = row.isSubjectRemoved && place == .device && kind != .childMayLogSet
      #expect(response == (knows ? .subjectRemoved : expected), "\(kind)")
    }
    check(.childMayLogSet, row.allow)
    for kind in Self.managing { check(kind, row.manage) }
    for kind in Self.logging { check(kind, row.log) }
  }

  /// A command of that kind that only permission could refuse.
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
    case .favoriteMealSet: return .setFavoriteMeal(for: subject, slot: 1, meal)
    case .waterLogged:
      return .logWater(
        for: subject, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600))
    case .wellnessSet: return .checkIn(for: subject, WellnessScore(mental: 6, physical: 7))
    case .habitDescriptionSet, .habitCategorySet, .habitIconSet, .habitRankSet, .habitArchivedSet:
      return .setHabitField(kind, of: habit, owner: subject, to: 1)
    default: preconditionFailure("the kind's area has a table of its own")
    }
  }

  @Test("FAM-3: a revoked permission no longer applies")
  func permissionRevoked() {
    let family = TestFamily()
    let water = Command.logWater(
      for: TestFamily.child, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600))
    #expect(family.submit(.setChildMayLog(TestFamily.child, to: true)) == .changed)
    #expect(family.submit(water, by: TestFamily.child, site: 2) == .changed)
    #expect(family.submit(.setChildMayLog(TestFamily.child, to: false)) == .changed)
    #expect(
      family.submit(water, by: TestFamily.child, site: 2) == .refused(.loggingNotAllowed))
  }

  @Test("FAM-3: the later of two parents' decisions wins, whichever arrives last")
  func laterAnswerHolds() {
    let family = TestFamily()
    let allow = family.fact(.setChildMayLog(TestFamily.child, to: true), site: 1)
    let forbid = family.fact(.setChildMayLog(TestFamily.child, to: false), site: 2)
    #expect(family.submit(forbid) == .changed)
    #expect(family.submit(allow) == .superseded)
    #expect(!family.state.member(TestFamily.child).mayLog.value)
  }
}

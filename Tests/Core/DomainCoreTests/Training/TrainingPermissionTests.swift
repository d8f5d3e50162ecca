import Base
import Chronology
import Testing

@testable import DomainCore

/// One kind of fact, with the expected result for each relation.
struct TrainingPermissionRow: Sendable, CustomTestStringConvertible {
  var kind: FactKind
  /// Tells the commands apart where one kind has several.
  var what = ""
  /// Columns of `TrainingPermissionTests.relations`.
  var responses: [Refusal?]

  var testDescription: String { "\(kind) \(what)" }
}

@Suite("Permissions of training and school")
struct TrainingPermissionTests {
  /// Author and subject, and a parent's changes before; the child with index 1 may log, its sibling
  /// may not. The coach has the athlete on the roster.
  static let relations: [(author: MemberHandle, subject: MemberHandle, after: [Command])] = [
    (TestFamily.parent, TestFamily.child, []),
    (TestFamily.parent, TestFamily.athlete, []),
    (TestFamily.child, TestFamily.child, []),
    (TestFamily.child, TestFamily.sibling, []),
    (TestFamily.sibling, TestFamily.sibling, []),
    (TestFamily.athlete, TestFamily.athlete, []),
    (TestFamily.athlete, TestFamily.otherAthlete, []),
    (TestFamily.observer, TestFamily.child, []),
    (TestFamily.coach, TestFamily.athlete, []),
    (TestFamily.coach, TestFamily.otherAthlete, []),
    (TestFamily.otherCoach, TestFamily.athlete, []),
    (MemberHandle(8), MemberHandle(8), []),
    (TestFamily.athlete, TestFamily.athlete, [athleteObserves]),
    (TestFamily.coach, TestFamily.athlete, [athleteObserves]),
    (
      TestFamily.coach, TestFamily.athlete,
      [athleteObserves, .setRole(of: TestFamily.athlete, to: .athlete)]
    ),
    (TestFamily.coach, TestFamily.athlete, [coachObserves]),
    (
      TestFamily.coach, TestFamily.athlete,
      [coachObserves, .setRole(of: TestFamily.coach, to: .coach)]
    ),
    (TestFamily.coach, TestFamily.athlete, [.deactivateMember(TestFamily.coach)]),
    (
      TestFamily.coach, TestFamily.athlete,
      [.deactivateMember(TestFamily.coach), .activateMember(TestFamily.coach)]
    ),
    (TestFamily.parent, TestFamily.athlete, [coachObserves]),
  ]

  private static let athleteObserves = Command.setRole(of: TestFamily.athlete, to: .observer)
  private static let coachObserves = Command.setRole(of: TestFamily.coach, to: .observer)

  static let table: [TrainingPermissionRow] = {
    let yes: Refusal? = nil
    let log: Refusal? = .loggingNotAllowed
    let coach: Refusal? = .coachNeeded
    let roster: Refusal? = .notOnRoster
    let own: Refusal? = .assignmentUnknown
    let gone: Refusal? = .memberRemoved
    let logged = [
      yes, yes, yes, log, log, yes, log, log, log, log, log, log,
      log, log, log, log, log, gone, log, yes,
    ]
    let assigns = [
      coach, coach, coach, coach, coach, coach, coach, coach, yes, roster, roster, coach,
      coach, roster, yes, coach, yes, gone, yes, coach,
    ]
    let manages = [
      yes, yes, coach, coach, coach, coach, coach, coach, yes, roster, own, coach,
      coach, roster, yes, coach, yes, gone, yes, yes,
    ]
    let kinds: [FactKind] = [
      .sessionCreated, .sessionGenerated, .sessionChanged, .templateCreated, .templateChanged,
      .workoutLogged, .mobilityLogged, .trainingLogDeleted, .courseCreated, .courseChanged,
      .academicItemCreated, .academicItemChanged,
    ]
    return kinds.map { TrainingPermissionRow(kind: $0, responses: logged) } + [
      TrainingPermissionRow(kind: .workoutAssigned, responses: assigns),
      TrainingPermissionRow(kind: .assignmentChanged, what: "completes", responses: logged),
      TrainingPermissionRow(kind: .assignmentChanged, what: "withdraws", responses: manages),
      TrainingPermissionRow(kind: .assignmentChanged, what: "moves", responses: manages),
    ]
  }()

  @Test("FAM-2: the table has a row for every kind of training and school")
  func tableIsComplete() {
    let kinds = FactKind.allCases.filter {
      ($0.area == .training && $0 != .wellnessSet && $0.rawValue < 60) || $0.area == .academics
    }
    #expect(Set(Self.table.map(\.kind)) == Set(kinds))
    for row in Self.table { #expect(row.responses.count == Self.relations.count) }
  }

  @Test(
    "FAM-2, FAM-3, FAM-10, TRN-1, TRN-2, ACA-1: who may do what to whom", arguments: table,
    [DecisionPlace.device, .server])
  func permission(row: TrainingPermissionRow, place: DecisionPlace) {
    for (relation, expected) in zip(Self.relations, row.responses) {
      let family = TestFamily.withCoaches()
      family.submit(.setChildMayLog(TestFamily.child, to: true))
      let command = Self.command(row, about: relation.subject, in: family)
      for change in relation.after { #expect(family.submit(change, site: 900) == .changed) }
      let response = family.refusal(of: family.fact(command, by: relation.author), at: place)
      #expect(
        response == expected,
        """
        \(row) by member \(relation.author.index) about member \(relation.subject.index) after \
        \(relation.after.map(\.kind))
        """)
    }
  }

  /// A command of that kind that only permission could refuse.
  private static func command(
    _ row: TrainingPermissionRow, about subject: MemberHandle, in family: TestFamily
  ) -> Command {
    let plan = TestFamily.plan(0)
    switch row.kind {
    case .sessionCreated: return .createSession(for: subject, plan)
    case .sessionChanged:
      let made = family.make(.createSession(for: subject, plan))
      return .completeSession(SessionKey(made), of: subject, EffortReport(isDone: true))
    case .templateCreated: return .createTemplate(for: subject, TestFamily.blueprint())
    case .templateChanged, .sessionGenerated:
      let made = family.make(.createTemplate(for: subject, TestFamily.blueprint()))
      return row.kind == .sessionGenerated
        ? .generateSession(for: subject, from: made, on: TestFamily.day(0))
        : .deleteTemplate(made, of: subject)
    case .workoutAssigned: return .assignWorkout(to: subject, plan)
    case .assignmentChanged:
      // The coach assigned it when every subject was an athlete on the roster.
      let role = family.state.member(subject).role
      family.state.shared.members[Int(subject.index)].role = .athlete
      family.roster(TestFamily.coach, subject)
      let made = family.make(.assignWorkout(to: subject, plan), by: TestFamily.coach)
      family.roster(TestFamily.coach, subject, subject != TestFamily.otherAthlete)
      family.state.shared.members[Int(subject.index)].role = role
      switch row.what {
      case "withdraws": return .withdrawAssignment(made, of: subject)
      case "moves": return .moveAssignment(made, of: subject, to: plan.time)
      default:
        return .completeAssignment(made, of: subject, EffortReport(isDone: true, effort: 5))
      }
    case .workoutLogged: return .logWorkout(for: subject, workout)
    case .trainingLogDeleted:
      return .deleteTrainingLog(family.make(.logWorkout(for: subject, workout)), of: subject)
    case .mobilityLogged: return .logMobility(for: subject, exercise: 1, minutes: 5)
    default: return school(row, about: subject, in: family)
    }
  }

  private static let workout = WorkoutLog(
    .running, start: TestFamily.noon(0), duration: 60_000, calories: 9, day: TestFamily.day(0))

  private static func school(
    _ row: TrainingPermissionRow, about subject: MemberHandle, in family: TestFamily
  ) -> Command {
    let course = Command.createCourse(for: subject, name: TextHandle(1))
    let item = Command.createAcademicItem(
      for: subject,
      AcademicItemDraft(.exam, title: TextHandle(1), due: DueTime(day: TestFamily.day(3))))
    switch row.kind {
    case .courseCreated: return course
    case .courseChanged: return .archiveCourse(family.make(course), of: subject, true)
    case .academicItemCreated: return item
    default: return .setAcademicItemDone(family.make(item), of: subject, true)
    }
  }

  @Test("TRN-1, ACA-1: each refusal is one sentence")
  func sentences() {
    let refusals = Refusal.allCases.filter { (95..<120).contains($0.rawValue) }
    #expect(refusals.count >= 21)
    for refusal in refusals {
      let sentence = refusal.sentence
      #expect(sentence.hasSuffix(".") && sentence.first!.isUppercase)
      #expect(sentence.filter { $0 == "." }.count == 1)
    }
  }

  @Test("TRN-1, ACA-1: a kind is a number of the log's format")
  func kinds() {
    let numbers: [FactKind: UInt8] = [
      .sessionCreated: 48, .sessionGenerated: 49, .sessionChanged: 50, .templateCreated: 51,
      .templateChanged: 52, .workoutAssigned: 53, .assignmentChanged: 54, .workoutLogged: 55,
      .mobilityLogged: 57, .trainingLogDeleted: 58, .courseCreated: 64, .courseChanged: 65,
      .academicItemCreated: 66, .academicItemChanged: 67,
    ]
    for (kind, number) in numbers { #expect(kind.rawValue == number) }
    #expect(Refusal.needsConnection.rawValue == 95 && Refusal.trainingLogUnknown.rawValue == 109)
    #expect(Refusal.courseUnknown.rawValue == 110 && Refusal.titleMissing.rawValue == 115)
  }
}

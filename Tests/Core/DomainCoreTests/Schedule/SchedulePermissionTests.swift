import Base
import Chronology
import Testing

@testable import DomainCore

/// A kind of fact with its subject, and the expected result for each author.
struct SchedulePermissionRow: Sendable, CustomTestStringConvertible {
  var kind: FactKind
  var about: String
  /// Columns of `SchedulePermissionTests.authors`.
  var responses: [Refusal?]

  var testDescription: String { "\(kind) \(about)" }

  init(_ kind: FactKind, _ about: String = "", _ responses: [Refusal?]) {
    self.kind = kind
    self.about = about
    self.responses = responses
  }
}

@Suite("Permissions in the schedule")
struct SchedulePermissionTests {
  /// The columns of the table.
  static let authors: [(author: MemberHandle, mayLog: Bool)] = [
    (TestFamily.parent, false), (TestFamily.otherParent, false), (TestFamily.child, false),
    (TestFamily.child, true), (TestFamily.observer, false),
  ]

  static let table: [SchedulePermissionRow] = {
    let yes: Refusal? = nil
    let parent: Refusal? = .parentNeeded
    let log: Refusal? = .loggingNotAllowed
    let yours: Refusal? = .dutyNotYours
    let claim: Refusal? = .claimNotAllowed
    let driver: Refusal? = .driverNotAllowed
    let swap: Refusal? = .swapUnknown
    // The parent has the drop-off, the observer the pick-up.
    // parent, other parent, child, child that may log, observer
    return [
      SchedulePermissionRow(.sportCreated, "", [yes, yes, parent, parent, parent]),
      SchedulePermissionRow(.sportFieldSet, "", [yes, yes, parent, parent, parent]),
      SchedulePermissionRow(.sportDeleted, "", [yes, yes, parent, parent, parent]),
      SchedulePermissionRow(.classCreated, "", [yes, yes, parent, parent, parent]),
      SchedulePermissionRow(.classFieldSet, "", [yes, yes, parent, parent, parent]),
      SchedulePermissionRow(.classRuleSet, "", [yes, yes, parent, parent, parent]),
      SchedulePermissionRow(.classDeleted, "", [yes, yes, parent, parent, parent]),
      SchedulePermissionRow(.participantSet, "", [yes, yes, parent, parent, parent]),
      SchedulePermissionRow(.occurrenceFieldSet, "cancelled", [yes, yes, parent, parent, parent]),
      SchedulePermissionRow(.occurrenceFieldSet, "start", [yes, yes, parent, parent, parent]),
      SchedulePermissionRow(.occurrenceFieldSet, "dropOffNote", [yes, yes, yours, yours, yours]),
      SchedulePermissionRow(.occurrenceFieldSet, "pickUpNote", [yes, yes, yours, yours, yes]),
      SchedulePermissionRow(.attendanceSet, "child", [yes, yes, log, yes, log]),
      SchedulePermissionRow(.attendanceSet, "sibling", [yes, yes, log, log, log]),
      SchedulePermissionRow(.dutyClaimed, "free", [yes, yes, claim, claim, claim]),
      SchedulePermissionRow(.dutyClaimed, "dropOff", [yes, .dutyTaken, claim, claim, claim]),
      SchedulePermissionRow(.dutyAssigned, "observer", [yes, yes, parent, parent, parent]),
      SchedulePermissionRow(.dutyAssigned, "child", [driver, driver, parent, parent, parent]),
      SchedulePermissionRow(.dutyReleased, "dropOff", [yes, yes, yours, yours, yours]),
      SchedulePermissionRow(.dutyReleased, "pickUp", [yes, yes, yours, yours, yes]),
      SchedulePermissionRow(.dutyCoverageSet, "dropOff", [yes, yours, yours, yours, yours]),
      SchedulePermissionRow(.dutyCoverageSet, "pickUp", [yours, yours, yours, yours, yes]),
      SchedulePermissionRow(.dutySwapChanged, "proposed", [yes, yours, parent, parent, parent]),
      SchedulePermissionRow(.dutySwapChanged, "withdrawn", [yes, yours, parent, parent, yours]),
      SchedulePermissionRow(.dutySwapChanged, "accepted", [swap, swap, parent, parent, yes]),
      SchedulePermissionRow(.dutySwapChanged, "declined", [swap, swap, parent, parent, yes]),
      SchedulePermissionRow(.conflictFieldSet, "", [yes, yes, parent, parent, parent]),
    ]
  }()

  @Test("FAM-4: the table of permissions has a row for every kind of the schedule")
  func tableIsComplete() {
    let kinds = FactKind.allCases.filter { $0.area == .schedule }
    #expect(Set(Self.table.map(\.kind)) == Set(kinds) && kinds.count == 16)
  }

  @Test(
    "FAM-4: parents plan and drive, observers drive what they were given, children only read",
    arguments: table, [DecisionPlace.device, .server])
  func permission(row: SchedulePermissionRow, place: DecisionPlace) {
    for (relation, expected) in zip(Self.authors, row.responses) {
      let (family, sport) = TestFamily.withSport()
      let made = family.addClass(sport, day: 0, minute: 600, rule: "FREQ=DAILY")
      family.submit(.setParticipant(TestFamily.sibling, of: made, to: true))
      let dropOff = Duty(.dropOff, of: TestFamily.id(made, 0))
      let pickUp = Duty(.pickUp, of: TestFamily.id(made, 0))
      family.submit(.claim(dropOff, by: TestFamily.parent))
      family.submit(.assign(pickUp, to: TestFamily.observer))
      if row.about == "withdrawn" || row.about == "accepted" || row.about == "declined" {
        family.submit(
          .swap(
            SwapPayload(given: dropOff, wanted: pickUp, .proposed), with: TestFamily.observer))
      }
      if relation.mayLog { family.submit(.setChildMayLog(relation.author, to: true)) }
      let command = Self.command(row, relation.author, sport, dropOff, pickUp)
      let response = family.refusal(of: family.fact(command, by: relation.author), at: place)
      #expect(response == expected, "\(row.testDescription) by member \(relation.author.index)")
    }
  }

  /// A command of that kind that only permission could refuse.
  private static func command(
    _ row: SchedulePermissionRow, _ author: MemberHandle, _ sport: Entity, _ dropOff: Duty,
    _ pickUp: Duty
  ) -> Command {
    let id = dropOff.occurrence
    let free = Duty(.dropOff, of: TestFamily.id(id.trainingClass, 3))
    let duty = row.about == "free" ? free : row.about == "pickUp" ? pickUp : dropOff
    let season = Season(first: TestFamily.day(0), last: TestFamily.day(9))
    switch row.kind {
    case .sportCreated:
      return .createSport(
        for: TestFamily.child, SportCreation(name: TextHandle(1), season: season))
    case .sportFieldSet: return .setSeason(of: sport, to: season)
    case .sportDeleted: return .deleteSport(sport)
    case .classCreated:
      let start = ClassStart(day: TestFamily.day(1), minute: 1, zone: .utc)
      return .createClass(
        for: TestFamily.child,
        ClassCreation(sport: sport, type: .game, start: start, durationMinutes: 1))
    case .classFieldSet: return .setClassField(.duration, of: id.trainingClass, to: 5)
    case .classRuleSet: return .setRecurrence(of: id.trainingClass, to: .once)
    case .classDeleted: return .deleteClass(id.trainingClass)
    case .participantSet: return .setParticipant(TestFamily.child, of: sport, to: false)
    case .occurrenceFieldSet:
      let field = OccurrenceField.allCases.first { "\($0)" == row.about }!
      return .setOccurrenceField(field, of: id, to: 0)
    case .attendanceSet:
      let child = row.about == "child" ? TestFamily.child : TestFamily.sibling
      return .setAttendance(of: child, at: id, to: true)
    case .dutyClaimed: return .claim(duty, by: author)
    case .dutyAssigned:
      return .assign(free, to: row.about == "child" ? TestFamily.child : TestFamily.observer)
    case .dutyReleased:
      return .release(duty, of: duty == pickUp ? TestFamily.observer : TestFamily.parent)
    case .dutyCoverageSet: return .requestCoverage(of: duty, by: author, true)
    case .dutySwapChanged:
      let step = SwapStep.allCases.first { "\($0)" == row.about }!
      let isAnswer = step == .accepted || step == .declined
      return .swap(
        SwapPayload(given: dropOff, wanted: pickUp, step),
        with: isAnswer ? TestFamily.parent : TestFamily.observer)
    case .conflictFieldSet:
      return .setConflictField(.handled, of: Digest128(first: 3, second: 4), to: 1)
    default: preconditionFailure("the kind belongs to another area")
    }
  }
}

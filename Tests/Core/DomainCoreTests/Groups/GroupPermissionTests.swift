import Chronology
import Testing

@testable import DomainCore

/// The result of a kind of fact for each person of the table.
struct GroupPermissionRow: Sendable, CustomTestStringConvertible {
  var kind: FactKind
  /// Columns of `GroupPermissionTests.relations`.
  var responses: [Refusal?]

  var testDescription: String { "\(kind)" }
}

@Suite("Permissions in a group")
struct GroupPermissionTests {
  /// Author and subject. Account 0 is the admin, 1 and 2 are members, 3 has left.
  static let relations: [(author: Int, subject: Int)] = [
    (0, 0), (0, 1), (0, 3), (1, 1), (1, 2), (1, 0), (3, 3), (3, 1),
  ]

  static let table: [GroupPermissionRow] = {
    let yes: Refusal? = nil
    let own: Refusal? = .groupOwnOnly
    let admin: Refusal? = .groupAdminNeeded
    let gone: Refusal? = .memberRemoved
    func row(_ kind: FactKind, _ responses: [Refusal?]) -> GroupPermissionRow {
      GroupPermissionRow(kind: kind, responses: responses)
    }
    // admin → self, → member, → former; member → self, → other, → admin; former → self, other.
    return [
      row(.groupNameSet, [yes, own, own, admin, own, own, gone, gone]),
      row(.groupMemberRemoved, [.leaveInstead, yes, yes, admin, admin, admin, gone, gone]),
      row(.groupLeft, [yes, own, own, yes, own, own, gone, gone]),
      row(.groupDeleted, [yes, own, own, admin, own, own, gone, gone]),
      row(.groupDisplayNameSet, [yes, own, own, yes, own, own, gone, gone]),
      row(.groupConsentSet, [yes, own, own, yes, own, own, gone, gone]),
      row(.groupSharingSet, [yes, own, own, yes, own, own, gone, gone]),
      row(.groupWorkoutShared, [yes, own, own, yes, own, own, gone, gone]),
      row(.groupFeedViewed, [yes, own, own, yes, own, own, gone, gone]),
    ]
  }()

  /// One command of each kind that members submit, about an account.
  static func commands(of group: TestGroup, about account: Int) -> [Command] {
    let person = group.handle(account)
    return [
      .renameGroup(TextHandle(5), by: person), group.removal(of: account), .leaveGroup(person),
      .deleteGroup(by: person), .setDisplayName(of: person, to: TextHandle(6)),
      .setGroupConsent(of: person, to: true), .setGroupSharing(of: person, to: true),
      .shareWorkout(
        TestGroup.workout(77), of: person, on: TestGroup.monday, calories: 100),
      .viewGroupFeed(of: person, through: 0),
    ]
  }

  @Test("the table has every kind that a member submits")
  func complete() {
    #expect(
      Self.table.map(\.kind) + [.groupJoined]
        == FactKind.allCases.filter { $0.area == .groups && $0 != .groupJoined } + [.groupJoined])
    let group = TestGroup(of: 2)
    #expect(Self.commands(of: group, about: 1).map(\.kind) == Self.table.map(\.kind))
  }

  @Test("GRP-2, GRP-6: the admin manages all members, the others only themselves", arguments: table)
  func permissions(row: GroupPermissionRow) throws {
    for (relation, expected) in zip(Self.relations, row.responses) {
      let group = TestGroup(of: 4)
      group.leave(3)
      let command = try #require(
        Self.commands(of: group, about: relation.subject).first { $0.kind == row.kind })
      let fact = group.fact(command, by: relation.author)
      #expect(
        group.refusal(of: fact, by: relation.author) == expected,
        "\(row.kind) by \(relation.author) about \(relation.subject)")
    }
  }

  @Test("GRP-3: only a newcomer joins, and only for themselves")
  func newcomer() {
    let group = TestGroup(of: 2)
    let posing = group.fact(group.joining(5), by: 5, author: group.handle(0))
    #expect(group.refusal(of: posing, by: 5) == .authorUnknown)
    let stranger = group.fact(.leaveGroup(group.handle(0)), by: 5, author: MemberHandle(50))
    #expect(group.refusal(of: stranger, by: 5) == .authorUnknown)
    let newcomer = group.fact(.leaveGroup(group.handle(0)), by: 5, author: .newcomer)
    #expect(group.refusal(of: newcomer, by: 5) == .authorUnknown)
  }

  @Test("GRP-6: a group accepts no profile, measurement or setting of a member")
  func nothingElse() {
    let group = TestGroup(of: 2)
    let me = group.handle(1)
    for command in [
      Command.setProfile(.allergies, of: me, to: TextHandle(3)),
      .setWeight(of: me, on: TestGroup.monday, grams: 70_000),
      .setHeight(of: me, on: TestGroup.monday, millimeters: 1_800),
      .setWorkoutSharing(of: me, to: true),
      .setQuietHours(QuietHours(from: 1_320, until: 420), of: me),
    ] {
      let fact = group.fact(command, by: 1)
      for place in [DecisionPlace.device, .server] {
        #expect(group.refusal(of: fact, by: 1, at: place) == .notForGroups, "\(command.kind)")
      }
    }
  }

  @Test("GRP-1: a group's members cannot log in a family's scope")
  func noFamily() {
    let group = TestGroup(of: 2)
    let water = Command.logWater(
      for: group.handle(1), WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600))
    #expect(group.does(water, 1) == .refused(.loggingNotAllowed))
  }

  @Test("GRP-1…GRP-6, FAM-12: every refusal has a number of the log's format and a sentence")
  func refusals() {
    let numbers: [Refusal: UInt8] = [
      .groupUnknown: 120, .groupDeleted: 121, .groupFull: 122, .alreadyInGroup: 123,
      .groupInvitationUnknown: 124, .groupFounded: 125, .groupAdminNeeded: 126,
      .groupNameEmpty: 127,
      .displayNameEmpty: 128, .groupOwnOnly: 129, .notInGroup: 130, .leaveInstead: 131,
      .groupConsentMissing: 132, .consentWithdrawn: 133, .sharingOff: 134, .workoutDetail: 135,
      .zoneUnknown: 136, .notForGroups: 137,
    ]
    let own = Refusal.allCases.filter { (120...137).contains($0.rawValue) }
    #expect(numbers.count == own.count)
    for refusal in own {
      #expect(refusal.rawValue == numbers[refusal])
      #expect(refusal.sentence.hasSuffix(".") && refusal.sentence.first!.isUppercase)
      #expect(refusal.sentence.filter { $0 == "." }.count == 1)
    }
  }

  @Test("every kind has a number of the log's format")
  func kinds() {
    let numbers: [FactKind: UInt8] = [
      .groupJoined: 144, .groupNameSet: 145, .groupMemberRemoved: 146, .groupLeft: 147,
      .groupDeleted: 148, .groupDisplayNameSet: 149, .groupConsentSet: 150,
      .groupSharingSet: 151, .groupWorkoutShared: 152, .groupFeedViewed: 153,
    ]
    let own = FactKind.allCases.filter { $0.area == .groups }
    #expect(numbers.count == own.count)
    for kind in own { #expect(kind.rawValue == numbers[kind]) }
  }
}

import Base
import Chronology
import Testing

@testable import DomainCore

/// The kinds of family facts, with the authors who may submit each about each subject.
@Suite("Permissions about the family itself")
struct FamiliesPermissionTests {
  private typealias Home = Household

  private static let adult = LocalDay(year: 1988, month: 4, day: 2)

  /// The columns of the table: author and subject.
  static let relations: [(name: String, author: MemberHandle, subject: MemberHandle)] = [
    ("parent → itself", TestFamily.parent, TestFamily.parent),
    ("parent → child", TestFamily.parent, Home.newChild),
    ("parent → athlete", TestFamily.parent, Home.athlete),
    ("child → itself", TestFamily.child, TestFamily.child),
    ("child → sibling", TestFamily.child, TestFamily.sibling),
    ("teenager → itself", Home.teenager, Home.teenager),
    ("new child → itself", Home.newChild, Home.newChild),
    ("closed child → itself", Home.closedChild, Home.closedChild),
    ("observer → itself", TestFamily.observer, TestFamily.observer),
    ("observer → child", TestFamily.observer, Home.newChild),
    ("coach → itself", Home.coach, Home.coach),
    ("coach → athlete", Home.coach, Home.athlete),
    ("athlete → itself", Home.athlete, Home.athlete),
    ("athlete → another", Home.athlete, Home.rival),
    ("group member → itself", Home.groupMember, Home.groupMember),
    ("removed parent → child", Home.removedParent, TestFamily.child),
  ]

  /// The results, in the order of the relations.
  static let table: [(kind: FactKind, responses: [Refusal?])] = {
    let yes: Refusal? = nil
    let needs: Refusal? = .parentNeeded
    let missing: Refusal? = .consentMissing
    let closed: Refusal? = .accountClosed
    let gone: Refusal? = .memberRemoved
    let noConsent: Refusal? = .consentNotNeeded
    let notYours: Refusal? = .profileNotYours
    let unshared: Refusal? = .sharingNotYours
    let noRoster: Refusal? = .rosterNotPossible
    let noGroup: Refusal? = .notForGroups
    // parent → self, child, athlete; child → self, sibling; teenager, new child, closed child →
    // self; observer → self, child; coach → self, athlete; athlete → self, another; group member
    // → self; removed parent → child.
    return [
      (
        .memberAdded,
        [
          yes, needs, needs, needs, needs, needs, missing, closed, needs, needs, needs, needs,
          needs, needs, needs, gone,
        ]
      ),
      (
        .memberEnded,
        [
          yes, yes, yes, needs, needs, needs, missing, closed, yes, needs, yes, needs, yes, needs,
          needs, gone,
        ]
      ),
      (
        .memberActivated,
        [
          yes, yes, yes, needs, needs, needs, missing, closed, needs, needs, needs, needs, needs,
          needs, needs, gone,
        ]
      ),
      (
        .memberRoleSet,
        [
          yes, yes, yes, needs, needs, needs, missing, closed, needs, needs, needs, needs, needs,
          needs, needs, gone,
        ]
      ),
      (
        .consentSet,
        [
          noConsent, yes, noConsent, needs, needs, needs, missing, closed, needs, needs, needs,
          needs, needs, needs, needs, gone,
        ]
      ),
      (
        .invitationMade,
        [
          yes, needs, needs, needs, needs, needs, missing, closed, needs, needs, needs, needs,
          needs, needs, needs, gone,
        ]
      ),
      (
        .invitationRevoked,
        [
          yes, needs, needs, needs, needs, needs, missing, closed, needs, needs, needs, needs,
          needs, needs, needs, gone,
        ]
      ),
      (
        .rosterSet,
        [
          noRoster, noRoster, yes, needs, needs, needs, missing, closed, needs, needs, noRoster,
          yes, needs, needs, needs, gone,
        ]
      ),
      (
        .profileFieldSet,
        [
          yes, yes, yes, notYours, notYours, notYours, missing, closed, yes, notYours, yes,
          notYours, yes, notYours, noGroup, gone,
        ]
      ),
      (
        .weightSet,
        [
          yes, yes, yes, notYours, notYours, notYours, missing, closed, yes, notYours, yes,
          notYours, yes, notYours, noGroup, gone,
        ]
      ),
      (
        .heightSet,
        [
          yes, yes, yes, notYours, notYours, notYours, missing, closed, yes, notYours, yes,
          notYours, yes, notYours, noGroup, gone,
        ]
      ),
      (
        .workoutSharingSet,
        [
          yes, yes, unshared, unshared, unshared, yes, missing, closed, yes, unshared, yes,
          unshared, yes, unshared, noGroup, gone,
        ]
      ),
    ]
  }()

  @Test("FAM-2: the table of permissions about the family has a row for each of its kinds")
  func tableIsComplete() {
    // The daily table covers the permission to log; joining has no author yet.
    #expect(
      Self.table.map(\.kind.rawValue)
        == FactKind.allCases.filter { $0.area == .families }.map(\.rawValue).filter { $0 > 2 })
    for row in Self.table { #expect(row.responses.count == Self.relations.count, "\(row.kind)") }
  }

  @Test(
    "FAM-2, FAM-5, FAM-6, FAM-10, FAM-11, FAM-12: permissions are enforced",
    arguments: [DecisionPlace.device, .server])
  func permission(place: DecisionPlace) {
    for row in Self.table {
      for (relation, expected) in zip(Self.relations, row.responses) {
        let family = Household.family()
        let command = Self.command(row.kind, about: relation.subject, in: family)
        let response = family.refusal(of: family.fact(command, by: relation.author), at: place)
        #expect(response == expected, "\(row.kind): \(relation.name)")
      }
    }
  }

  /// A command of that kind that only a missing permission could refuse.
  static func command(
    _ kind: FactKind, about subject: MemberHandle, in family: TestFamily
  ) -> Command {
    switch kind {
    case .memberAdded: return .addMember(MemberAddition(role: .observer, born: adult), by: subject)
    case .memberEnded: return .removeMember(subject)
    case .memberActivated: return .activateMember(subject)
    case .memberRoleSet: return .setRole(of: subject, to: .observer)
    case .consentSet: return .setConsent(for: subject, given: true)
    case .invitationMade: return .invite(as: .observer, code: InvitationCode(3), by: subject)
    case .invitationRevoked:
      let made = family.fact(
        .invite(as: .observer, code: InvitationCode(4), by: TestFamily.parent))
      family.submit(made)
      return .revokeInvitation(made.identity, by: subject)
    case .rosterSet: return .setRoster(of: Home.coach, athlete: subject, to: true)
    case .profileFieldSet: return .setProfile(.school, of: subject, to: TextHandle(4))
    case .weightSet: return .setWeight(of: subject, on: TestFamily.day(0), grams: 40_000)
    case .heightSet: return .setHeight(of: subject, on: TestFamily.day(0), millimeters: 1_400)
    case .workoutSharingSet: return .setWorkoutSharing(of: subject, to: true)
    default: preconditionFailure("the kind's area has a table of its own")
    }
  }

  // MARK: Refusals

  /// The simplest fact that causes each of the families' refusals on the server.
  private static func situation(for refusal: Refusal, in family: TestFamily) -> Fact? {
    let (parent, child) = (TestFamily.parent, TestFamily.child)
    func join(_ code: UInt64, as role: Role) -> Fact {
      family.fact(.join(with: InvitationCode(code), as: role, born: adult), by: .newcomer)
    }
    func invite(_ code: UInt64) -> Fact {
      let made = family.fact(.invite(as: .observer, code: InvitationCode(code), by: parent))
      family.submit(made)
      return made
    }
    let score = WellnessScore(mental: 5, physical: 5)
    switch refusal {
    case .memberRemoved:
      return family.fact(.checkIn(for: child, score), by: Home.removedParent)
    case .subjectRemoved: return family.fact(.checkIn(for: Home.removedChild, score))
    case .consentMissing:
      return family.fact(.checkIn(for: Home.newChild, score), by: Home.newChild)
    case .accountClosed:
      return family.fact(.checkIn(for: Home.closedChild, score), by: Home.closedChild)
    case .consentNotNeeded: return family.fact(.setConsent(for: parent, given: true))
    case .lastParent:
      family.submit(.removeMember(Home.secondParent))
      return family.fact(.removeMember(parent))
    case .founderNotParent:
      family.state = TestFamily.empty().state.copy()
      return join(1, as: .coach)
    case .roleTooYoung: return family.fact(.setRole(of: child, to: .coach))
    case .roleUnknown: return family.fact(.setRole(of: child, to: .groupMember))
    case .invitationUnknown: return join(1, as: .observer)
    case .invitationUsed:
      _ = invite(1)
      family.submit(join(1, as: .observer))
      return join(1, as: .observer)
    case .invitationRevoked:
      family.submit(.revokeInvitation(invite(1).identity, by: parent))
      return join(1, as: .observer)
    case .invitationForAnother:
      _ = invite(1)
      return join(1, as: .parent)
    case .rosterNotPossible: return family.fact(.setRoster(of: parent, athlete: child, to: true))
    case .profileValueImpossible:
      return family.fact(.setWeight(of: child, on: TestFamily.day(0), grams: 1))
    case .profileIncomplete:
      return family.fact(.addMember(MemberAddition(role: .child, born: adult), by: parent))
    case .profileNotYours: return family.fact(.setSex(.male, of: child), by: Home.coach)
    case .sharingNotYours: return family.fact(.setWorkoutSharing(of: Home.athlete, to: true))
    case .memberGone: return family.fact(.activateMember(Home.removedChild))
    case .membersTooMany:
      while family.state.memberCount < 1_000 {
        family.state.addMember(Member(role: .observer, born: adult))
      }
      return family.fact(.addMember(MemberAddition(role: .observer, born: adult), by: parent))
    default: return nil
    }
  }

  @Test("FAM-1…FAM-12: each refusal occurs in its situation, and has a sentence")
  func refusals() {
    for refusal in Refusal.allCases where (20..<40).contains(refusal.rawValue) {
      let family = Household.family()
      guard let fact = Self.situation(for: refusal, in: family) else {
        Issue.record("\(refusal) has no situation")
        continue
      }
      let onServer = family.refusal(of: fact, at: .server)
      let onDevice = family.refusal(of: fact, at: .device)
      // The author may not know of a removal; a device outside cannot know why a join is refused.
      #expect(onServer == (refusal == .subjectRemoved ? nil : refusal))
      #expect(onDevice == (fact.kind == .memberJoined ? nil : refusal), "\(refusal)")
      let sentence = refusal.sentence
      #expect(sentence.hasSuffix(".") && sentence.first!.isUppercase)
      #expect(sentence.filter { $0 == "." }.count == 1, "\(refusal)")
    }
  }

  @Test("FAM-1…FAM-12: kinds, roles and fields are numbers of the log's format")
  func numbers() {
    let kinds: [FactKind] = [
      .childMayLogSet, .memberJoined, .memberAdded, .memberEnded, .memberActivated, .memberRoleSet,
      .consentSet, .invitationMade, .invitationRevoked, .rosterSet, .profileFieldSet, .weightSet,
      .heightSet, .workoutSharingSet,
    ]
    #expect(kinds.map(\.rawValue) == Array(1...14))
    let roles: [Role] = [.parent, .child, .observer, .coach, .athlete, .groupMember]
    #expect(roles.map(\.rawValue) == Array(0...5) && roles.count == Role.allCases.count)
    let fields: [ProfileField] = [
      .name, .born, .sex, .photo, .allergies, .conditions, .emergencyContacts, .school,
      .sport, .position, .year,
    ]
    #expect(fields.map(\.rawValue) == Array(0...10) && fields.count == ProfileField.allCases.count)
    #expect(MemoryLayout<Member>.size <= 84, "every decision copies its author's row")
  }
}

import Base
import Chronology
import Testing

@testable import DomainCore

@Suite("An invitation")
struct InvitationTests {
  private static let adult = LocalDay(year: 1988, month: 4, day: 2)
  private static let code = InvitationCode(0x1234_5678_9ABC_DEF0)
  private static let parent = TestFamily.parent

  private static func join(
    _ family: TestFamily, as role: Role = .observer, with code: InvitationCode = code,
    site: UInt32 = 9
  ) -> TestFamily.Outcome {
    family.submit(.join(with: code, as: role, born: adult), by: .newcomer, site: site)
  }

  @Test("FAM-1: an invitation lets one person join in its role, once")
  func once() {
    let family = TestFamily()
    #expect(Self.join(family) == .refused(.invitationUnknown))
    let made = family.fact(.invite(as: .observer, code: Self.code, by: Self.parent))
    #expect(family.submit(made) == .changed)
    #expect(family.state.families.invitation(made.identity)?.role == .observer)
    #expect(Self.join(family, as: .coach) == .refused(.invitationForAnother))
    #expect(Self.join(family, as: .parent) == .refused(.invitationForAnother))
    #expect(Self.join(family) == .changed)
    #expect(family.member(MemberHandle(4)).role == .observer)
    #expect(Self.join(family, site: 10) == .refused(.invitationUsed))
    #expect(
      family.submit(.revokeInvitation(made.identity, by: Self.parent))
        == .refused(.invitationUsed))
  }

  @Test("FAM-1: of two people who use it at the same time, the first that the server commits joins")
  func race() {
    let family = TestFamily()
    family.submit(.invite(as: .observer, code: Self.code, by: Self.parent))
    let command = Command.join(with: Self.code, as: .observer, born: Self.adult)
    let one = family.fact(command, by: .newcomer, site: 8)
    let two = family.fact(command, by: .newcomer, site: 9)
    #expect(family.refusal(of: one, at: .device) == nil)
    #expect(family.submit(two) == .changed)
    #expect(family.submit(one) == .refused(.invitationUsed))
    #expect(family.memberMade(by: two) == MemberHandle(4) && family.memberMade(by: one) == nil)
  }

  @Test("FAM-1: a revoked invitation is no longer valid; two parents who revoke it agree")
  func revoked() {
    let family = Household.family()
    let made = family.fact(.invite(as: .child, code: Self.code, by: Self.parent))
    family.submit(made)
    let revoke = Command.revokeInvitation(made.identity, by: Self.parent)
    let second = Command.revokeInvitation(made.identity, by: Household.secondParent)
    #expect(family.submit(revoke) == .changed)
    #expect(family.submit(second, by: Household.secondParent, site: 2) == .superseded)
    #expect(Self.join(family, as: .child) == .refused(.invitationRevoked))
    let unknown = Command.revokeInvitation(Entity(site: 9, sequence: 9), by: Self.parent)
    #expect(family.submit(unknown) == .refused(.invitationUnknown))
  }

  @Test("FAM-1, FAM-6: an invitation ends when its creator is no longer a parent here")
  func makerRemoved() {
    for command in [
      Command.removeMember(Household.secondParent),
      .setRole(of: Household.secondParent, to: .observer),
    ] {
      let family = Household.family()
      let maker = Household.secondParent
      family.submit(.invite(as: .parent, code: Self.code, by: maker), by: maker)
      #expect(family.submit(command) == .changed)
      #expect(Self.join(family, as: .parent) == .refused(.invitationRevoked))
    }
  }

  @Test("FAM-1: the code cannot be read from the log, and the log's seal opens nothing")
  func sealed() {
    let family = TestFamily()
    let made = family.fact(.invite(as: .parent, code: Self.code, by: Self.parent))
    #expect(made.payload.first != Self.code.raw)
    family.submit(made)
    #expect(
      Self.join(family, as: .parent, with: InvitationCode(made.payload.first))
        == .refused(.invitationUnknown))
    // printf '\x12\x34\x56\x78\x9a\xbc\xde\xf0' | sha256sum
    #expect(Self.code.seal == Self.sealExpected)
    // A copied seal is not accepted a second time, in any role.
    let copied = Command(
      .invitationMade, subject: Self.parent, payload: Payload(made.payload.first, 1))
    #expect(family.submit(copied) == .refused(.invitationUsed))
  }

  private static let sealExpected: UInt64 = 0x6254_8D05_442A_0FE2

  @Test("FAM-1: an invitation has a role of a family", arguments: 0...6 as ClosedRange<UInt64>)
  func roles(number: UInt64) {
    let family = TestFamily()
    let command = Command(
      .invitationMade, subject: Self.parent, payload: Payload(Self.code.seal, number))
    let expected: TestFamily.Outcome = number < 5 ? .changed : .refused(.roleUnknown)
    #expect(family.submit(command) == expected)
    let wide = Command(
      .invitationMade, subject: Self.parent, payload: Payload(77, 256 + number))
    #expect(family.submit(wide) == .refused(.roleUnknown))
  }

  @Test("FAM-5: a child that joins has no consent yet")
  func childJoins() {
    let family = TestFamily()
    family.submit(.invite(as: .child, code: Self.code, by: Self.parent))
    let nine = LocalDay(year: 2016, month: 6, day: 15)
    let joining = family.fact(
      .join(with: Self.code, as: .child, born: nine), by: .newcomer, site: 4)
    #expect(family.submit(joining) == .changed)
    let child = family.memberMade(by: joining)!
    #expect(family.member(child).consent == .missing)
    #expect(family.missing(child) == [.name, .sex, .weight, .height])
    family.submit(.setChildMayLog(child, to: true))
    let score = Command.checkIn(for: child, WellnessScore(mental: 5, physical: 5))
    #expect(family.submit(score, by: child, site: 4) == .refused(.consentMissing))
  }
}

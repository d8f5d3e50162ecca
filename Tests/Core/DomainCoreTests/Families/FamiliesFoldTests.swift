import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("The fold of a family's members")
struct FamiliesFoldTests {
  private static let kinds = FactKind.allCases.filter { $0.area == .families }

  /// Any payload at all, mostly close to a valid one.
  private static func word(_ dice: inout Dice) -> UInt64 {
    func raw() -> UInt64 {
      (0..<4).reduce(0) { word, _ in word << 16 | UInt64(dice.roll(65_536)) }
    }
    let today = UInt64(UInt32(bitPattern: TestFamily.firstDay.number))
    switch dice.roll(6) {
    case 0: return raw()
    case 1: return UInt64(dice.roll(12))
    case 2: return today &- UInt64(dice.roll(20_000)) | UInt64(dice.roll(6)) << 32
    case 3: return today | UInt64(dice.roll(60_000)) << 32
    case 4: return raw() >> 32
    default: return dice.pick([.max, 1 << 63, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF])
    }
  }

  @Test(
    "FAM-1…FAM-12: any payload is decided, and an accepted one is folded without a crash",
    arguments: 0..<20)
  func fuzz(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let family = Household.family()
    var passed = 0
    for _ in 0..<400 {
      let kind = dice.pick(Self.kinds)
      let isNewcomer = kind == .memberJoined && dice.chance(9, in: 10)
      // The parent who authors most facts is not removed.
      let subjects: [UInt16] =
        kind == .memberEnded || kind == .memberRoleSet
        ? [1, 4, 5, 9, 15, 300] : [0, 0, 1, 4, 5, 9, 300]
      let subject = isNewcomer ? .newcomer : MemberHandle(dice.pick(subjects))
      let command = Command(
        kind, subject: subject, entity: Entity(raw: UInt64(dice.roll(12))),
        payload: Payload(Self.word(&dice), Self.word(&dice)))
      let author = isNewcomer ? .newcomer : MemberHandle(UInt16(dice.pick([0, 0, 0, 5, 9])))
      let fact = family.fact(command, by: author)
      if family.refusal(of: fact, at: .device) == nil, kind != .memberJoined {
        // A device folds its pending facts onto a base that has advanced meanwhile.
        var ahead = family.state.copy()
        ahead.apply(fact)
        ahead.apply(fact)
      }
      if case .refused = family.submit(fact) { continue }
      passed += 1
      #expect(family.state.shared.activeParentCount > 0)
    }
    #expect(passed > 20)
  }

  @Test("A founder's scope does not depend on its capacity, and grows with each member")
  func growing() {
    let family = TestFamily.empty()
    let adult = LocalDay(year: 1988, month: 4, day: 2)
    family.submit(.foundFamily(born: adult), by: .newcomer)
    family.addChild(born: LocalDay(year: 2016, month: 6, day: 15))
    let child = MemberHandle(1)
    family.today = 200
    let score = Command.checkIn(for: child, WellnessScore(mental: 7, physical: 8))
    #expect(family.submit(score) == .changed)
    for _ in 0..<9 { family.addChild(born: LocalDay(year: 2017, month: 6, day: 15)) }
    #expect(family.state.personDay(child, 200).mental == 7)
    #expect(family.state.memberCount == 11)
  }

  /// Writes to unrelated fields, and to the same ones.
  private static func writes(in family: TestFamily, dice: inout Dice) -> [Fact] {
    (0..<60).map { _ in
      let child = dice.pick([TestFamily.child, TestFamily.sibling])
      let isTrue = dice.chance(1, in: 2)
      let day = TestFamily.day(dice.roll(9))
      let value = UInt32(dice.roll(4))
      let command: Command =
        switch dice.roll(7) {
        case 0: .setProfile(.school, of: child, to: TextHandle(value))
        case 1: .setWeight(of: child, on: day, grams: value * 10_000)
        case 2: .setHeight(of: child, on: day, millimeters: value * 500)
        case 3: .setConsent(for: child, given: isTrue)
        case 4: .setWorkoutSharing(of: child, to: isTrue)
        case 5: .setBorn(TestFamily.day(-4_000 + dice.roll(3)), of: child)
        default: .setRoster(of: Household.coach, athlete: Household.athlete, to: isTrue)
        }
      return family.fact(command, site: UInt32(1 + dice.roll(3)), on: 9)
    }
  }

  @Test(
    "FAM-5, FAM-10, FAM-11, FAM-12: the order of arrival does not matter", arguments: 0..<30)
  func order(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let facts = Self.writes(in: Household.family(), dice: &dice)
    let family = Household.family()
    for fact in facts { family.state.apply(fact) }
    for _ in 0..<3 {
      let other = Household.family()
      for fact in dice.shuffled(facts) { other.state.apply(fact) }
      #expect(other.state.digest == family.state.digest)
      #expect(other.isIdentical(to: family) && family.isIdentical(to: other))
    }
  }

  @Test("A digest differs whenever a decided value of a member differs")
  func digests() {
    let athlete = Household.athlete
    let changes: [[Command]] = [
      [], [.deactivateMember(athlete)], [.removeMember(athlete)],
      [.deactivateMember(athlete), .activateMember(athlete)],
      [.setRole(of: athlete, to: .observer)], [.setRole(of: athlete, to: .coach)],
      [.setRole(of: athlete, to: .observer), .setRole(of: athlete, to: .athlete)],
      [.setConsent(for: Household.newChild, given: true)],
      [.setConsent(for: Household.newChild, given: false)],
      [.invite(as: .observer, code: InvitationCode(1), by: TestFamily.parent)],
      [.invite(as: .coach, code: InvitationCode(1), by: TestFamily.parent)],
      [.setWeight(of: athlete, on: TestFamily.day(0), grams: 70_000)],
      [.setHeight(of: athlete, on: TestFamily.day(0), millimeters: 1_700)],
      [.setRoster(of: Household.coach, athlete: Household.rival, to: true)],
      [.setWorkoutSharing(of: TestFamily.child, to: true)],
    ]
    var digests: Set<Digest128> = []
    for commands in changes {
      let family = Household.family()
      for command in commands { #expect(family.submit(command) == .changed) }
      #expect(digests.insert(family.state.digest).inserted, "\(commands.count)")
      #expect(family.isIdentical(to: family))
    }
  }
}

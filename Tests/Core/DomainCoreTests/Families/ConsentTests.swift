import Base
import Chronology
import Testing

@testable import DomainCore

@Suite("Consent to a child's account")
struct ConsentTests {
  private static let parent = TestFamily.parent

  private static func water(for person: MemberHandle) -> Command {
    .logWater(for: person, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600))
  }

  /// A family with a child that was added later and may log by FAM-3.
  private static func family(born: LocalDay = LocalDay(year: 2016, month: 6, day: 15))
    -> (TestFamily, MemberHandle)
  {
    let family = TestFamily()
    let child = family.addChild(born: born)
    family.submit(.setChildMayLog(child, to: true))
    return (family, child)
  }

  @Test("FAM-5: nothing that a child under 13 logs itself is accepted before a parent consents")
  func beforeConsent() {
    let (family, child) = Self.family()
    let early = family.fact(Self.water(for: child), by: child, site: 2)
    #expect(family.submit(early) == .refused(.consentMissing))
    #expect(family.submit(.setConsent(for: child, given: true)) == .changed)
    #expect(family.submit(Self.water(for: child), by: child, site: 2) == .changed)
  }

  @Test("FAM-5: a pending action on the child's device is accepted after the consent")
  func waited() {
    let (family, child) = Self.family()
    let waiting = family.fact(Self.water(for: child), by: child, site: 2)
    family.submit(.setConsent(for: child, given: true))
    #expect(family.submit(waiting) == .changed)
  }

  @Test("FAM-5: permission to log is no consent, and consent is no permission to log")
  func apart() {
    let (family, child) = Self.family()
    #expect(family.submit(Self.water(for: child), by: child) == .refused(.consentMissing))
    family.submit(.setConsent(for: child, given: true))
    family.submit(.setChildMayLog(child, to: false))
    #expect(family.submit(Self.water(for: child), by: child) == .refused(.loggingNotAllowed))
  }

  @Test("FAM-5: a parent logs for a child with or without consent")
  func parentLogs() {
    let (family, child) = Self.family()
    #expect(family.submit(Self.water(for: child)) == .changed)
    family.submit(.setConsent(for: child, given: true))
    family.submit(.setConsent(for: child, given: false))
    #expect(family.submit(Self.water(for: child)) == .changed)
  }

  @Test("FAM-5: withdrawal closes the account: nothing is accepted afterwards, whenever made")
  func withdrawal() {
    let (family, child) = Self.family()
    family.submit(.setConsent(for: child, given: true))
    let early = family.fact(Self.water(for: child), by: child, site: 2)
    #expect(!family.mustPurge(child))
    #expect(family.submit(.setConsent(for: child, given: false)) == .changed)
    #expect(family.submit(early) == .refused(.accountClosed))
    #expect(family.submit(Self.water(for: child), by: child, site: 2) == .refused(.accountClosed))
    #expect(family.mustPurge(child))
    #expect(!family.mayRead(.schedule, of: child, by: child))
  }

  @Test("FAM-5: a reopened account starts fresh")
  func reopened() {
    let (family, child) = Self.family()
    family.submit(.setConsent(for: child, given: true))
    let early = family.fact(Self.water(for: child), by: child, site: 2)
    family.submit(.setConsent(for: child, given: false))
    #expect(family.submit(.setConsent(for: child, given: true)) == .changed)
    #expect(!family.mustPurge(child))
    #expect(family.submit(early) == .refused(.accountClosed))
    #expect(family.submit(Self.water(for: child), by: child, site: 2) == .changed)
  }

  @Test("FAM-5: the later of two parents' answers wins, in any order of arrival")
  func laterAnswer() {
    let (family, child) = Self.family()
    let gives = family.fact(.setConsent(for: child, given: true), site: 1)
    let withdraws = family.fact(.setConsent(for: child, given: false), site: 2)
    let (other, sibling) = Self.family()
    precondition(child == sibling)
    #expect(family.submit(withdraws) == .changed && family.submit(gives) == .superseded)
    #expect(other.submit(gives) == .changed && other.submit(withdraws) == .changed)
    #expect(family.member(child).consent == .withdrawn)
    #expect(family.isIdentical(to: other) && family.state.digest == other.state.digest)
  }

  @Test("FAM-5: age is that of the local day of the event: the 13th birthday needs no consent")
  func birthday() {
    // 2013-02-10: thirteen on day 36.
    let (family, child) = Self.family(born: LocalDay(year: 2013, month: 2, day: 10))
    let birthday = TestFamily.firstDay.distance(to: LocalDay(year: 2026, month: 2, day: 10))
    family.today = birthday
    let before = family.fact(Self.water(for: child), by: child, on: birthday - 1)
    #expect(family.submit(before) == .refused(.consentMissing))
    // Her zone is ahead of the server's: her birthday starts by her own clock.
    family.today = birthday - 1
    let ahead = family.fact(Self.water(for: child), by: child, on: birthday)
    #expect(family.submit(ahead) == .changed)
    family.today = birthday
    #expect(family.submit(before) == .refused(.consentMissing))
    #expect(family.submit(.setConsent(for: child, given: true)) == .refused(.consentNotNeeded))
    #expect(
      family.submit(.setConsent(for: child, given: true), on: birthday - 1) == .changed)
    #expect(family.submit(before) == .changed)
  }

  @Test("FAM-5: a child born on a leap day is thirteen on March 1")
  func leapDay() {
    let (family, child) = Self.family(born: LocalDay(year: 2016, month: 2, day: 29))
    let first = TestFamily.firstDay.distance(to: LocalDay(year: 2029, month: 3, day: 1))
    family.today = first
    #expect(
      family.submit(Self.water(for: child), by: child, on: first - 1) == .refused(.consentMissing))
    #expect(family.submit(Self.water(for: child), by: child, on: first) == .changed)
  }

  @Test("FAM-5: a closed account is open again from the 13th birthday on")
  func grownUp() {
    let (family, child) = Self.family(born: LocalDay(year: 2013, month: 1, day: 8))
    family.submit(.setConsent(for: child, given: true))
    family.submit(.setConsent(for: child, given: false))
    family.today = 3
    #expect(
      family.submit(Self.water(for: child), by: child, on: 2) == .refused(.accountClosed))
    #expect(family.submit(Self.water(for: child), by: child, on: 3) == .changed)
    #expect(family.mustPurge(child, on: 2) && !family.mustPurge(child, on: 3))
  }

  @Test("FAM-5: a corrected birthday moves the day on which consent is no longer needed")
  func corrected() {
    let (family, child) = Self.family()
    #expect(family.submit(Self.water(for: child), by: child) == .refused(.consentMissing))
    #expect(family.submit(.setBorn(LocalDay(year: 2012, month: 6, day: 15), of: child)) == .changed)
    #expect(family.submit(Self.water(for: child), by: child) == .changed)
  }

  @Test("FAM-5: a founder's child has consent until it is withdrawn")
  func founders() {
    let family = TestFamily()
    let child = TestFamily.child
    family.submit(.setChildMayLog(child, to: true))
    #expect(family.submit(Self.water(for: child), by: child) == .changed)
    #expect(family.submit(.setConsent(for: child, given: false)) == .changed)
    #expect(family.submit(Self.water(for: child), by: child) == .refused(.accountClosed))
    #expect(family.mustPurge(child))
  }

  @Test("FAM-5: only a parent consents, and only for children under 13")
  func whose() {
    let family = Household.family()
    let child = Household.newChild
    for author in [TestFamily.observer, Household.coach, Household.athlete] {
      #expect(
        family.submit(.setConsent(for: child, given: true), by: author)
          == .refused(.parentNeeded))
    }
    #expect(
      family.submit(.setConsent(for: child, given: true), by: child) == .refused(.consentMissing))
    for subject in [TestFamily.parent, TestFamily.observer, Household.teenager, Household.athlete] {
      #expect(
        family.submit(.setConsent(for: subject, given: false)) == .refused(.consentNotNeeded))
    }
    #expect(family.submit(.setConsent(for: Household.youngAthlete, given: true)) == .changed)
    #expect(
      family.submit(Self.water(for: Household.youngAthlete), by: Household.youngAthlete)
        == .changed)
  }
}

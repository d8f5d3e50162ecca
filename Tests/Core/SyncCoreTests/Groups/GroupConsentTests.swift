import Base
import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("FAM-5: a child under 13 with its own account, in a group")
struct GroupConsentTests {
  let town = Town()
  let mother: Install
  /// The child's device with the family.
  let childs: Install
  let child = MemberHandle(1)
  var group: UInt32 { town.groups[0] }

  init() throws {
    mother = town.install(town.family, town.person(), as: Town.mother)
    try mother.does(.invite(as: .child, code: InvitationCode(8), by: Town.mother))
    town.exchange(mother)
    childs = town.install(town.family, town.server.directory.open())
    try childs.does(
      .join(with: InvitationCode(8), as: .child, born: LocalDay(year: 2014, month: 3, day: 9)))
    town.exchange(childs)
    town.exchange(mother)
    _ = try town.members(2, of: town.groups[0])
  }

  func consents(_ given: Bool) throws {
    town.now += Span.minute
    try mother.does(.setConsent(for: child, given: given))
    town.exchange(mother)
    town.now += Span.minute
  }

  @Test("FAM-5: is admitted only after a parent consents")
  func joining() throws {
    let phone = town.install(group, childs.account)
    try phone.joins()
    town.exchange(phone)
    #expect(phone.refusals == [.consentMissing] && phone.knowsNothing)
    try consents(true)
    try phone.joins()
    town.exchange(phone)
    #expect(phone.member == MemberHandle(2) && town.isSame(phone))
    #expect(town.activeGroup(childs) == group)
  }

  @Test("FAM-12: shares workouts once a parent agrees, not after that is withdrawn")
  func sharing() throws {
    try consents(true)
    let phone = town.install(group, childs.account)
    try phone.joins()
    town.exchange(phone)
    let me = MemberHandle(2)
    func agrees(_ given: Bool) throws {
      try phone.does(.setGroupConsent(of: me, to: given))
      town.exchange(phone)
    }
    func trains(_ number: UInt32) throws {
      try phone.does(
        .shareWorkout(
          Entity(site: 900, sequence: number), of: me, on: town.today, calories: 300))
      town.exchange(phone)
    }
    try agrees(true)
    #expect(phone.refusals == [.parentNeeded])
    try mother.does(.setWorkoutSharing(of: child, to: true))
    town.exchange(mother)
    try agrees(true)
    try trains(1)
    #expect(phone.refusals == [.parentNeeded])
    try mother.does(.setWorkoutSharing(of: child, to: false))
    town.exchange(mother)
    try trains(2)
    try agrees(false)
    #expect(phone.refusals == [.parentNeeded, .parentNeeded], "withdrawing needs no parent")
    #expect(town.isSame(phone) && phone.replica.store.state.group.workouts.count == 1)
    // From 13 on the child decides.
    town.now += 372 * Span.day
    #expect(town.signIn(phone) == .signedIn)
    try agrees(true)
    try trains(3)
    #expect(phone.refusals == [.parentNeeded, .parentNeeded])
  }

  @Test("GRP-11: needs a parent until the day before the 13th birthday, and none from then on")
  func birthday() throws {
    let date = town.today.civil
    let birthday = LocalDay(year: date.year - 13, month: date.month, day: date.day)
    for (born, refusals) in [(birthday.adding(days: 1), [Refusal.parentNeeded]), (birthday, [])] {
      let phone = town.install(group, town.person(born: born))
      try phone.joins()
      town.exchange(phone)
      try phone.does(.setGroupConsent(of: try #require(phone.member), to: true))
      town.exchange(phone)
      #expect(phone.refusals == refusals)
    }
  }

  @Test("GRP-11: without a family and under 13 shares once a parent's consent is on record")
  func withoutFamily() throws {
    let young = town.person(born: LocalDay(year: 2015, month: 6, day: 1))
    let old = town.person(born: LocalDay(year: 2000, month: 6, day: 1))
    let phones = [town.install(group, young), town.install(group, old)]
    for phone in phones {
      try phone.joins()
      town.exchange(phone)
    }
    func agrees() throws {
      for (phone, member) in zip(phones, [MemberHandle(2), MemberHandle(3)]) {
        try phone.does(.setGroupConsent(of: member, to: true))
        town.exchange(phone)
      }
    }
    try agrees()
    #expect(phones[0].refusals == [.parentNeeded] && phones[1].refusals == [])
    town.server.directory.allowSharing(of: young, true)
    try agrees()
    #expect(phones[0].refusals == [.parentNeeded])
    try phones[0].does(
      .shareWorkout(
        Entity(site: 901, sequence: 1), of: MemberHandle(2), on: town.today, calories: 100))
    town.exchange(phones[0])
    #expect(phones[0].refusals == [.parentNeeded])
    town.server.directory.allowSharing(of: young, false)
    try phones[0].does(
      .shareWorkout(
        Entity(site: 901, sequence: 2), of: MemberHandle(2), on: town.today, calories: 100))
    town.exchange(phones[0])
    #expect(phones[0].refusals == [.parentNeeded, .parentNeeded])
  }

  @Test("GRP-11: with an unknown birthday shares nothing, until they or a parent enter it")
  func birthdayUnknown() throws {
    let account = town.server.directory.open()
    let phone = town.install(group, account)
    try phone.joins()
    town.exchange(phone)
    func agrees() throws {
      try phone.does(.setGroupConsent(of: try #require(phone.member), to: true))
      town.exchange(phone)
    }
    #expect(phone.refusals == [], "joining reveals no one's training")
    try agrees()
    #expect(phone.refusals == [.parentNeeded])
    // Membership in a family that no longer knows anyone's age does not help either.
    town.server.deleteScope(town.family, now: town.now)
    _ = town.install(town.family, account, as: Town.mother)
    try agrees()
    #expect(phone.refusals == [.parentNeeded, .parentNeeded])
    town.server.directory.setBirth(of: account, to: Town.adult)
    try agrees()
    #expect(phone.refusals == [.parentNeeded, .parentNeeded])
    // A known birthday is not asked again for an account that was closed for a while.
    town.server.directory.close(account, because: .accountWithoutConsent)
    town.server.directory.reopen(account)
    try agrees()
    #expect(phone.refusals == [.parentNeeded, .parentNeeded])
  }

  @Test(
    "GRP-11: a child whose family is deleted shares no more, for no parent is responsible for it")
  func familyDeleted() throws {
    try consents(true)
    try mother.does(.setWorkoutSharing(of: child, to: true))
    town.exchange(mother)
    let phone = town.install(group, childs.account)
    try phone.joins()
    town.exchange(phone)
    func agrees() throws {
      try phone.does(.setGroupConsent(of: try #require(phone.member), to: true))
      town.exchange(phone)
    }
    try agrees()
    #expect(phone.refusals == [])
    town.server.deleteScope(town.family, now: town.now)
    try agrees()
    #expect(phone.refusals == [.parentNeeded])
  }

  @Test("GRP-11: adults of a family need no second birthday, but an observer of ten does")
  func birthdayKnownToFamily() throws {
    let ages = [(Role.parent, 1980), (.observer, 1950), (.coach, 1990), (.observer, 2016)]
    for (number, (role, year)) in ages.enumerated() {
      let account = town.server.directory.open()
      let family = town.install(town.family, account)
      try mother.does(.invite(as: role, code: InvitationCode(20 + UInt64(number)), by: Town.mother))
      town.exchange(mother)
      let born = LocalDay(year: year, month: 5, day: 4)
      try family.does(.join(with: InvitationCode(20 + UInt64(number)), as: role, born: born))
      town.exchange(family)
      let phone = town.install(group, account)
      try phone.joins()
      town.exchange(phone)
      try phone.does(.setGroupConsent(of: try #require(phone.member), to: true))
      town.exchange(phone)
      #expect(phone.refusals == (year == 2016 ? [.parentNeeded] : []))
    }
  }

  @Test("FAM-5: whose parent withdraws consent loses the group like the family, and its outbox")
  func withdrawal() throws {
    try consents(true)
    let phone = town.install(group, childs.account)
    try phone.joins()
    town.exchange(phone)
    let name = Command.setDisplayName(of: MemberHandle(2), to: TextHandle(9))
    try phone.does(name)
    let early = phone.asks()
    try consents(false)
    let decided = town.decided.count
    phone.applies(town.serve(early))
    town.exchange(childs)
    #expect(town.decided.count == decided)
    for install in [phone, childs] {
      #expect(
        install.replica.status(isOnline: true) == .removed(.accountWithoutConsent))
      #expect(install.replica.store.position == 0 && install.pendingCount == 0)
    }
    #expect(phone.refusals == [.accountWithoutConsent])
    // The seat is still theirs, so that they are not in two groups when they are back.
    #expect(town.activeGroup(childs) == group)
    try consents(true)
    for install in [phone, childs] {
      town.exchange(install)
      #expect(town.isSame(install) && install.replica.status(isOnline: true) == .synced)
    }
    try phone.does(name)
    town.exchange(phone)
    #expect(town.isSame(phone) && phone.refusals == [.accountWithoutConsent])
  }

  @Test("FAM-5: who turns 13 needs no consent any more")
  func thirteen() throws {
    try consents(true)
    let phone = town.install(group, childs.account)
    try phone.joins()
    town.exchange(phone)
    try consents(false)
    town.exchange(phone)
    #expect(phone.replica.revocation == .accountWithoutConsent)
    // The thirteenth birthday is in a year.
    town.now += 372 * Span.day
    #expect(town.signIn(phone) == .signedIn)
    town.exchange(phone)
    #expect(phone.replica.revocation == nil && town.isSame(phone))
  }

  @Test("FAM-5: does not restrict adults, nor accounts without a family here")
  func others() throws {
    let mothers = town.install(group, mother.account)
    let guests = town.install(group, town.person())
    for phone in [mothers, guests] {
      try phone.joins()
      town.exchange(phone)
      #expect(phone.refusals.isEmpty && town.isSame(phone))
    }
  }
}

import Base
import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("FAM-7: a deleted account")
struct DeletionTests {
  let world = World()
  let mother: AccountHandle
  let father: AccountHandle
  let phone: Device
  let fathers: Device
  let childs: Device
  let reading: Entity

  /// Mother and father have accounts and have logged something, for themselves and for the child.
  init() throws {
    mother = world.account()
    father = world.account()
    phone = world.device(of: World.mother, mother)
    fathers = world.device(of: World.father, father)
    childs = world.device(of: World.child)
    reading = try fathers.creates("Reading", for: World.child)
    try fathers.completes(reading, of: World.child)
    try fathers.drinks(tenthOunces: 70)
    try phone.drinks(tenthOunces: 20)
    world.settle()
    try phone.does(Self.water(77, for: World.father))
    world.settle()
  }

  static func water(_ tenthOunces: UInt16, for person: MemberHandle) -> Command {
    .logWater(
      for: person, WaterAmount(tenthOunces: tenthOunces, source: .glass, minuteOfDay: 0))
  }

  func water(of person: MemberHandle, on device: Device) -> UInt32 {
    device.replica.nutrients(of: person, on: world.today).waterTenthOunces
  }

  @Test("FAM-7: removes all data about its owner from the server and from every device")
  func purged() throws {
    #expect(water(of: World.father, on: phone) == 147)
    world.deletes(father)
    world.allExchange()
    for device in [phone, childs] {
      #expect(water(of: World.father, on: device) == 0)
      #expect(device.replica.member(World.father) == .blank)
      #expect(world.isSame(device))
    }
    #expect(fathers.holdsNothing)
    #expect(fathers.status() == .removed(.accountDeleted))
    #expect(throws: RefusalError(.accountDeleted)) { try fathers.drinks(tenthOunces: 1) }
    for row in world.feed where !row.verdict.isRejected {
      #expect(row.operation.fact.subject != World.father)
    }
    for row in world.feed {
      let amount = WaterAmount(row.operation.fact.payload).tenthOunces
      #expect(amount != 70 && amount != 77)
    }
  }

  @Test("FAM-7: leaves to others what its owner logged for them")
  func othersStay() {
    world.deletes(father)
    world.allExchange()
    for device in [phone, childs] {
      #expect(device.sees(reading))
      #expect(device.streak(reading) == 1)
      #expect(water(of: World.mother, on: device) == 20)
    }
    // No one's operations are missing from the log.
    #expect(world.feed.count == 5)
    #expect(world.feed.filter { $0.verdict.refusal == .ownerDeleted }.count == 2)
  }

  @Test("FAM-7: does not return by a late push, a replay, a sign-in or a new device")
  func nothingBringsItBack() throws {
    let replayed = fathers.asks()
    try fathers.drinks(tenthOunces: 33)
    let late = fathers.asks()
    world.deletes(father)
    let count = world.feed.count
    for request in [replayed, late, late] {
      let response = world.serve(request)
      #expect(response.kind == .purge && response.rows.isEmpty)
    }
    #expect(world.signIn(fathers) == .signInRefused(.accountDeleted))
    world.exchange(fathers)
    #expect(fathers.refusals == [.accountDeleted])
    let newPhone = world.device(of: World.father, father)
    world.exchange(newPhone)
    #expect(newPhone.position == 0 && newPhone.status() == .removed(.accountDeleted))
    #expect(!world.reopens(father))
    world.deletes(father)
    #expect(world.feed.count == count)
    #expect(world.server.scopes[Int(world.family)].epoch == 2)
  }

  @Test("FAM-7: does not return by earlier facts about a founder's membership")
  func membershipDoesNotBringItBack() throws {
    try phone.does(.deactivateMember(World.father))
    world.settle()
    try phone.does(.activateMember(World.father))
    try phone.does(.setRole(of: World.father, to: .observer))
    try phone.does(.setRole(of: World.father, to: .parent))
    world.settle()
    world.deletes(father)
    world.allExchange()
    #expect(world.server.scopes[Int(world.family)].state.member(World.father) == .blank)
    #expect(phone.replica.member(World.father) == .blank)
    #expect(world.isSame(phone) && world.isSame(childs))
  }

  @Test("FAM-7: does not return by others: what they still log about its owner is rejected")
  func othersCannotBringItBack() throws {
    let operation = try phone.does(Self.water(99, for: World.father))
    let own = try phone.drinks(tenthOunces: 5)
    world.deletes(father)
    world.allExchange()
    #expect(world.verdict(on: operation)?.refusal == .ownerDeleted)
    #expect(world.verdict(on: own)?.kind == .accepted)
    #expect(phone.refusals == [.ownerDeleted])
    #expect(world.feed.allSatisfy { WaterAmount($0.operation.fact.payload).tenthOunces != 99 })
    #expect(world.isSame(phone) && world.isSame(childs))
  }

  @Test("FAM-7: costs the others none of their pending operations")
  func queuesSurvive() throws {
    try phone.drinks(tenthOunces: 8)
    let withoutResponse = phone.asks()
    world.serve(withoutResponse)
    try phone.drinks(tenthOunces: 9)
    world.deletes(father)
    world.exchange(phone)
    #expect(phone.waterToday == 37)
    #expect(phone.pending.isEmpty && phone.refusals.isEmpty)
    #expect(world.isSame(phone))
    try phone.drinks(tenthOunces: 1)
    world.settle()
    #expect(phone.waterToday == 38 && world.isSame(phone) && world.isSame(childs))
  }

  @Test("FAM-7: also disappears from the list of rejections")
  func rejections() throws {
    let habit = try phone.creates("Chess", for: World.father)
    world.settle()
    try fathers.deletes(habit)
    world.exchange(fathers)
    let about = try phone.completes(habit, of: World.father)
    childs.submitsUnchecked(Self.water(44, for: World.child))
    world.settle()
    try #require(world.verdict(on: about)?.refusal == .habitDeleted)
    #expect(phone.refusals == [.habitDeleted] && childs.refusals == [.loggingNotAllowed])
    world.deletes(father)
    world.allExchange()
    #expect(phone.refusals.isEmpty)
    #expect(childs.refusals == [.loggingNotAllowed], "rejections about others stay, once")
  }

  @Test("FAM-7: leaves nothing of a page that was in flight")
  func pageUnderWay() throws {
    let tablet = world.device(of: World.mother, mother)
    let response = world.serve(tablet.asks())
    world.deletes(father)
    #expect(tablet.applies(response).rowsApplied == 5)
    world.allExchange()
    #expect(world.isSame(tablet))
    #expect(tablet.applies(response) == .ignored(.otherEpoch) && world.isSame(tablet))
  }

  @Test("FAM-7: disappears from a screen with pending operations, too")
  func shownWhole() throws {
    try phone.drinks(tenthOunces: 4)
    func shown() -> UInt32 {
      phone.replica.shown.pointee.personDay(World.father, 0).nutrients
        .waterTenthOunces
    }
    try #require(shown() == 147)
    let position = phone.position
    world.deletes(father)
    world.exchange(phone, pushMax: 0)
    try #require(phone.position == position && phone.pending.count == 1)
    #expect(shown() == 0)
  }

  @Test("FAM-7: deletes the family with its last parent")
  func lastParent() throws {
    world.deletes(father)
    world.allExchange()
    let late = childs.submitsUnchecked(Self.water(44, for: World.child))
    let operation = try phone.drinks(tenthOunces: 3)
    world.deletes(mother)
    for device in world.devices { world.exchange(device) }
    #expect(world.feed.isEmpty)
    for device in world.devices { #expect(device.holdsNothing) }
    #expect(phone.status() == .removed(.scopeDeleted))
    #expect(childs.status() == .removed(.scopeDeleted))
    #expect(childs.refusals == [.scopeDeleted] && phone.refusals == [.scopeDeleted])
    #expect(world.verdict(on: late) == nil && world.verdict(on: operation) == nil)
    #expect(world.server.scopes[Int(world.family)].state.habitCount == 0)
  }

  @Test("FAM-7: disappears from every family of its owner, each by its own rule")
  func twoFamilies() throws {
    let other = world.secondFamily()
    let grans = world.device(of: World.grandmother, mother, in: other)
    let others = world.device(of: World.mother, in: other)
    let aunts = world.device(of: World.father, in: other)
    try others.does(Self.water(11, for: World.grandmother))
    try aunts.drinks(tenthOunces: 12)
    world.settle()
    world.deletes(mother)
    world.allExchange()
    #expect(grans.holdsNothing && phone.holdsNothing)
    #expect(water(of: World.grandmother, on: others) == 0)
    #expect(water(of: World.father, on: others) == 12)
    #expect(world.isSame(others) && world.isSame(aunts))
    #expect(world.isSame(fathers) && water(of: World.father, on: fathers) == 147)
  }

  @Test("FAM-7: leaves no quota and no registered phone behind")
  func directory() {
    world.server.directory.register(DeviceToken(5), for: father)
    world.deletes(father)
    #expect(world.tokens(of: father).isEmpty)
    world.server.directory.register(DeviceToken(5), for: father)
    #expect(world.tokens(of: father).isEmpty)
  }

  @Test("FAM-7: later devices of the family start from the remaining data")
  func laterDevice() throws {
    world.deletes(father)
    let tablet = world.device(of: World.mother, mother)
    world.exchange(tablet)
    #expect(world.isSame(tablet))
    #expect(tablet.replica.member(World.father) == .blank)
    try tablet.drinks(tenthOunces: 2)
    world.settle()
    #expect(world.isSame(tablet) && world.isSame(phone))
  }

  @Test("FAM-1, FAM-7: leaves an empty place and a used invitation of a member who had joined")
  func joined() throws {
    let town = Town()
    let mothers = town.install(town.family, town.person(), as: Town.mother)
    let code = InvitationCode(77)
    try mothers.does(.invite(as: .observer, code: code, by: Town.mother))
    town.exchange(mothers)
    let grans = town.install(town.family, town.person())
    try grans.joins(with: code, as: .observer)
    town.exchange(grans)
    town.server.deleteAccount(grans.account, now: town.now)
    town.exchange(mothers)
    #expect(town.isSame(mothers))
    let left = mothers.replica.store.state.member(MemberHandle(1))
    #expect(!left.isActive && left.born == LocalDay(number: 0) && left.role == .observer)
    let again = town.install(town.family, town.person())
    try again.joins(with: code, as: .observer)
    town.exchange(again)
    #expect(again.refusals == [.invitationUsed] && again.knowsNothing)
  }

  @Test(
    "FAM-1, FAM-7: of a child whose account was closed leaves no member who looks like a parent")
  func closedChild() throws {
    let town = Town()
    let mothers = town.install(town.family, town.person(), as: Town.mother)
    let code = InvitationCode(78)
    try mothers.does(.invite(as: .child, code: code, by: Town.mother))
    town.exchange(mothers)
    let childs = town.install(town.family, town.person())
    try childs.does(.join(with: code, as: .child, born: LocalDay(year: 2018, month: 1, day: 1)))
    town.exchange(childs)
    town.exchange(mothers)
    try mothers.does(.setConsent(for: MemberHandle(1), given: true))
    try mothers.does(.setConsent(for: MemberHandle(1), given: false))
    town.exchange(mothers)
    town.server.deleteAccount(childs.account, now: town.now)
    town.exchange(mothers)
    #expect(town.isSame(mothers) && !mothers.replica.store.state.member(MemberHandle(1)).isActive)
    #expect(mothers.replica.store.state.shared.activeParentCount == 1)
    #expect(throws: RefusalError(.lastParent)) { try mothers.does(.removeMember(Town.mother)) }
  }

  @Test("GRP-2, GRP-3, FAM-7: of a group's founder leaves the group to the others")
  func founder() throws {
    let town = Town()
    let group = town.groups[0]
    let members = try town.members(3, of: group)
    town.server.deleteAccount(members[0].account, now: town.now)
    for member in members[1...] {
      town.exchange(member)
      #expect(town.isSame(member))
    }
    let shown = town.server.preview(
      of: group, presenting: town.code(of: group), to: town.person(), now: town.now)
    #expect(shown.response == nil && shown.memberCount == 2 && shown.name == TextHandle(7))
    let head = members[1].replica.store.state.group.head
    #expect(head.admin == members[1].member && head.createdDay == Town.monday)
    #expect(members[1].replica.store.state.group.seats[0].name == .empty)
    try members[1].does(.renameGroup(TextHandle(8), by: members[1].member!))
    let late = town.install(group, town.person())
    try late.joins()
    for install in [members[1], late] { town.exchange(install) }
    #expect(late.member == MemberHandle(3) && members[1].refusals.isEmpty)
  }
}

import Base
import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("FAM-1, P12: an account with an invitation to a family")
struct InvitedTests {
  let town = Town()
  let mother: Install
  static let code = InvitationCode(0x5EA1_ED00_0000_0042)

  init() throws {
    mother = town.install(town.family, town.person(), as: Town.mother)
    try mother.does(.invite(as: .observer, code: Self.code, by: Town.mother))
    try mother.does(
      .logWater(
        for: Town.mother, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)))
    town.exchange(mother)
  }

  @Test("P12: has nothing of it before joining, neither rows nor founders")
  func before() throws {
    let gran = town.install(town.family, town.person())
    town.exchange(gran)
    #expect(gran.knowsNothing && gran.replica.store.position == 0)
    try gran.joins(with: Self.code, as: .observer)
    let response = town.serve(gran.asks())
    #expect(response.kind == .snapshot && response.rows.count == 3)
    gran.applies(response)
    #expect(gran.member == MemberHandle(1) && town.isSame(gran))
    #expect(gran.replica.nutrients(of: Town.mother, on: town.today).waterTenthOunces == 80)
  }

  @Test("FAM-1: is refused with that reason and may try again, from the same install")
  func refused() throws {
    let gran = town.install(town.family, town.person())
    try gran.joins(with: InvitationCode(7), as: .observer)
    town.exchange(gran)
    try gran.joins(with: Self.code, as: .parent)
    town.exchange(gran)
    #expect(gran.refusals == [.invitationUnknown, .invitationForAnother])
    #expect(gran.knowsNothing && gran.replica.store.position == 2)
    try gran.joins(with: Self.code, as: .observer)
    town.exchange(gran)
    #expect(gran.member == MemberHandle(1) && town.isSame(gran))
    #expect(gran.refusals == [.invitationUnknown, .invitationForAnother])
    let another = town.install(town.family, town.person())
    try another.joins(with: Self.code, as: .observer)
    town.exchange(another)
    #expect(another.refusals == [.invitationUsed] && another.knowsNothing)
  }

  @Test("FAM-1: does not reveal the code by trying it under another name")
  func codeStaysSecret() throws {
    let gran = town.install(town.family, town.person())
    try gran.joins(with: Self.code, as: .parent)
    town.exchange(gran)
    town.exchange(mother)
    // A reader of the log could otherwise join with its content.
    for row in town.feed(town.family) { #expect(row.operation.fact.payload.first != Self.code.raw) }
    #expect(mother.replica.store.position == 2)
  }

  @Test("FAM-1: cannot join a group with it, nor a family with a group's")
  func otherDoors() throws {
    let group = town.groups[0]
    let anna = try town.members(1, of: group)[0]
    let lost = town.install(group, town.person())
    try lost.joins(with: Self.code, as: .observer)
    town.exchange(lost)
    #expect(lost.refusals == [.invitationUnknown] && lost.knowsNothing)
    #expect(town.memberCount(group) == 1)
    let other = town.install(town.family, town.person())
    try other.joins(with: town.code(of: group))
    town.exchange(other)
    #expect(other.refusals == [.groupUnknown] && other.knowsNothing)
    #expect(town.memberCount(town.family) == 1)
    #expect(town.activeGroup(other) == nil)
    // A member who knows what the scope is, is refused by their own device.
    let join = Command.join(with: Self.code, as: .observer, born: Town.adult)
    #expect(throws: RefusalError(.invitationUnknown)) { try anna.does(join) }
    let group2 = Command.joinGroup(code: town.code(of: group), as: TextHandle(3))
    #expect(throws: RefusalError(.groupUnknown)) { try mother.does(group2) }
  }

  @Test("FAM-7: still has nothing after a member's data was erased")
  func erased() throws {
    try mother.does(
      .invite(as: .parent, code: InvitationCode(9), by: Town.mother))
    town.exchange(mother)
    let father = town.install(town.family, town.person())
    try father.joins(with: InvitationCode(9), as: .parent)
    town.exchange(father)
    let early = town.install(town.family, town.person())
    town.server.deleteAccount(father.account, now: town.now)
    let late = town.install(town.family, town.person())
    for stranger in [early, late] {
      let response = town.serve(stranger.asks())
      #expect(response.kind == .page && response.rows.isEmpty)
      stranger.applies(response)
      #expect(stranger.knowsNothing)
    }
    try late.joins(with: Self.code, as: .observer)
    town.exchange(late)
    #expect(town.isSame(late) && late.member == MemberHandle(2))
    town.exchange(mother)
    #expect(town.isSame(mother))
  }

  @Test("FAM-7: of a deleted family gets the same refusal as without an invitation")
  func ended() throws {
    let gran = town.install(town.family, town.person())
    try gran.joins(with: Self.code, as: .observer)
    town.server.deleteAccount(mother.account, now: town.now)
    town.exchange(gran)
    #expect(gran.refusals == [.invitationUnknown] && gran.knowsNothing)
    try gran.does(.foundFamily(born: Town.adult))
    town.exchange(gran)
    #expect(gran.refusals.count == 2 && gran.knowsNothing)
    #expect(town.feed(town.family).isEmpty)
  }

  @Test("FAM-7: creates nothing where a scope was deleted")
  func genesis() throws {
    let empty = town.groups[1]
    town.server.deleteScope(empty, now: town.now)
    let first = town.install(empty, town.person())
    try first.founds()
    town.exchange(first)
    #expect(first.refusals == [.scopeDeleted] && first.knowsNothing)
    try first.does(.foundFamily(born: Town.adult))
    town.exchange(first)
    #expect(first.refusals == [.scopeDeleted, .scopeDeleted] && first.knowsNothing)
    #expect(town.activeGroup(first) == nil)
  }
}

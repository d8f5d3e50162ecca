import Base
import Chronology
import DomainCore
import TestKit
import Testing

@testable import SyncCore

@Suite("Members of a group")
struct GroupJourneyTests {
  @Test("GRP-3: an admin invites; the friend previews the group, joins and appears in it")
  func invite() throws {
    let world = GroupWorld()
    let anna = world.phone("Anna")
    anna.goesOnline()
    try anna.founds()
    world.passes(5 * Span.second)
    let bea = world.phone("Bea")
    let preview = world.server.preview(
      of: world.scope, presenting: GroupWorld.code, to: bea.account, now: world.now)
    #expect(preview.response == nil && preview.memberCount == 1)
    #expect(world.names.text(of: preview.name) == "Gym Bros")
    bea.goesOnline()
    try bea.joins()
    // Shown as a seat at once, assigned by the server.
    #expect(bea.member == nil && bea.membersShown == 1)
    world.passes(5 * Span.second)
    #expect(bea.member == MemberHandle(1) && anna.membersShown == 2 && anna.unread == 1)
    #expect(world.isSame(anna) && world.isSame(bea))
    let responses = [
      world.server.preview(
        of: world.scope, presenting: GroupCode(9), to: bea.account, now: world.now),
      world.server.preview(of: 77, presenting: GroupWorld.code, to: bea.account, now: world.now),
      world.server.preview(
        of: world.scope, presenting: GroupWorld.code, to: bea.account, now: world.now),
    ].map(\.response)
    #expect(responses == [.groupInvitationUnknown, .groupInvitationUnknown, .alreadyInGroup])
  }

  @Test("GRP-1: ten join at once, and an eleventh learns that the group is full")
  func tenAtOnce() throws {
    let world = GroupWorld()
    let phones = (0..<11).map { world.phone("Member \($0)") }
    phones[0].goesOnline()
    try phones[0].founds()
    world.passes(5 * Span.second)
    for phone in phones.dropFirst() {
      phone.goesOnline()
      try phone.joins()
    }
    world.passes(10 * Span.second)
    #expect(phones.map { $0.member?.index } == (0..<10).map { $0 } + [nil])
    #expect(phones[10].rejections == [.groupFull] && phones[10].membersShown == 0)
    #expect(phones[..<10].allSatisfy { world.isSame($0) })
    // A seat becomes free, and the same phone gets it.
    try phones[3].leaves()
    world.passes(5 * Span.second)
    try phones[10].joins()
    world.passes(5 * Span.second)
    #expect(phones[10].member == MemberHandle(10) && phones[0].membersShown == 10)
  }

  @Test("GRP-1: P13: whatever order, loss and repetition, no seat is free when a join is refused")
  func anyOrder() throws {
    var refused = 0
    for seed in 0..<1_000 as Range<UInt64> {
      var dice = Dice(seed: seed)
      let world = GroupWorld()
      let phones = (0..<12).map { world.phone("\($0)") }
      try phones[0].founds()
      phones[0].applies(world.serve(phones[0].request()))
      for phone in phones.dropFirst() { try phone.joins() }
      var held: [Asked] = []
      for _ in 0..<30 {
        let phone = phones[dice.roll(phones.count)]
        held.append(phone.request())
        // A request arrives, arrives again later, or never; a response may be lost.
        if dice.roll(3) > 0 {
          let response = world.serve(held[dice.roll(held.count)])
          if response.header.site == phone.site && dice.roll(4) > 0 { phone.applies(response) }
        }
        if let member = phone.member, member.index > 0, dice.roll(6) == 0 {
          _ = try? phone.leaves()
        }
      }
      for phone in phones { phone.applies(world.serve(phone.request())) }
      var here = 0
      for row in world.decided {
        let joins = row.operation.fact.kind == .groupJoined
        if joins && row.verdict.isRejected {
          refused += 1
          #expect(here == 10 && row.verdict.refusal == .groupFull, "seed \(seed)")
        }
        if !row.verdict.isRejected { here += joins ? 1 : -1 }
        #expect(here <= 10, "seed \(seed)")
      }
      #expect(world.decided.count >= 12)
    }
    #expect(refused > 500)
  }

  @Test("GRP-1: an account that creates or joins a second group is refused until it leaves")
  func twoGroups() throws {
    let world = GroupWorld()
    let members = try world.members(["Anna", "Bea"])
    let other = world.server.open(Scope(state: .emptyGroup(openedOn: GroupWorld.monday)))
    let second = world.phone("Bea", account: members[1].account, scope: other)
    second.goesOnline()
    try second.founds("Elsewhere")
    world.passes(5 * Span.second)
    #expect(second.rejections == [.alreadyInGroup] && second.member == nil)
    try members[1].leaves()
    world.passes(5 * Span.second)
    try second.founds("Elsewhere")
    world.passes(5 * Span.second)
    #expect(second.member == MemberHandle(0))
    #expect(world.activeGroup(of: members[1]) == other)
  }

  @Test("GRP-5, GRP-7: a workout lifts a member from third to first, and the others are notified")
  func lifted() throws {
    let world = GroupWorld()
    let members = try world.members(["Anna", "Bea", "Cleo"])
    for (member, count) in zip(members, [4, 3, 2]) {
      for number in 1...count { try member.trains(number) }
      world.passes(5 * Span.second)
    }
    #expect(members[2].board() == ["1 Anna 4", "2 Bea 3", "3 Cleo 2"])
    for number in 3...4 { try members[2].trains(number) }
    // On her own phone at once.
    #expect(members[2].board() == ["1 Anna 4", "1 Cleo 4", "3 Bea 3"])
    try members[2].trains(5)
    #expect(members[2].board() == ["1 Cleo 5", "2 Anna 4", "3 Bea 3"])
    #expect(members[0].board().first == "1 Anna 4")
    world.passes(5 * Span.second)
    #expect(members[0].board() == members[2].board() && members[1].board() == members[2].board())
    #expect(members.map(\.rankLosses) == [1, 1, 0])
  }

  @Test("GRP-2: members leave, are removed, hand over and delete")
  func lifeOfAGroup() throws {
    let world = GroupWorld()
    let members = try world.members(["Anna", "Bea", "Cleo", "Dora"])
    #expect(throws: RefusalError(.groupAdminNeeded)) { try members[1].removes(members[2]) }
    // Cleo is offline while she is removed; her operations of that time arrive too late.
    members[2].goesOffline()
    try members[2].trains(1)
    try members[0].removes(members[2])
    world.passes(5 * Span.second)
    members[2].goesOnline()
    world.passes(5 * Span.second)
    #expect(members[2].rejections == [.memberRemoved] && members[2].board().isEmpty)
    try members[0].leaves()
    world.passes(5 * Span.second)
    try members[1].removes(members[3])
    world.passes(5 * Span.second)
    let bea = try #require(members[1].member)
    try members[1].does(.deleteGroup(by: bea))
    world.passes(5 * Span.second)
    #expect(throws: RefusalError(.scopeDeleted)) { try members[1].does(.leaveGroup(bea)) }
    #expect(members.allSatisfy { world.activeGroup(of: $0) == nil })
    // No one has anything of the group any more, and every phone shows why.
    #expect(
      members.map { $0.replica.revocation }
        == [.memberRemoved, .scopeDeleted, .memberRemoved, .memberRemoved])
  }

  @Test("GRP-2: of a concurrent deletion and join, the first to arrive decides")
  func deletionMeetsJoin() throws {
    for deletesFirst in [true, false] {
      let world = GroupWorld()
      let anna = try world.members(["Anna"])[0]
      let late = world.phone("Bea")
      try late.joins()
      anna.goesOffline()
      try anna.does(.deleteGroup(by: anna.member!))
      for phone in deletesFirst ? [anna, late] : [late, anna] {
        phone.applies(world.serve(phone.request()))
      }
      late.applies(world.serve(late.request()))
      #expect(late.rejections == (deletesFirst ? [.groupDeleted] : []))
      #expect(late.replica.revocation == (deletesFirst ? nil : .scopeDeleted))
      #expect(world.activeGroup(of: late) == nil && late.membersShown == 0)
      #expect(world.rows().isEmpty)
    }
  }
}

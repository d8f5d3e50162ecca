import Base
import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("GRP-2: a deleted group")
struct GroupDeletionTests {
  let town = Town()
  let members: [Install]
  var group: UInt32 { town.groups[0] }
  var admin: Install { members[0] }

  init() throws {
    members = try town.members(4, of: town.groups[0])
    for member in members {
      try member.does(.setGroupConsent(of: member.member!, to: true))
      try member.does(
        .shareWorkout(
          Entity(site: 900, sequence: member.site + 1), of: member.member!, on: town.today,
          calories: 300))
      town.exchange(member)
    }
    for member in members { town.exchange(member) }
  }

  /// Whether nothing of the group is left on a device.
  func isEmpty(_ install: Install) -> Bool {
    let seats = install.replica.shown.pointee.group.seats.count
    return seats == 0 && install.replica.store.position == 0 && install.pendingCount == 0
  }

  @Test("GRP-2: is purged from every device at its next exchange, and gone from the server")
  func purged() throws {
    try admin.does(.deleteGroup(by: admin.member!))
    let response = town.serve(admin.asks())
    #expect(response.kind == .purge && response.rows.isEmpty)
    admin.applies(response)
    #expect(admin.refusals.isEmpty, "the deletion was performed, not refused")
    for member in members {
      town.exchange(member)
      #expect(member.replica.status(isOnline: true) == .removed(.scopeDeleted))
      #expect(isEmpty(member) && !member.replica.hasUnsent)
    }
    #expect(town.feed(group).isEmpty)
    let seats = town.server.scopes[Int(group)].state.group.seats.count
    let workouts = town.server.scopes[Int(group)].state.group.workouts.count
    let name = town.server.scopes[Int(group)].state.group.head.name
    #expect(seats == 0 && workouts == 0 && name == .empty)
  }

  @Test("GRP-2: accepts nothing more, whenever it was made, and reports the reason")
  func late() throws {
    let bea = members[1]
    let name = Command.setDisplayName(of: bea.member!, to: TextHandle(9))
    try bea.does(name)
    let early = bea.asks()
    try admin.does(.deleteGroup(by: admin.member!))
    admin.submitsUnchecked(
      .setDisplayName(of: admin.member!, to: TextHandle(9)), as: admin.member!)
    town.exchange(admin)
    #expect(admin.refusals == [.scopeDeleted] && admin.pendingCount == 0)
    let decided = town.decided.count
    for _ in 0..<2 { bea.applies(town.serve(early)) }
    #expect(bea.refusals == [.scopeDeleted] && town.decided.count == decided)
    #expect(throws: RefusalError(.scopeDeleted)) { try bea.does(name) }
    // A newly installed device gets nothing either.
    let new = town.install(group, bea.account, as: MemberHandle(1))
    town.exchange(new)
    #expect(new.replica.status(isOnline: true) == .removed(.scopeDeleted))
  }

  @Test("FAM-6, OFF-2: rejects operations made after leaving, and lists them")
  func afterLeaving() throws {
    let bea = members[1]
    let me = bea.member!
    try bea.does(.leaveGroup(me))
    bea.submitsUnchecked(.setDisplayName(of: me, to: TextHandle(9)), as: me)
    let rows = town.feed(group).count
    town.exchange(bea)
    #expect(town.feed(group).count == rows + 1)
    #expect(bea.refusals == [.memberRemoved] && isEmpty(bea))
  }

  @Test("FAM-6, HAB-9: decides operations in one transaction with the departure together")
  func leavingInTransaction() throws {
    let bea = members[1]
    let me = bea.member!
    bea.submitsUnchecked(.leaveGroup(me), as: me, followers: 1)
    bea.submitsUnchecked(.setDisplayName(of: me, to: TextHandle(9)), as: me)
    town.exchange(bea)
    let last = town.feed(group).suffix(2)
    #expect(last.map(\.operation.followers) == [1, 0])
    #expect(last.map(\.verdict.refusal) == [nil, .memberRemoved] && isEmpty(bea))
  }

  @Test("GRP-2: whose deletion repeats, because its response was lost, ends once")
  func lostResponse() throws {
    try admin.does(.deleteGroup(by: admin.member!))
    let request = admin.asks()
    town.serve(request)
    let decided = town.decided.count
    for _ in 0..<2 { admin.applies(town.serve(request)) }
    #expect(town.decided.count == decided && isEmpty(admin) && admin.refusals.isEmpty)
  }

  @Test("P12: leaves nothing of a response that was in flight")
  func underWay() throws {
    let new = town.install(group, members[1].account, as: MemberHandle(1))
    let response = town.serve(new.asks())
    try #require(response.rows.count == 12)
    try admin.does(.deleteGroup(by: admin.member!))
    town.exchange(admin)
    #expect(new.applies(response).rowsApplied == 12)
    town.exchange(new)
    #expect(isEmpty(new))
    #expect(new.applies(response) == .ignored(.otherEpoch) && isEmpty(new))
  }

  @Test("GRP-2: ends with its last member leaving, too")
  func lastOne() throws {
    for member in members { town.exchange(member) }
    for member in members {
      #expect(!town.isDeleted(group))
      try member.does(.leaveGroup(member.member!))
      town.exchange(member)
    }
    #expect(town.feed(group).isEmpty)
    #expect(
      members.map { $0.replica.revocation }
        == [.memberRemoved, .memberRemoved, .memberRemoved, .scopeDeleted])
    #expect(members.allSatisfy { isEmpty($0) && $0.refusals.isEmpty })
  }

  @Test("GRP-3: reports the deletion to accounts with the invitation, and to no others")
  func invitation() throws {
    let code = town.code(of: group)
    try admin.does(.deleteGroup(by: admin.member!))
    town.exchange(admin)
    for person in [admin.account, town.person()] {
      #expect(
        town.server.preview(of: group, presenting: code, to: person, now: town.now)
          == .hidden(because: .groupDeleted))
      #expect(
        town.server.preview(of: group, presenting: GroupCode(5), to: person, now: town.now)
          == .hidden(because: .groupInvitationUnknown))
    }
    let late = town.install(group, town.person())
    try late.joins()
    town.exchange(late)
    try late.joins(with: GroupCode(5))
    town.exchange(late)
    #expect(late.refusals == [.groupDeleted, .groupInvitationUnknown] && late.knowsNothing)
    #expect(town.feed(group).isEmpty)
  }

  @Test("GRP-1, GRP-2: its members may join another group at once, and its admin create one")
  func anotherGroup() throws {
    try admin.does(.deleteGroup(by: admin.member!))
    town.exchange(admin)
    // The others have not even received it.
    for (index, member) in members.enumerated() {
      let next = town.install(town.groups[1], member.account)
      if index == 0 { try next.founds() } else { try next.joins() }
      town.exchange(next)
      #expect(next.member == MemberHandle(UInt16(index)) && next.refusals.isEmpty)
    }
  }

  @Test("GRP-2, FAM-7: frees all members, however the scope ends")
  func deletedByServer() throws {
    town.server.deleteScope(group, now: town.now)
    #expect(members.allSatisfy { town.activeGroup($0) == nil })
    for member in members.dropFirst() { town.server.deleteAccount(member.account, now: town.now) }
    town.exchange(admin)
    #expect(admin.replica.status(isOnline: true) == .removed(.scopeDeleted))
  }

  @Test("GRP-2, FAM-7: ends with the account of its last member")
  func lastAccount() throws {
    for member in members.dropFirst() {
      try member.does(.leaveGroup(member.member!))
      town.exchange(member)
    }
    town.server.deleteAccount(admin.account, now: town.now)
    let late = town.install(group, members[1].account)
    try late.joins()
    town.exchange(late)
    #expect(late.refusals == [.groupDeleted])
  }

  @Test("GRP-2: a device that deletes a group accepts nothing more for it by itself")
  func deviceKnows() throws {
    let admin = try #require(self.admin.member)
    try self.admin.does(.deleteGroup(by: admin))
    #expect(throws: RefusalError(.groupDeleted)) { try self.admin.does(.leaveGroup(admin)) }
  }
}

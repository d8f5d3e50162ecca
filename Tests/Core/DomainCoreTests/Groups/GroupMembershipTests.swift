import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("The members of a group")
struct GroupMembershipTests {
  @Test("GRP-1: ten join, the eleventh is refused, and can join as soon as a seat is free")
  func eleventh() {
    let group = TestGroup(of: 10)
    #expect(group.activeAccounts == Array(0..<10))
    #expect(group.join(10) == .refused(.groupFull))
    #expect(group.state.memberCount == 10)
    group.leave(4)
    #expect(group.join(10) == .changed)
    #expect(group.activeAccounts == [0, 1, 2, 3, 5, 6, 7, 8, 9, 10])
    #expect(group.join(11) == .refused(.groupFull))
  }

  @Test("GRP-1: an account is in one active group, until it leaves, is removed, or the group ends")
  func oneGroup() {
    let group = TestGroup(of: 3)
    func refusedElsewhere(_ account: Int) -> Refusal? {
      let other = TestGroup(scope: 8)
      let genesis = other.fact(other.joining(account), by: account)
      return group.directory.refusal(
        of: genesis, from: Caller(account: AccountHandle(UInt32(account)), scope: 8),
        now: group.now)
    }
    #expect(group.join(1) == .refused(.alreadyInGroup))
    #expect(
      (0..<4).map(refusedElsewhere) == [.alreadyInGroup, .alreadyInGroup, .alreadyInGroup, nil])
    group.leave(1)
    group.does(group.removal(of: 2), 0)
    #expect((0..<4).map(refusedElsewhere) == [.alreadyInGroup, nil, nil, nil])
    group.join(2)
    #expect(group.does(.deleteGroup(by: group.handle(0)), 0) == .changed)
    #expect((0..<4).map(refusedElsewhere) == [nil, nil, nil, nil])
  }

  @Test("GRP-1: a removal under an old membership does not free the seat of the new one")
  func staleRemoval() {
    let group = TestGroup(of: 3)
    // Created on the admin's phone, before the member left and rejoined.
    let stale = group.fact(group.removal(of: 2), by: 0)
    group.leave(2)
    group.join(2)
    #expect(group.submit(stale, by: 0) == .superseded)
    #expect(group.activeAccounts == [0, 1, 2])
    #expect(group.directory.activeGroup(of: AccountHandle(2)) == 7)
    // The seat and the membership must agree.
    let mixed = Command.removeFromGroup(group.handle(2), membership: stale.entity)
    #expect(group.does(mixed, 0) == .refused(.notInGroup))
  }

  @Test("GRP-2: only the founder, the admin, renames, removes and deletes")
  func admin() {
    let group = TestGroup(of: 4)
    let name = group.names.handle(of: "Early Birds")
    #expect(group.admin == 0)
    #expect(group.does(.renameGroup(name, by: group.handle(1)), 1) == .refused(.groupAdminNeeded))
    #expect(group.does(group.removal(of: 2), 1) == .refused(.groupAdminNeeded))
    #expect(group.does(.deleteGroup(by: group.handle(1)), 1) == .refused(.groupAdminNeeded))
    #expect(group.does(.renameGroup(name, by: group.handle(0)), 0) == .changed)
    #expect(group.state.group.head.name == name)
    #expect(group.does(.renameGroup(.empty, by: group.handle(0)), 0) == .refused(.groupNameEmpty))
    #expect(group.does(group.removal(of: 0), 0) == .refused(.leaveInstead))
    #expect(group.does(group.removal(of: 2), 0) == .changed)
    #expect(group.activeAccounts == [0, 1, 3])
    #expect(group.train(2, 1) == .refused(.memberRemoved))
  }

  @Test("GRP-2: two devices that remove the same member agree; a device that knows refuses")
  func removedTwice() {
    let group = TestGroup(of: 3)
    let second = group.fact(group.removal(of: 2), by: 0, site: 90)
    group.does(group.removal(of: 2), 0)
    #expect(group.refusal(of: second, by: 0, at: .device) == .notInGroup)
    let digest = group.state.digest
    #expect(group.submit(second, by: 0) == .superseded)
    #expect(group.activeAccounts == [0, 1] && group.state.digest == digest)
  }

  @Test("GRP-2: when the admin leaves, the longest-standing member takes over")
  func handOver() {
    let group = TestGroup(of: 4)
    group.leave(1)
    group.join(1)
    // Account 1 has rejoined, so its seat comes after those of 2 and 3.
    group.leave(0)
    #expect(group.admin == 2)
    group.leave(2)
    #expect(group.admin == 3)
    group.leave(3)
    #expect(group.admin == 1)
    #expect(group.does(.renameGroup(TextHandle(9), by: group.handle(1)), 1) == .changed)
  }

  @Test("GRP-2: an admin leaves on one device and, offline, removes a member on the other")
  func adminOffline() {
    for removesFirst in [true, false] {
      let group = TestGroup(of: 3)
      let removal = group.fact(group.removal(of: 1), by: 0, site: 90)
      let leaving = group.fact(.leaveGroup(group.handle(0)), by: 0)
      if removesFirst {
        #expect(group.submit(removal, by: 0) == .changed)
        #expect(group.submit(leaving, by: 0) == .changed)
        #expect(group.admin == 2 && group.activeAccounts == [2])
      } else {
        #expect(group.submit(leaving, by: 0) == .changed)
        #expect(group.submit(removal, by: 0) == .refused(.memberRemoved))
        #expect(group.admin == 1 && group.activeAccounts == [1, 2])
      }
    }
  }

  @Test("GRP-2: the group is deleted with its last member, and refuses everything from then on")
  func lastOne() {
    let group = TestGroup(of: 2)
    group.train(1, 1)
    group.leave(0)
    #expect(!group.isDeleted)
    group.leave(1)
    #expect(group.isDeleted && group.board(.checkIns).isEmpty)
    #expect(group.join(2) == .refused(.groupDeleted))
    #expect(group.join(1) == .refused(.groupDeleted))
    #expect(group.leave(1) == .refused(.memberRemoved))
  }

  @Test("GRP-2, FAM-7: what is left of a deleted group still knows the day of its creation")
  func created() {
    let group = TestGroup(of: 2)
    let created = group.state.group.head.createdDay
    #expect(created.number > 0)
    #expect(group.does(.deleteGroup(by: group.handle(0)), 0) == .changed)
    let left = group.state.ended()
    #expect(left.group.head.isDeleted && left.group.head.createdDay == created)
  }

  @Test("GRP-2: a deleted group refuses every command; two deletes agree")
  func deleted() {
    let group = TestGroup(of: 3)
    group.train(1, 1)
    let second = group.fact(.deleteGroup(by: group.handle(0)), by: 0, site: 90)
    #expect(group.does(.deleteGroup(by: group.handle(0)), 0) == .changed)
    let digest = group.state.digest
    for command in GroupPermissionTests.commands(of: group, about: 1) {
      #expect(group.does(command, 1) == .refused(.groupDeleted), "\(command.kind)")
    }
    #expect(group.join(9) == .refused(.groupDeleted))
    #expect(group.refusal(of: second, by: 0, at: .device) == .groupDeleted)
    #expect(group.submit(second, by: 0) == .superseded)
    #expect(group.state.digest == digest)
    #expect(group.board(.checkIns).isEmpty && group.feed(1).isEmpty)
    #expect(group.isIdenticalToReplay())
  }

  @Test("GRP-2: the order of the log decides a race of deleting and joining")
  func deletionAndJoin() {
    for deletesFirst in [true, false] {
      let group = TestGroup(of: 2)
      let deletion = group.fact(.deleteGroup(by: group.handle(0)), by: 0)
      let join = group.fact(group.joining(5), by: 5)
      if deletesFirst {
        group.submit(deletion, by: 0)
        #expect(group.submit(join, by: 5) == .refused(.groupDeleted))
      } else {
        #expect(group.submit(join, by: 5) == .changed)
        group.submit(deletion, by: 0)
      }
      #expect(group.isDeleted && !group.directory.isInGroup(AccountHandle(5)))
    }
  }

  @Test("GRP-2: a member who rejoins has a new seat, with an empty row on the boards")
  func rejoin() {
    let group = TestGroup(of: 3)
    group.train(2, 1)
    #expect(group.board(.checkIns) == ["1 c 1"])
    let old = group.handle(2)
    group.leave(2)
    #expect(group.board(.checkIns).isEmpty)
    #expect(group.join(2) == .changed)
    #expect(group.handle(2) != old && group.board(.checkIns).isEmpty)
    // Consent belongs to the membership; with it the same workout may be published again.
    #expect(group.train(2, 1) == .refused(.groupConsentMissing))
    group.agree(2)
    #expect(group.train(2, 1) == .changed)
    #expect(group.board(.checkIns) == ["1 c 1"])
  }

  @Test("GRP-3: an invitation shows the group before a person joins, and the reason if they cannot")
  func preview() {
    let group = TestGroup()
    func respond(_ code: GroupCode = TestGroup.code) -> GroupPreview {
      group.state.group.groupPreview(presenting: code, group.state.shared)
    }
    #expect(respond().response == .groupInvitationUnknown)
    group.join(0)
    group.join(1)
    #expect(respond().response == nil && respond().memberCount == 2)
    #expect(group.names.text(of: respond().name) == "Gym Bros")
    let wrong = respond(GroupCode(TestGroup.code.raw ^ 1))
    #expect(
      wrong.response == .groupInvitationUnknown && wrong.name == .empty && wrong.memberCount == 0)
    for account in 2..<10 { group.join(account) }
    #expect(respond().response == .groupFull && respond().memberCount == 10)
    #expect(group.does(.deleteGroup(by: group.handle(0)), 0) == .changed)
    #expect(respond().response == .groupDeleted && respond().name == .empty)
    #expect(respond(GroupCode(5)).response == .groupInvitationUnknown)
  }

  @Test("GRP-3: an invitation never expires, and a wrong one opens nothing")
  func code() {
    let group = TestGroup()
    #expect(group.join(0, code: .none) == .refused(.groupInvitationUnknown))
    group.join(0)
    group.now = TestGroup.at(3_000, hour: 12)
    #expect(group.join(1, code: GroupCode(3)) == .refused(.groupInvitationUnknown))
    #expect(group.join(1) == .changed)
    let genesis = Command.foundGroup(
      named: TextHandle(3), code: TestGroup.code, as: TextHandle(4))
    #expect(group.does(genesis, 2) == .refused(.groupFounded))
    #expect(
      group.does(.joinGroup(code: TestGroup.code, as: .empty), 2) == .refused(.displayNameEmpty))
  }

  @Test("GRP-3: a device that has not read the group yet accepts a join; the server decides")
  func unread() {
    let group = TestGroup()
    let join = group.fact(.joinGroup(code: TestGroup.code, as: TextHandle(4)), by: 3)
    #expect(group.refusal(of: join, by: 3, at: .device) == nil)
    #expect(group.refusal(of: join, by: 3) == .groupUnknown)
    // Folded on the device it adds a pending member, and no group.
    group.state.apply(join, committed: group.now)
    #expect(group.state.memberCount == 1 && !group.state.group.head.isFounded)
  }

  @Test("FAM-1, GRP-3: a group is not a family, neither on a device nor on the server")
  func noFamily() {
    let group = TestGroup(of: 2)
    let adult = LocalDay(year: 1990, month: 1, day: 1)
    for command in [
      Command.join(with: InvitationCode(3), as: .observer, born: adult),
      .foundFamily(born: adult),
    ] {
      let fact = group.fact(command, by: 5, author: .newcomer)
      for place in [DecisionPlace.device, .server] {
        #expect(group.refusal(of: fact, by: 5, at: place) == .invitationUnknown)
      }
    }
  }

  @Test("GRP-3: a device with a pending join answers that it is in a group already")
  func joinsTwice() {
    let group = TestGroup()
    let join = Command.joinGroup(code: TestGroup.code, as: TextHandle(4))
    group.state.apply(group.fact(join, by: 3), committed: group.now)
    let again = group.fact(join, by: 3)
    #expect(group.refusal(of: again, by: 3, at: .device) == .alreadyInGroup)
  }

  @Test("GRP-3: a family is not a group")
  func family() {
    let family = TestFamily()
    let found = family.fact(
      .foundGroup(named: TextHandle(1), code: TestGroup.code, as: TextHandle(2)), by: .newcomer)
    let join = family.fact(
      .joinGroup(code: TestGroup.code, as: TextHandle(2)), by: .newcomer)
    for place in [DecisionPlace.device, .server] {
      #expect(family.refusal(of: found, at: place) == .groupUnknown)
      #expect(family.refusal(of: join, at: place) == .groupUnknown)
    }
    let share = family.fact(.setGroupSharing(of: TestFamily.parent, to: false))
    #expect(family.refusal(of: share) == .groupUnknown)
  }
}

import Base
import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("GRP-3, P12: a newcomer to a group")
struct NewcomerTests {
  let town = Town()
  var group: UInt32 { town.groups[0] }

  @Test(
    "GRP-3: sees the name and the number of members, and nothing more, with the right code only")
  func preview() throws {
    _ = try town.members(3, of: group)
    let stranger = town.person()
    func shown(_ scope: UInt32, _ code: GroupCode) -> GroupPreview {
      town.server.preview(of: scope, presenting: code, to: stranger, now: town.now)
    }
    let code = town.code(of: group)
    let open = shown(group, code)
    #expect(open.response == nil && open.name == TextHandle(7) && open.memberCount == 3)
    for (scope, wrong) in [(group, GroupCode(5)), (town.family, code), (99, code)] {
      #expect(shown(scope, wrong) == .hidden(because: .groupInvitationUnknown))
    }
    // Name and number are all that the type can contain beside the refusal.
    #expect(Mirror(reflecting: open).children.map(\.label) == ["response", "name", "memberCount"])
  }

  @Test("GRP-3: whose account was deleted sees nothing")
  func previewClosed() throws {
    _ = try town.members(1, of: group)
    let gone = town.person()
    town.server.deleteAccount(gone, now: town.now)
    let shown = town.server.preview(
      of: group, presenting: town.code(of: group), to: gone, now: town.now)
    #expect(shown == .hidden(because: .accountDeleted))
  }

  @Test("P12: gets no row of it, whatever the request asks for")
  func noRow() throws {
    _ = try town.members(4, of: group)
    let stranger = town.install(group, town.person())
    for epoch in 0..<5 as Range<UInt32> {
      for position in [0, 1, 2, 9] as [UInt32] {
        var request = stranger.asks()
        request.header.epoch = epoch
        request.header.position = position
        let response = town.serve(request)
        #expect(response.rows.isEmpty && response.founders.isEmpty)
        #expect(response.header.to == 0 && response.header.end == 0)
        #expect(stranger.applies(response).rowsApplied == 0)
      }
    }
    #expect(stranger.knowsNothing && stranger.replica.status(isOnline: true) == .synced)
  }

  @Test("GRP-3: gets the place that their join created, and not the last, if it arrives late")
  func supersededJoin() throws {
    _ = try town.members(2, of: group)
    let late = town.install(group, town.person())
    let join = try late.joins()
    // The list has them already, as of a log that was cut after that row; another member joined
    // later.
    for entity in [join.fact.identity, Entity(site: 99, sequence: 1)] {
      _ = town.server.scopes[Int(group)].state.addMember(
        Member(role: .groupMember, born: Town.adult, entity: entity, since: town.now))
    }
    let response = town.serve(late.asks())
    #expect(response.kind == .snapshot)
    #expect(town.server.sites[Int(late.site)].member == MemberHandle(2))
  }

  @Test("GRP-3: sees why they were refused, by a page of their own rows that reveals no more")
  func refused() throws {
    let members = try town.members(10, of: group)
    let late = town.install(group, town.person())
    try late.joins()
    #expect(late.replica.status(isOnline: true) == .pending(1))
    let response = town.serve(late.asks())
    #expect(response.kind == .page && response.rows.count == 1)
    #expect(response.header.from == 0 && response.header.to == 1 && response.header.end == 1)
    #expect(response.rows[0].digest == .zero, "a digest reveals whether something has happened")
    #expect(late.applies(response).hasAdvanced)
    #expect(late.refusals == [.groupFull] && late.pendingCount == 0 && late.knowsNothing)
    #expect(late.replica.status(isOnline: true) == .synced)
    // No one learns that an account was refused, nor what it tried.
    #expect(town.feed(group).count == 10)
    for member in members { town.exchange(member) }
    #expect(members.allSatisfy { $0.replica.store.position == 10 })
  }

  @Test("P12: is refused everything but joining, as a row of their own")
  func otherThanJoining() throws {
    let members = try town.members(2, of: group)
    let stranger = town.install(group, town.person())
    stranger.submitsUnchecked(.leaveGroup(members[1].member!), as: .newcomer)
    stranger.submitsUnchecked(.deleteGroup(by: members[0].member!), as: members[0].member!)
    for _ in 0..<3 { town.exchange(stranger) }
    #expect(stranger.refusals == [.authorUnknown, .authorUnknown] && stranger.knowsNothing)
    #expect(town.feed(group).count == 2 && town.activeGroup(members[0]) == group)
  }

  @Test(
    "GRP-3, P19: is not admitted by an operation of a later app version, and sees the rejection")
  func newerJoin() throws {
    _ = try town.members(2, of: group)
    let stranger = town.install(group, town.person())
    stranger.submitsUnchecked(Command(.unknown, subject: .newcomer), as: .newcomer)
    for _ in 0..<2 { town.exchange(stranger) }
    #expect(stranger.refusals.count == 1 && stranger.pendingCount == 0 && stranger.knowsNothing)
    #expect(town.memberCount(group) == 2 && town.feed(group).count == 2)
  }

  @Test("GRP-3: gets a separate verdict on each try, in order, whatever is lost or duplicated")
  func severalTries() throws {
    let members = try town.members(10, of: group)
    let late = town.install(group, town.person())
    try late.joins(with: GroupCode(5))
    #expect(throws: RefusalError(.alreadyInGroup)) { try late.joins() }
    late.submitsUnchecked(
      .joinGroup(code: town.code(of: group), as: TextHandle(5)), as: .newcomer)
    // The first response is lost; the request arrives again, twice.
    let first = late.asks()
    town.serve(first)
    let again = [town.serve(first), town.serve(first)]
    #expect(again.allSatisfy { $0.rows.map(\.operation.sequence) == [1] })
    #expect(late.applies(again[0]).hasAdvanced && late.applies(again[1]) == .ignored(.stale))
    #expect(late.refusals == [.groupInvitationUnknown] && late.pendingCount == 1)
    try members[4].does(.leaveGroup(members[4].member!))
    // Late messages change nothing on either side.
    town.serve(first)
    #expect(town.decided.filter { $0.operation.site == late.site }.count == 1)
    let second = town.serve(late.asks())
    #expect(second.rows.map(\.operation.sequence) == [2])
    #expect(late.applies(second).hasAdvanced && late.applies(again[1]) == .ignored(.stale))
    #expect(late.refusals == [.groupInvitationUnknown, .groupFull] && late.pendingCount == 0)
    // And once a seat is free the same install gets it.
    town.exchange(members[4])
    try late.joins()
    town.exchange(late)
    #expect(late.member == MemberHandle(10) && town.isSame(late))
    #expect(late.refusals == [.groupInvitationUnknown, .groupFull], "reported once")
  }

  @Test("GRP-3: is not affected by a response that repeats when the next verdict is given")
  func overtaken() throws {
    _ = try town.members(10, of: group)
    let late = town.install(group, town.person())
    try late.joins()
    let first = town.serve(late.asks())
    late.applies(first)
    try late.joins(with: GroupCode(5))
    let second = town.serve(late.asks())
    #expect(second.rows.map(\.verdict.refusal) == [.groupInvitationUnknown])
    #expect(late.applies(first) == .ignored(.stale) && late.applies(second).hasAdvanced)
    #expect(late.refusals == [.groupFull, .groupInvitationUnknown])
  }

  @Test("GRP-3: starts from the whole group after admission, also when that is lost and duplicated")
  func admitted() throws {
    let members = try town.members(2, of: group)
    let bea = town.install(group, town.person())
    let before = town.serve(bea.asks())
    try bea.joins()
    let request = bea.asks()
    let lost = town.serve(request)
    #expect(lost.kind == .snapshot && lost.rows.count == 3)
    #expect(bea.knowsNothing && bea.pendingCount == 1)
    try members[0].does(.renameGroup(TextHandle(8), by: members[0].member!))
    town.exchange(members[0])
    let response = town.serve(request)
    #expect(response.rows.count == 4 && bea.applies(response) == .snapshot(rows: 4))
    #expect(bea.applies(lost) == .ignored(.stale) && bea.applies(response) == .ignored(.stale))
    #expect(bea.applies(before) == .ignored(.otherEpoch))
    #expect(bea.member == MemberHandle(2) && bea.pendingCount == 0 && bea.refusals.isEmpty)
    #expect(town.isSame(bea))
    // Messages from before the admission are ignored.
    #expect(town.serve(request).kind == .snapshot)
    #expect(town.feed(group).count == 4)
    try bea.does(.setDisplayName(of: bea.member!, to: TextHandle(9)))
    town.exchange(bea)
    #expect(bea.pendingCount == 0 && town.isSame(bea))
  }

  @Test("FAM-6: who is admitted and removed before receiving it sees the removal")
  func admittedAndRemoved() throws {
    let anna = try town.members(1, of: group)[0]
    let bea = town.install(group, town.person())
    try bea.joins()
    let unheard = town.serve(bea.asks())
    town.exchange(anna)
    let place = MemberHandle(1)
    let membership = anna.replica.store.state.group.seats[1].entity
    try anna.does(.removeFromGroup(place, membership: membership))
    town.exchange(anna)
    town.exchange(bea)
    #expect(bea.replica.status(isOnline: true) == .removed(.memberRemoved))
    #expect(bea.refusals.isEmpty, "joining was not refused")
    #expect(!bea.applies(unheard).hasAdvanced)
    // A member who is invited again returns with another install.
    let again = town.install(group, bea.account)
    try again.joins()
    town.exchange(again)
    #expect(again.member == MemberHandle(2) && town.isSame(again))
  }

  @Test("GRP-1: with another group, or without an account, is refused and may try again later")
  func oneGroup() throws {
    let members = try town.members(2, of: group)
    _ = try town.members(1, of: town.groups[1])
    let bea = town.install(town.groups[1], members[1].account)
    try bea.joins()
    town.exchange(bea)
    #expect(bea.refusals == [.alreadyInGroup] && bea.knowsNothing)
    try members[1].does(.leaveGroup(members[1].member!))
    town.exchange(members[1])
    try bea.joins()
    town.exchange(bea)
    #expect(town.isSame(bea) && town.activeGroup(bea) == 1)
    let withoutAccount = town.install(group, .none)
    try withoutAccount.joins()
    town.exchange(withoutAccount)
    #expect(withoutAccount.refusals == [.accountNeeded] && withoutAccount.knowsNothing)
  }

  @Test("P12: does not learn the group's clock from a try's stamp, nor advance it")
  func stamps() throws {
    let anna = try town.members(1, of: group)[0]
    town.now += 2 * Span.day
    try anna.does(.renameGroup(TextHandle(8), by: anna.member!))
    town.exchange(anna)
    let latest = town.server.scopes[Int(group)].stampLatest
    town.now += -Span.day
    let stranger = town.install(group, town.person())
    let real = town.now
    town.now += 30 * Span.day
    try stranger.joins(with: GroupCode(5))
    town.now = real
    let response = town.serve(stranger.asks())
    #expect(response.rows[0].operation.fact.version.stamp == HybridClock.stamp(of: real))
    #expect(town.server.scopes[Int(group)].stampLatest == latest)
  }

  @Test("HAB-9: has the rest of a transaction decided after its first operation is rejected")
  func transaction() throws {
    _ = try town.members(10, of: group)
    let late = town.install(group, town.person())
    let name = TextHandle(5)
    late.submitsUnchecked(
      .joinGroup(code: town.code(of: group), as: name), as: .newcomer, followers: 1)
    late.submitsUnchecked(.joinGroup(code: GroupCode(4), as: name), as: .newcomer)
    for _ in 0..<2 { town.exchange(late) }
    #expect(late.refusals == [.groupFull, .groupInvitationUnknown] && late.pendingCount == 0)
  }

  @Test("FAM-7: leaves nothing of their attempts when their account is deleted")
  func deletedAccount() throws {
    _ = try town.members(10, of: group)
    let late = town.install(group, town.person())
    try late.joins()
    town.serve(late.asks())
    #expect(town.server.refusal(of: late.site)?.operation.fact.payload != Payload())
    town.server.deleteAccount(late.account, now: town.now)
    #expect(town.server.refusal(of: late.site)?.operation.fact.payload == Payload())
    town.exchange(late)
    #expect(late.replica.status(isOnline: true) == .removed(.accountDeleted))
    #expect(late.pendingCount == 0)
    let decided = town.decided.count
    late.submitsUnchecked(.joinGroup(code: town.code(of: group), as: TextHandle(5)), as: .newcomer)
    town.exchange(late)
    #expect(town.decided.count == decided && late.refusals == [.accountDeleted])
  }

  @Test("FAM-8: signs in again after a long time without contact, and is processed then")
  func session() throws {
    _ = try town.members(1, of: group)
    let bea = town.install(group, town.person())
    town.exchange(bea)
    town.now += 31 * Span.day
    try bea.joins()
    town.exchange(bea)
    #expect(bea.replica.status(isOnline: true) == .needsSignIn(pending: 1))
    #expect(town.signIn(bea) == .signedIn)
    town.exchange(bea)
    #expect(bea.member == MemberHandle(1) && town.isSame(bea))
  }

  @Test("OFF-1: cannot join without a connection, and sees that reason")
  func offline() throws {
    let join = Command.joinGroup(code: town.code(of: group), as: TextHandle(5))
    let family = Command.join(with: InvitationCode(5), as: .observer, born: Town.adult)
    let genesis = Command.foundGroup(
      named: TextHandle(7), code: GroupCode(9), as: TextHandle(5))
    for command in [join, family, genesis] {
      let phone = town.install(group, town.person())
      #expect(throws: RefusalError(.needsConnection)) { try phone.does(command, isOnline: false) }
      #expect(phone.pendingCount == 0)
      try phone.does(command)
      #expect(phone.pendingCount == 1)
    }
  }

  @Test("GRP-3: returns to a group under a new number, on the same phone")
  func comesBack() throws {
    _ = try town.members(2, of: group)
    let (account, nonce) = (town.person(), InstallNonce(raw: 77))
    func number(as member: MemberHandle = .newcomer) -> UInt32 {
      town.server.register(scope: group, member: member, account: account, install: nonce)
    }
    let before = town.install(group, account, named: nonce)
    #expect(number() == before.site, "a repeated registration gives the same site")
    try before.joins()
    town.exchange(before)
    let place = try #require(before.member)
    #expect(number() == before.site, "a current member keeps the number")
    try before.does(.leaveGroup(place, erasingWorkouts: false))
    town.exchange(before)
    #expect(number(as: place) == before.site, "the former membership keeps its number")
    let after = town.install(group, account, named: nonce)
    #expect(after.site != before.site && number() == after.site)
    try after.joins()
    town.exchange(after)
    #expect(after.member != place && town.activeGroup(after) == group && town.isSame(after))
    #expect(before.replica.revocation == .memberRemoved)
  }

  @Test("GRP-3: gets back the number that they returned under, once a server has lost it")
  func comesBackAfterFailover() throws {
    let (account, nonce) = (town.person(), InstallNonce(raw: 78))
    let first = town.server.register(
      scope: group, member: .newcomer, account: account, install: nonce)
    town.server.reserveSites(incarnations: 1)
    let claimed = town.server.register(
      scope: group, member: .newcomer, account: account, install: nonce, claiming: first + 3)
    #expect(claimed == first + 3)
  }
}

import ShakeoutCore
import Testing

/// Two families' parents at one server.
private struct Neighbours: ~Copyable {
  let kitchen: Kitchen
  var server: FamilyServer
  var ada: Session<MemoryStorage>
  var ben: Session<MemoryStorage>

  init() throws {
    let texts = Texts()
    let kitchen = Kitchen()
    var server = FamilyServer(clock: kitchen.clock)
    let ada = try server.foundFamily(by: Kitchen.ada, in: Kitchen.berlin, texts: texts)
    var neighbour = Kitchen.ada
    neighbour.name = "Ben"
    let ben = try server.foundFamily(by: neighbour, in: Kitchen.berlin, texts: texts)
    self.kitchen = kitchen
    self.server = server
    self.ada = ada
    self.ben = ben
  }

  /// Both are in a group of Ada's, have agreed to share, and know of each other.
  mutating func group() throws -> Pair {
    var ada = try server.foundGroup("Gym", as: "Ada", secret: 0xC0FFEE, by: self.ada)
    let offered = ada.invitation
    let invitation = try #require(offered)
    var ben = try server.joinGroup(invitation, as: "Ben", by: self.ben)
    try ada.perform(.consent())
    try ben.perform(.consent())
    ada.exchange(with: &server)
    ben.exchange(with: &server)
    ada.exchange(with: &server)
    return Pair(ada: ada, ben: ben)
  }

  struct Pair: ~Copyable {
    var ada: GroupSession<MemoryStorage>
    var ben: GroupSession<MemoryStorage>
  }
}

@Suite("A group, as an app shows it")
struct GroupSessionTests {
  @Test("GRP-3: an invitation shows the group before one joins, and a wrong one shows nothing")
  func invitation() throws {
    var world = try Neighbours()
    let gym = try world.server.foundGroup("Gym", as: "Ada", secret: 7, by: world.ada)
    let offered = gym.invitation
    let invitation = try #require(offered)
    let glance = world.server.glance(at: invitation, by: world.ben)
    #expect(glance.refusal == nil)
    #expect(glance.name == "Gym" && glance.memberCount == 1)
    for wrong in [
      GroupInvitation(group: invitation.group, secret: 8),
      GroupInvitation(group: 0, secret: 7), GroupInvitation(group: .max, secret: 7),
    ] {
      let refused = world.server.glance(at: wrong, by: world.ben)
      #expect(refused.refusal == .groupInvitationUnknown)
      #expect(refused.name == "")
      #expect(throws: Refusal.groupInvitationUnknown) {
        _ = try world.server.joinGroup(wrong, as: "Ben", by: world.ben)
      }
    }
  }

  @Test("GRP-1: one group at a time")
  func oneGroup() throws {
    var world = try Neighbours()
    let pair = try world.group()
    #expect(throws: Refusal.alreadyInGroup) {
      _ = try world.server.foundGroup("Other", as: "Ben", secret: 9, by: world.ben)
    }
    let names = pair.ada.members.map(\.name)
    #expect(names == ["Ada", "Ben"])
    let admins = pair.ben.members.map(\.isAdmin)
    #expect(admins == [true, false])
  }

  @Test("GRP-4: a workout that is shared counts once on everybody's board, and can be taken back")
  func board() throws {
    var world = try Neighbours()
    var pair = try world.group()
    let own = world.ada.person
    let run = try world.ada.perform(
      .logWorkout(.running, minutes: 40, kilocalories: 420, for: own))
    let today = world.ada.today
    try pair.ada.perform(.share(run, on: today, kilocalories: 420))
    try pair.ada.perform(.share(run, on: today, kilocalories: 420))
    pair.ada.exchange(with: &world.server)
    pair.ben.exchange(with: &world.server)
    let rows = pair.ben.board(.checkIns).map { "\($0.rank) \($0.name) \($0.value)" }
    #expect(rows == ["1 Ada 1"])
    try pair.ada.perform(.withdraw(run, on: today))
    pair.ada.exchange(with: &world.server)
    pair.ben.exchange(with: &world.server)
    let none = pair.ben.board(.checkIns)
    #expect(none.isEmpty)
  }

  @Test("GRP-7: the feed tells who came, until it was seen")
  func feed() throws {
    var world = try Neighbours()
    var pair = try world.group()
    let ben = pair.ben.person
    let news = pair.ada.feed.filter(\.isUnread).map(\.kind)
    #expect(news == [.memberJoined])
    let who = pair.ada.feed.map(\.member)
    #expect(who == [ben])
    try pair.ada.perform(.viewFeed())
    let unread = pair.ada.feed.filter(\.isUnread)
    #expect(unread.isEmpty)
  }

  @Test("GRP-2: the admin removes a member, whose phone then shows nothing of the group")
  func removal() throws {
    var world = try Neighbours()
    var pair = try world.group()
    let ben = pair.ben.person
    #expect(throws: Refusal.groupAdminNeeded) { try pair.ben.perform(.renameGroup(to: "Ours")) }
    try pair.ada.perform(.remove(ben))
    pair.ada.exchange(with: &world.server)
    pair.ben.exchange(with: &world.server)
    let status = pair.ben.status()
    #expect(status == .removed(.memberRemoved))
    let members = pair.ben.members
    #expect(members.isEmpty)
    #expect(throws: Refusal.self) { try pair.ben.perform(.setDisplayName(to: "Benny")) }
  }

  @Test("GRP-11: a child under 13 shares nothing before a parent has agreed to it")
  func child() throws {
    var world = try Neighbours()
    let max = try world.ada.perform(.addChild(Kitchen.max))
    world.ada.exchange(with: &world.server)
    try world.ada.performAll([.letLog(max), .consent(for: max)])
    world.ada.exchange(with: &world.server)
    var phone = try world.server.openSession(of: max, beside: world.ada, in: Kitchen.berlin)
    phone.exchange(with: &world.server)
    var gym = try world.server.foundGroup("Kids", as: "Max", secret: 11, by: phone)
    try gym.perform(.consent())
    gym.exchange(with: &world.server)
    let first = gym.refusals
    #expect(first == [.parentNeeded])
    try world.ada.perform(.letShareWorkouts(max))
    world.ada.exchange(with: &world.server)
    try gym.perform(.consent())
    gym.exchange(with: &world.server)
    let later = gym.refusals
    #expect(later == [.parentNeeded])
    let shown = gym.members.map(\.isShown)
    #expect(shown == [true])
  }

  @Test("FAM-8: after thirty days without contact one signs in again, and what waits is kept")
  func lapse() throws {
    var world = try Neighbours()
    let own = world.ada.person
    let reading = try world.ada.perform(.createHabit("Reading", for: own))
    world.ada.exchange(with: &world.server)
    world.kitchen.pass(hours: 24 * 31)
    try world.ada.perform(.mark(reading))
    world.ada.exchange(with: &world.server)
    let lapsed = world.ada.status()
    #expect(lapsed == .needsSignIn(pending: 1))
    world.ada.signIn(with: &world.server)
    world.ada.exchange(with: &world.server)
    let after = world.ada.status()
    #expect(after == .synced)
    let streak = world.ada.streak(of: reading)
    #expect(streak == 1)
  }
}

import ShakeoutCore
import Testing

/// Two families' parents at one server.
private struct Neighbours: ~Copyable {
  let kitchen: Kitchen
  var server: FamilyServer
  var ada: Session<MemoryStorage>
  var ben: Session<MemoryStorage>

  init() throws {
    let kitchen = Kitchen()
    var server = FamilyServer(clock: kitchen.clock)
    let ada = try server.createFamily(by: Kitchen.ada, in: Kitchen.berlin)
    var neighbor = Kitchen.ada
    neighbor.name = "Ben"
    let ben = try server.createFamily(by: neighbor, in: Kitchen.berlin)
    self.kitchen = kitchen
    self.server = server
    self.ada = ada
    self.ben = ben
  }

  /// Both are in a group of Ada's, have agreed to share, and see each other.
  mutating func group() throws -> Pair {
    var ada = try server.createGroup("Gym", as: "Ada", secret: 0xC0FFEE, by: self.ada)
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

  /// The check-ins of a week as Ben sees them, after all have exchanged.
  mutating func shown(_ pair: inout Pair, week day: LocalDay? = nil) -> [String] {
    pair.ada.exchange(with: &server)
    pair.ben.exchange(with: &server)
    return pair.ben.board(.checkIns, week: day).map { "\($0.rank) \($0.name) \($0.value)" }
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
    let gym = try world.server.createGroup("Gym", as: "Ada", secret: 7, by: world.ada)
    let offered = gym.invitation
    let invitation = try #require(offered)
    let preview = world.server.preview(of: invitation, by: world.ben)
    #expect(preview.refusal == nil)
    #expect(preview.name == "Gym" && preview.memberCount == 1)
    for wrong in [
      GroupInvitation(group: invitation.group, secret: 8),
      GroupInvitation(group: 0, secret: 7), GroupInvitation(group: .max, secret: 7),
    ] {
      let refused = world.server.preview(of: wrong, by: world.ben)
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
      _ = try world.server.createGroup("Other", as: "Ben", secret: 9, by: world.ben)
    }
    let names = pair.ada.members.map(\.name)
    #expect(names == ["Ada", "Ben"])
    let admins = pair.ben.members.map(\.isAdmin)
    #expect(admins == [true, false])
  }

  @Test("GRP-4: a shared workout counts once on every member's board, and can be withdrawn")
  func board() throws {
    var world = try Neighbours()
    var pair = try world.group()
    let own = world.ada.person
    try world.ada.perform(.logWorkout(.running, minutes: 40, kilocalories: 420, for: own))
    let runs = world.ada.workouts(of: own, on: world.ada.today)
    let run = try #require(runs.first)
    try pair.ada.perform(.share(run))
    try pair.ada.perform(.share(run))
    #expect(world.shown(&pair) == ["1 Ada 1"])
    try pair.ada.perform(.withdraw(run))
    #expect(world.shown(&pair) == [])
  }

  @Test("FAM-16, GRP-5: a tie on the board stands in a reader's order of names")
  func boardByName() throws {
    let kitchen = Kitchen()
    var server = FamilyServer(clock: kitchen.clock)
    func runner(_ server: inout FamilyServer) throws -> Session<MemoryStorage> {
      var session = try server.createFamily(by: Kitchen.ada, in: Kitchen.berlin)
      try session.perform(
        .logWorkout(.running, minutes: 40, kilocalories: 420, for: session.person))
      return session
    }
    func share(
      _ session: borrowing Session<MemoryStorage>, _ seat: inout GroupSession<MemoryStorage>,
      _ server: inout FamilyServer
    ) throws {
      try seat.perform(.consent())
      let workouts = session.workouts(of: session.person, on: session.today)
      try seat.perform(.share(try #require(workouts.first)))
      seat.exchange(with: &server)
    }
    let founder = try runner(&server)
    var gym = try server.createGroup("Gym", as: "Zoe", secret: 7, by: founder)
    try share(founder, &gym, &server)
    let offered = gym.invitation
    for name in ["bob", "zoe", "Émile", "alice"] {
      let other = try runner(&server)
      var seat = try server.joinGroup(try #require(offered), as: name, by: other)
      try share(other, &seat, &server)
    }
    gym.exchange(with: &server)
    let board = gym.board(.checkIns)
    #expect(board.map(\.name) == ["alice", "bob", "Émile", "zoe", "Zoe"])
    #expect(board.map(\.rank) == [1, 1, 1, 1, 1])
  }

  @Test("FAM-16: a group and a member need a name of which something is visible")
  func invisibleNames() throws {
    var world = try Neighbours()
    for name in ["", " ", "\u{200B}", "\u{3164}\u{2060}", "\u{2800}"] {
      #expect(throws: Refusal.groupNameEmpty) {
        _ = try world.server.createGroup(name, as: "Ada", secret: 7, by: world.ada)
      }
      #expect(throws: Refusal.displayNameEmpty) {
        _ = try world.server.createGroup("Gym", as: name, secret: 7, by: world.ada)
      }
    }
  }

  @Test("GRP-4, TRN-3: an imported workout can be shared, and counts for its own day")
  func imported() throws {
    var world = try Neighbours()
    var pair = try world.group()
    let own = world.ada.person
    // It is Tuesday, and the watch imports Sunday night's.
    let sunday = world.ada.today.adding(days: -2)
    try world.ada.perform(
      .importWorkout(
        sample: 1, .running, from: Instant("2026-03-08T21:00:00Z")!, minutes: 180,
        kilocalories: 900, for: own))
    let nights = world.ada.workouts(of: own, on: sunday)
    let night = try #require(nights.first)
    #expect(night.id == nil && night.sample == 1 && night.kilocalories == 900)
    try pair.ada.perform(.share(night))
    try pair.ada.perform(.share(night))
    #expect(world.shown(&pair) == [])
    #expect(world.shown(&pair, week: sunday) == ["1 Ada 1"])
    try pair.ada.perform(.withdraw(night))
    #expect(world.shown(&pair, week: sunday) == [])
    try world.ada.perform(.removeImport(of: 1, for: own))
    #expect(world.ada.workouts(of: own, on: sunday).isEmpty)
    for (sample, revision, start, minutes, burned) in [
      (0, 1, 0, 30, 9), (1, 0, 0, 30, 9), (1, .max, 0, 30, 9), (1, 1, -1, 30, 9),
      (1, 1, .max, 30, 9), (1, 1, 0, .nan, 9), (1, 1, 0, 1_441, 9), (1, 1, 0, 30, .min),
    ] as [(UInt64, Int, Int64, Double, Int)] {
      #expect(throws: Refusal.self) {
        try world.ada.perform(
          .importWorkout(
            sample: sample, revision: revision, .yoga, from: Instant(milliseconds: start),
            minutes: minutes, kilocalories: burned, for: own))
      }
    }
  }

  @Test(
    "GRP-4, TRN-3: a workout that was logged and imported counts once, whichever was shared first")
  func both() throws {
    for importsFirst in [true, false] {
      var world = try Neighbours()
      var pair = try world.group()
      let own = world.ada.person
      func log() throws {
        try world.ada.perform(.logWorkout(.running, minutes: 40, kilocalories: 420, for: own))
      }
      func take() throws {
        try world.ada.perform(
          .importWorkout(
            sample: 1, .running, from: world.ada.now - 40 * 60_000, minutes: 38,
            kilocalories: 400, for: own))
      }
      try importsFirst ? take() : log()
      let today = world.ada.today
      let first = world.ada.workouts(of: own, on: today)
      try pair.ada.perform(.share(try #require(first.first)))
      try importsFirst ? log() : take()
      let known = world.ada.workouts(of: own, on: today)
      try #require(known.count == 1)
      #expect(known[0].id != nil && known[0].sample == 1)
      try pair.ada.perform(.share(known[0]))
      #expect(world.shown(&pair) == ["1 Ada 1"])
      try pair.ada.perform(.withdraw(known[0]))
      #expect(world.shown(&pair) == [])
    }
  }

  @Test("GRP-7: the feed lists who joined, until it was seen")
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
    try world.ada.performAll([.allowLogging(max), .consent(for: max)])
    world.ada.exchange(with: &world.server)
    var phone = try world.server.openSession(of: max, beside: world.ada, in: Kitchen.berlin)
    phone.exchange(with: &world.server)
    var gym = try world.server.createGroup("Kids", as: "Max", secret: 11, by: phone)
    try gym.perform(.consent())
    gym.exchange(with: &world.server)
    let first = gym.refusals
    #expect(first == [.parentNeeded])
    try world.ada.perform(.allowWorkoutSharing(max))
    world.ada.exchange(with: &world.server)
    try gym.perform(.consent())
    gym.exchange(with: &world.server)
    let later = gym.refusals
    #expect(later == [.parentNeeded])
    let shown = gym.members.map(\.isShown)
    #expect(shown == [true])
  }

  @Test(
    "FAM-8: after thirty days without contact the user signs in again; pending operations are kept")
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

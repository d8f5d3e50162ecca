import Base
import Chronology
import DomainCore
import TestKit
import Testing

@testable import SyncCore

@Suite("A board on every member's phone")
struct BoardLatencyTests {
  @Test("GRP-8: shows a workout within five seconds, with a second of latency each way")
  func withinFiveSeconds() throws {
    let world = GroupWorld()
    let members = try world.members((0..<10).map { "Member \($0)" })
    try members[4].trains(1)
    #expect(members[4].board() == ["1 Member 4 1"])
    world.passes(4 * Span.second - 1)
    #expect(members[0].board().isEmpty)
    world.passes(1)
    #expect(members.allSatisfy { $0.board() == ["1 Member 4 1"] })
  }

  @Test("GRP-8: wakes no offline phone, and shows all changes when they are back")
  func offline() throws {
    let world = GroupWorld()
    let members = try world.members(["Anna", "Bea", "Cleo"])
    members[2].goesOffline()
    try members[0].trains(1)
    world.passes(Span.hour)
    #expect(members[1].board() == ["1 Anna 1"] && members[2].board().isEmpty)
    // Offline changes reach the others within five seconds of reconnecting.
    try members[2].trains(1)
    members[2].goesOnline()
    world.passes(4 * Span.second)
    #expect(members.allSatisfy { $0.board() == ["1 Anna 1", "1 Cleo 1"] })
  }

  @Test("GRP-8: shows every workout in time, however many arrive at once", arguments: 0..<20)
  func busy(seed: Int) throws {
    var dice = Dice(seed: UInt64(seed))
    let world = GroupWorld()
    let members = try world.members(["Anna", "Bea", "Cleo", "Dora"])
    var made: [(at: Instant, member: Int)] = []
    for number in 1...30 {
      let member = dice.roll(4)
      try members[member].trains(number)
      made.append((world.now, member))
      world.passes(Int64(dice.roll(1_500)))
      for (index, phone) in members.enumerated() {
        for other in 0..<4 {
          let due = made.count { $0.member == other && $0.at + 5 * Span.second <= world.now }
          let member = members[other].member!
          let shown =
            phone.replica.store.state.group.score(of: member, week: GroupWorld.monday)?.checkIns
          #expect(Int(shown ?? 0) >= due, "member \(other) on phone \(index)")
        }
      }
    }
    world.passes(5 * Span.second)
    #expect(members.allSatisfy { world.isSame($0) })
  }

  @Test("GRP-8: a rejected operation wakes no one")
  func refused() throws {
    let world = GroupWorld()
    let members = try world.members(["Anna", "Bea"])
    let stranger = world.phone("Cleo")
    try stranger.does(.joinGroup(code: GroupCode(3), as: stranger.name))
    let position = members[0].replica.store.position
    stranger.applies(world.serve(stranger.request()))
    world.passes(10 * Span.second)
    #expect(stranger.rejections == [.groupInvitationUnknown])
    #expect(members[0].replica.store.position == position)
  }

  @Test(
    "GRP-8: the online sites of a scope except the author are woken, in the order of connecting")
  func subscriptions() {
    var subscriptions = Subscriptions()
    func woken(_ scope: UInt32, except author: UInt32 = .max) -> [UInt32] {
      var sites: [UInt32] = []
      subscriptions.wake(readersOf: scope, except: author) { sites.append($0) }
      return sites
    }
    for site in [4, 0, 2, 9] as [UInt32] { subscriptions.connect(site, to: 1) }
    subscriptions.connect(3, to: 0)
    #expect(woken(1) == [4, 0, 2, 9] && woken(1, except: 0) == [4, 2, 9])
    #expect(woken(0) == [3] && woken(5) == [])
    subscriptions.disconnect(0)
    subscriptions.disconnect(0)
    subscriptions.disconnect(77)
    let online = (0..<5).filter { subscriptions.isOnline($0) }
    #expect(woken(1) == [4, 2, 9] && online == [2, 3, 4])
    subscriptions.disconnect(9)
    subscriptions.disconnect(4)
    #expect(woken(1) == [2])
    subscriptions.connect(2, to: 0)
    subscriptions.connect(4, to: 1)
    #expect(woken(1) == [4] && woken(0) == [3, 2])
    subscriptions.disconnect(4)
    #expect(woken(1) == [])
  }
}

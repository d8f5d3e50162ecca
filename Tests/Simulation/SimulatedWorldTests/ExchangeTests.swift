import Base
import Chronology
import DomainCore
import Environment
@testable import SyncCore
import Testing

@testable import SimulatedWorld

@Suite("Requests and responses on a slow network")
struct ExchangeTests {
  @Test("a request times out, wherever it is then", arguments: [100, 101, 199, 200, 900])
  func timeouts(timeoutMilliseconds: Int64) {
    var world = SmallWorld.world(
      SmallWorld.settings(timeoutMilliseconds: timeoutMilliseconds))
    let sent = world.now
    world.startExchange(0, for: ExchangeCause(SmallWorld.id(.open)))
    var permanentlyLost: Int64?
    for passed: Int64 in 0..<1_000 where permanentlyLost == nil {
      world.advance(to: sent + passed)
      if world.events.counters.retries > 0 { permanentlyLost = passed }
    }
    #expect(permanentlyLost == (timeoutMilliseconds < 200 ? timeoutMilliseconds : nil))
  }

  @Test("a late response ends an exchange: always late responses cost one or two more requests")
  func lateResponses() {
    var world = SmallWorld.world(SmallWorld.settings(timeoutMilliseconds: 100))
    world.perform(Step(SmallWorld.id(.open), at: SmallWorld.noon(), .open(device: 0)))
    world.finish(before: world.settings.watermark)
    let (messages, retries, isBusy) = (
      world.events.counters.messages, world.events.counters.retries,
      world.network.links[0].machine.awaited != 0 || world.network.links[0].machine.retried != 0
    )
    #expect(retries > 0 && messages < 10 && !isBusy)
  }

  @Test("a response cancels the pending retry")
  func needlessRetry() {
    var world = SmallWorld.world()
    let cause = ExchangeCause(SmallWorld.id(.open))
    world.startExchange(0, for: cause)
    world.timeOut(0, message: 1)
    let retried = world.network.links[0].machine.retried
    #expect(retried == 1)
    // A person opens the app in the meantime.
    world.startExchange(0, for: cause)
    world.retry(0, message: 1)
    let (sent, wantsMore) = (
      world.network.links[0].machine.messagesSent, world.network.links[0].machine.wantsExchange
    )
    #expect(sent == 2 && !wantsMore)
  }

  @Test(
    "P12: a phone with far more rows of a group than are left of it reaches quiescence, too",
    arguments: [1, 500])
  func deletedGroup(pageRowsMax: Int) {
    var world = SmallWorld.world(SmallWorld.settings(pageRowsMax: pageRowsMax))
    let code = GroupCode(7)
    world.perform(
      Step(
        SmallWorld.id(.join), at: SmallWorld.noon(),
        .join(.foundGroup(named: TextHandle(1), code: code, as: TextHandle(1)), person: 0)))
    world.advance(to: SmallWorld.noon() + Span.minute)
    world.perform(
      Step(
        SmallWorld.id(.join, who: 1), at: SmallWorld.noon() + Span.minute,
        .join(.joinGroup(code: code, as: TextHandle(1)), person: 1)))
    world.advance(to: SmallWorld.noon() + Span.hour)
    let replica = world.directory.people[1].groupReplica
    let position = world.fleet.replicas[replica].store.position
    #expect(position > 3)
    world.backend.durable.fold.deleteScope(world.fleet.replicas[replica].scope, now: world.now)
    world.isHealing = true
    world.heal(replica)
    let revocation = world.fleet.replicas[replica].revocation
    #expect(revocation == .scopeDeleted)
  }
}

@Suite("GRP-3: a person who has left a group rejoins it")
struct RejoiningTests {
  @Test("with another site and another seat, once their phone knows that they have left")
  func comesBack() {
    var world = SmallWorld.world()
    let code = GroupCode(7)
    var minute: Int64 = 0
    func next() -> Instant {
      minute += 1
      return SmallWorld.noon() + minute * Span.hour
    }
    func joins(_ person: UInt32, _ command: Command) {
      let step = Step(
        SmallWorld.id(.join, who: person, number: Int(minute)), at: next(),
        .join(command, person: Int(person)))
      world.perform(step)
      world.advance(to: step.time + Span.minute)
    }
    let entry = Command.joinGroup(code: code, as: TextHandle(1))
    joins(0, .foundGroup(named: TextHandle(1), code: code, as: TextHandle(1)))
    joins(1, entry)
    let phone = ReplicaAddress(world.directory.people[1].firstDevice, isGroup: true)
    let replica = world.directory.people[1].groupReplica
    let (site, seat) = (world.fleet.replicas[replica].site, world.member(at: phone))
    // A person who is in the group already stays the same member.
    joins(1, entry)
    #expect(world.fleet.replicas[replica].site == site && world.member(at: phone) == seat)
    let leaves = Step(
      SmallWorld.id(.occasionalInGroup, who: 1), at: next(),
      .submit(.leaveGroup(seat, erasingWorkouts: false), phone))
    world.perform(leaves)
    world.startExchange(replica, for: ExchangeCause(leaves.id))
    world.advance(to: leaves.time + Span.hour / 2)
    #expect(world.revocation(at: phone) == .memberRemoved)
    joins(1, entry)
    #expect(world.fleet.replicas[replica].site != site && world.member(at: phone) != seat)
    #expect(world.memberships(ofGroup: 0).map(\.person) == [0, 1, 1])
    #expect(world.memberships(ofGroup: 0).map(\.isActive) == [true, false, true])
    world.finish(before: world.settings.watermark)
    world.settle()
    #expect(world.violations.isEmpty)
  }
}

@Suite("FAM-8: a user who was away too long signs in again, by a message")
struct SigningInTests {
  /// A world in which the first device's session has lapsed and its exchange has begun.
  private static func lapsed(loss: Double = 0) -> World {
    var world = SmallWorld.world(SmallWorld.settings { $0.loss = Probability(loss) })
    world.backend.durable.fold.sites[0].sessionEnds = world.now - 1
    world.startExchange(0, for: ExchangeCause(SmallWorld.id(.open)))
    return world
  }

  @Test("the exchange fails, the device signs in, and exchanges again")
  func threeRoundTrips() {
    var world = Self.lapsed()
    world.advance(to: world.now + 30_000)
    let (signIns, messages) = (world.events.counters.signIns, world.events.counters.messages)
    #expect(signIns == 1 && messages == 6)
    let (needsSignIn, awaited) = (
      world.fleet.replicas[0].signIn.isNeeded, world.network.links[0].machine.awaited
    )
    #expect(!needsSignIn && awaited == 0)
    let (sessionEnds, now) = (world.backend.server.sites[0].sessionEnds, world.now)
    #expect(sessionEnds > now)
  }

  @Test("a sign-in is lost, retried and late like every other message", arguments: [0.5, 1])
  func lossy(loss: Double) {
    var world = Self.lapsed(loss: loss)
    world.advance(to: world.now + 6 * Span.hour)
    let (signIns, retries) = (world.events.counters.signIns, world.events.counters.retries)
    #expect(retries > 0 && signIns == (loss < 1 ? 1 : 0))
  }

  @Test("a refused sign-in ends the exchanges of a device until a person opens the app")
  func refused() {
    var world = Self.lapsed()
    // The first response has arrived, and the sign-in is in flight.
    world.advance(to: world.now + 250)
    world.backend.durable.fold.directory.close(
      world.directory.people[0].account, because: .accountDeleted)
    world.advance(to: world.now + 30_000)
    let (isShutOut, refused, done) = (
      world.network.links[0].machine.isShutOut, world.events.counters.signInsRefused,
      world.events.counters.signIns
    )
    #expect(isShutOut && refused == 1 && done == 0)
    let sent = world.network.links[0].machine.messagesSent
    world.perform(Step(SmallWorld.id(.refresh), at: world.now, .refresh(device: 0)))
    let stillSent = world.network.links[0].machine.messagesSent
    #expect(stillSent == sent)
    // P12: then the device receives that it has to drop everything.
    world.perform(Step(SmallWorld.id(.open, day: 1), at: world.now, .open(device: 0)))
    world.advance(to: world.now + 30_000)
    let revocation = world.fleet.replicas[0].revocation
    #expect(revocation == .accountDeleted)
  }
}

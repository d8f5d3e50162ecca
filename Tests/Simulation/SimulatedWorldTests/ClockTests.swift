import Base
import Chronology
import DomainCore
import Environment
import SyncCore
import Testing

@testable import SimulatedWorld

@Suite("Devices and servers use their own clocks")
struct ClockTests {
  private static func stamp(
    with actions: [StepAction], saidOn day: Int = 0
  ) -> (claimed: Int64, day: LocalDay, zone: UInt16) {
    var world = SmallWorld.world()
    for (number, action) in actions.enumerated() {
      world.perform(Step(SmallWorld.id(.clock, number: number), at: SmallWorld.noon(), action))
    }
    world.perform(
      Step(
        SmallWorld.id(.water, day: day), at: SmallWorld.noon(day),
        .submit(SmallWorld.glass(of: 0), ReplicaAddress(0))))
    let fact = world.fleet.replicas[0].store.pending(0).fact
    return (
      fact.version.milliseconds - SmallWorld.noon(day).milliseconds, fact.day, fact.zone
    )
  }

  @Test("a phone's clock shows its deviation", arguments: [2, -2, 13, 30])
  func skew(hours: Int64) {
    let setting = ClockDeviation(offsetMilliseconds: hours * Span.hour)
    let said = Self.stamp(with: [.setClock(device: 0, setting)])
    #expect(said.claimed == hours * Span.hour)
    let shown = Zone.utc.localDay(at: SmallWorld.noon() + hours * Span.hour)
    #expect(said.day == shown)
  }

  @Test("a drifting clock is further ahead each day")
  func drift() {
    let said = Self.stamp(
      with: [.setClock(device: 0, ClockDeviation(driftPartsPerMillion: 1_000))], saidOn: 4)
    #expect(said.claimed == 4 * Span.day / 1_000)
  }

  @Test("a corrected clock shows the true time")
  func putRight() {
    let said = Self.stamp(with: [
      .setClock(device: 0, ClockDeviation(offsetMilliseconds: Span.day)),
      .setClock(device: 0, ClockDeviation()),
    ])
    #expect(said.claimed == 0 && said.day == SmallWorld.firstDay)
  }

  @Test(
    "a person who travels has the other zone's day",
    arguments: ["Pacific/Kiritimati", "Asia/Tokyo"])
  func travel(name: String) throws {
    let zone = try #require(Zone(named: name))
    let said = Self.stamp(with: [.setZone(device: 0, zone)])
    #expect(said.claimed == 0 && said.zone == zone.id)
    #expect(said.day == zone.localDay(at: SmallWorld.noon()))
  }

  @Test(
    "the server replaces timestamps that are too far ahead of its own clock", arguments: [0, 60])
  func server(serverMinutesAhead: Int64) {
    var world = SmallWorld.world()
    let (noon, ahead) = (SmallWorld.noon(), 30 * Span.minute)
    let server = ClockDeviation(offsetMilliseconds: serverMinutesAhead * Span.minute)
    world.perform(Step(SmallWorld.id(.serverClock), at: noon, .setServerClock(server)))
    world.perform(
      Step(
        SmallWorld.id(.clock), at: noon,
        .setClock(device: 0, ClockDeviation(offsetMilliseconds: ahead))))
    world.perform(
      Step(SmallWorld.id(.water), at: noon, .submit(SmallWorld.glass(of: 0), ReplicaAddress(0))))
    world.perform(Step(SmallWorld.id(.close), at: noon, .close(device: 0)))
    world.advance(to: noon + Span.minute)
    let row = world.backend.server.scopes[0].feed[0]
    let taken = row.operation.fact.version.milliseconds - noon.milliseconds
    #expect(taken == (serverMinutesAhead == 0 ? 100 : ahead))
    #expect(row.committed == noon + 100 + serverMinutesAhead * Span.minute)
  }
}

import Chronology
import DomainCore
import TestKit
import Testing

@testable import SyncCore

@Suite("A member without permission")
struct AccessTests {
  let world = World()
  let phone: Device
  let childs: Device
  let habit: Entity

  init() throws {
    phone = world.device(of: World.mother)
    childs = world.device(of: World.child)
    habit = try phone.creates("Reading", for: World.child)
    world.settle()
  }

  /// A request of manipulated software in a device's name.
  func forged(
    by device: Device, as author: MemberHandle, _ command: Command,
    change: (inout Operation) -> Void = { _ in }
  ) -> Asked {
    var request = device.asks()
    let sequence = device.sequence + 1
    let fact = Fact(
      command: command,
      version: Version(
        stamp: HybridClock.stamp(of: world.now), site: device.site),
      sequence: sequence, author: author, day: world.today, zone: .utc)
    var operation = Operation(
      fact: fact, basis: 0, scope: device.scope, followers: 0)
    change(&operation)
    request.operations = [operation]
    return request
  }

  var water: Command {
    .logWater(
      for: World.mother, WaterAmount(tenthOunces: 10, source: .glass, minuteOfDay: 0))
  }

  @Test("is refused on the device, at once")
  func childIsRefusedOnTheDevice() {
    #expect(throws: RefusalError(.loggingNotAllowed)) { try childs.completes(habit) }
    #expect(throws: RefusalError(.parentNeeded)) { _ = try childs.creates("Chess") }
    #expect(childs.pending.isEmpty)
  }

  @Test("is rejected by the server too, whatever the device allowed")
  func childIsRefusedOnTheServer() throws {
    world.serve(
      forged(
        by: childs, as: World.child,
        .setCompletion(of: habit, owner: World.child, on: world.today, done: true)))
    #expect(world.feed.last?.verdict.refusal == .loggingNotAllowed)
    #expect(world.sequenceDecided(childs) == 1)
  }

  @Test("may write as soon as a parent allows it, and no longer when the parent revokes it")
  func childMayLog() throws {
    try phone.does(.setChildMayLog(World.child, to: true))
    #expect(throws: RefusalError(.loggingNotAllowed)) { try childs.completes(habit) }
    world.settle()
    try childs.completes(habit)
    #expect(throws: RefusalError(.loggingNotAllowed)) {
      try childs.does(water)
    }
    world.settle()
    #expect(phone.sees(habit))
    try phone.does(.setChildMayLog(World.child, to: false))
    world.exchange(phone)
    // The child's device does not know yet: it shows "saved", and later the rejection.
    let late = try childs.takesBack(habit)
    world.exchange(childs)
    #expect(world.verdict(on: late)?.refusal == .loggingNotAllowed)
    #expect(childs.rejections == [.loggingNotAllowed])
    #expect(childs.sees(habit) && phone.sees(habit))
    #expect(world.isSame(childs))
  }

  @Test("has on the parent's own device a new permission at once")
  func parentSeesTheSwitch() throws {
    try phone.does(.setChildMayLog(World.child, to: true))
    #expect(phone.allows(World.child))
    world.exchange(phone)
    #expect(phone.allows(World.child))
  }

  @Test("cannot write as another member")
  func otherAuthor() {
    world.serve(forged(by: childs, as: World.mother, water))
    #expect(world.feed.last?.verdict.refusal == .authorUnknown)
    world.exchange(phone)
    #expect(phone.waterToday == 0)
  }

  @Test("cannot pass for another's device, nor confirm its operations")
  func otherSite() throws {
    try phone.drinks(tenthOunces: 70)
    let own = phone.sequence
    var request = forged(by: childs, as: World.mother, water) {
      $0.fact.version.site = self.phone.site
    }
    request.operations[0].fact.sequence = 1
    world.serve(request)
    let row = world.feed[world.feed.count - 1]
    #expect(row.verdict.refusal == .authorUnknown)
    try #require(row.operation.site == childs.site)
    // The operation of the impersonated device is still its own to send.
    #expect(phone.pending == [own])
    world.exchange(phone)
    #expect(phone.rejections.isEmpty)
    #expect(phone.waterToday == 70)
    #expect(world.isSame(phone))
  }

  @Test("cannot write to another family, nor read it")
  func otherFamily() throws {
    let others = world.server.open(Scope(state: World.founded()))
    let stranger = world.device(of: World.mother, in: others)
    try stranger.drinks(tenthOunces: 90)
    world.serve(forged(by: phone, as: World.mother, water) { $0.scope = others })
    #expect(world.feed.last?.verdict.refusal == .authorUnknown)
    #expect(world.server.rows(of: others).isEmpty)

    var curious = phone.asks()
    curious.header.scope = others
    world.exchange(stranger)
    let response = world.serve(curious)
    #expect(response.header.scope == world.family)
    #expect(response.rows.allSatisfy { $0.operation.scope == world.family })
    #expect(world.server.rows(of: others).count == 1)
  }

  @Test("who is an observer never writes")
  func observer() {
    let watcher = world.device(of: World.grandmother)
    world.exchange(watcher)
    #expect(throws: RefusalError(.loggingNotAllowed)) { try watcher.drinks(tenthOunces: 10) }
    #expect(throws: RefusalError(.parentNeeded)) { try watcher.deletes(habit, of: World.child) }
    world.serve(forged(by: watcher, as: World.grandmother, water))
    #expect(world.feed.last?.verdict.refusal == .loggingNotAllowed)
  }
}

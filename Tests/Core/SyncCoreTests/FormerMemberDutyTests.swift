import Base
import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("FAM-6: the duty of a member who left")
struct FormerMemberDutyTests {
  let world = World()
  let phone: Device
  let fathers: Device
  let childs: Device
  let ride: Duty

  /// The father is the driver of a class on the day after tomorrow.
  init() throws {
    phone = world.device(of: World.mother)
    fathers = world.device(of: World.father, world.account())
    childs = world.device(of: World.child)
    let season = Season(first: World.firstDay, last: World.firstDay.adding(days: 30))
    let sport = try phone.does(
      .createSport(
        for: World.child, SportCreation(name: world.names.handle(of: "Chess"), season: season)))
    let start = ClassStart(day: World.firstDay.adding(days: 2), minute: 600, zone: .utc)
    let made = try phone.does(
      .createClass(
        for: World.child,
        ClassCreation(
          sport: sport.fact.identity, type: .practice, start: start, durationMinutes: 60)))
    ride = Duty(.dropOff, of: OccurrenceID(made.fact.identity, start.day))
    world.settle()
    try fathers.does(.claim(ride, by: World.father))
    world.settle()
  }

  /// The driver by each copy, and by the server.
  private func drivers() -> [MemberHandle?] {
    var drivers = world.devices.filter { !$0.holdsNothing }.map { driver(on: $0) }
    drivers.append(
      world.server.scopes[Int(world.family)].state
        .occurrence(ride.occurrence, now: world.now)?.dropOff.driver)
    return drivers
  }

  private func driver(on device: Device) -> MemberHandle? {
    device.replica.shown.pointee
      .occurrence(ride.occurrence, now: world.now)?.dropOff.driver
  }

  @Test(
    "SCH-5, FAM-6: has no driver on any copy, also after their return, until it is claimed again")
  func returned() throws {
    #expect(drivers().allSatisfy { $0 == World.father })
    let leaving = try phone.does(.deactivateMember(World.father))
    // On the device of the author it is so at once.
    #expect(driver(on: phone) == nil && driver(on: childs) == World.father)
    world.settle()
    try #require(world.verdict(on: leaving)?.kind == .accepted)
    #expect(fathers.holdsNothing && drivers().allSatisfy { $0 == nil })
    try phone.does(.activateMember(World.father))
    world.allExchange()
    #expect(!fathers.holdsNothing && drivers().allSatisfy { $0 == nil })
    try fathers.does(.claim(ride, by: World.father))
    #expect(driver(on: fathers) == World.father)
    world.settle()
    #expect(drivers().allSatisfy { $0 == World.father })
    for device in world.devices { #expect(world.isSame(device)) }
  }

  @Test("SCH-5, FAM-6: is not assigned by a claim that was in flight when its author left")
  func onItsWay() throws {
    try phone.does(.release(ride, of: World.father))
    world.settle()
    try fathers.does(.claim(ride, by: World.father))
    try phone.does(.deactivateMember(World.father))
    world.exchange(phone)
    world.exchange(fathers)
    try phone.does(.activateMember(World.father))
    world.allExchange()
    #expect(fathers.refusals == [.memberRemoved] && drivers().allSatisfy { $0 == nil })
  }

  @Test("SCH-5, FAM-7: has no driver when the account of a founder is deleted")
  func deleted() {
    world.deletes(world.server.sites[Int(fathers.site)].account)
    world.allExchange()
    #expect(fathers.holdsNothing && drivers().allSatisfy { $0 == nil })
    #expect(world.isSame(phone) && world.isSame(childs))
  }
}

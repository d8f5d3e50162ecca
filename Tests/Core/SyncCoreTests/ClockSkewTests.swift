import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("A device whose clock is wrong")
struct ClockSkewTests {
  let world = World()
  let phone: Device
  let tablet: Device
  let habit: Entity

  init() throws {
    phone = world.device(of: World.mother)
    tablet = world.device(of: World.father)
    habit = try tablet.creates("Reading", for: World.mother)
    world.settle()
    world.passes(Span.hour)
  }

  func stamps(of device: Device) -> [UInt64] {
    world.feed.filter { $0.operation.site == device.site }
      .map(\.operation.fact.version.stamp)
  }

  @Test("is believed inside the bound")
  func insideTheBound() throws {
    phone.clockError = World.clockSkewBound
    let operation = try phone.completes(habit)
    world.exchange(phone)
    #expect(stamps(of: phone) == [operation.fact.version.stamp])
  }

  @Test("is restamped by the server beyond the bound, in the order of its site")
  func farFuture() throws {
    phone.clockError = World.clockSkewBound + 1
    try phone.completes(habit)
    try phone.takesBack(habit)
    try phone.completes(habit)
    world.exchange(phone)
    let now = HybridClock.stamp(of: world.now)
    #expect(stamps(of: phone) == [now, now + 1, now + 2])
    #expect(phone.rejections.isEmpty)
    #expect(phone.sees(habit))
    #expect(world.isSame(phone))
  }

  @Test("keeps the order of its site across a restamp and a right stamp behind it")
  func orderAcrossRestamps() throws {
    phone.clockError = Span.day
    try phone.completes(habit, on: world.today)
    // The user sets the clock right before anything was sent.
    phone.clockError = 0
    try phone.takesBack(habit)
    world.exchange(phone)
    let stamps = stamps(of: phone)
    #expect(stamps[0] < stamps[1])
    #expect(stamps[1] <= HybridClock.stamp(of: world.now) + 1)
    #expect(!phone.sees(habit))
    #expect(world.isSame(phone))
  }

  @Test("has a repeated or an earlier stamp put in order by the server")
  func stampsOfOneSiteIncrease() throws {
    for _ in 0..<3 { try phone.drinks(tenthOunces: 1) }
    var request = phone.asks()
    let first = request.operations[0].fact.version.stamp
    request.operations[1].fact.version.stamp = first
    request.operations[2].fact.version.stamp = first - 1
    world.serve(request)
    #expect(stamps(of: phone) == [first, first + 1, first + 2])
  }

  @Test("does not block the correctly stamped writes of others")
  func doesNotWinForEver() throws {
    phone.clockError = 300 * Span.day
    try phone.completes(habit)
    world.exchange(phone)
    world.passes(1)
    world.exchange(tablet)
    try tablet.takesBack(habit, of: World.mother)
    world.settle()
    #expect(!phone.sees(habit) && !tablet.sees(habit))
  }

  @Test("is believed again as soon as it is set right")
  func isCured() throws {
    phone.clockError = 300 * Span.day
    try phone.drinks(tenthOunces: 10)
    world.exchange(phone)
    phone.clockError = 0
    world.passes(Span.hour)
    let operation = try phone.completes(habit)
    #expect(operation.fact.version.stamp == HybridClock.stamp(of: world.now))
    // Hours later it is sent, and still counts for the time of the tap.
    world.passes(Span.hour)
    try tablet.takesBack(habit, of: World.mother)
    world.passes(Span.hour)
    world.settle()
    #expect(!phone.sees(habit) && !tablet.sees(habit))
  }

  @Test("gives growing stamps while corrected operations and pending ones mix")
  func curedInParts() throws {
    phone.clockError = 10 * Span.hour
    try phone.drinks(tenthOunces: 1)
    try phone.drinks(tenthOunces: 2)
    world.exchange(phone, pushMax: 1)
    phone.clockError = 0
    let stillPending = try phone.drinks(tenthOunces: 3)
    #expect(stillPending.fact.version.milliseconds > world.now.milliseconds + Span.hour)
    world.exchange(phone)
    world.passes(1)
    let cured = try phone.drinks(tenthOunces: 4)
    #expect(cured.fact.version.milliseconds == world.now.milliseconds)
    world.exchange(phone)
    let stamps = stamps(of: phone)
    #expect(stamps == stamps.sorted() && Set(stamps).count == 4)
    #expect(phone.waterToday == 10)
  }

  @Test("overrides a write that it had received, though its own stamp was corrected downward")
  func seenBeforeWritten() throws {
    // The tablet is ahead, but inside the bound, so its stamp lies in the server's future.
    tablet.clockError = World.clockSkewBound
    try tablet.completes(habit, of: World.mother)
    world.settle()
    phone.clockError = 10 * Span.hour
    try phone.takesBack(habit)
    world.settle()
    #expect(!phone.sees(habit) && !tablet.sees(habit))
  }

  @Test("writes later than what it has received, even if its clock is slow")
  func slowClock() throws {
    try tablet.completes(habit, of: World.mother)
    world.settle()
    phone.clockError = -30 * Span.minute
    try phone.takesBack(habit)
    world.settle()
    #expect(!phone.sees(habit) && !tablet.sees(habit))
  }
}

import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("HAB-3: a device whose clock is days ahead")
struct WrongDayTests {
  let world = World()
  let phone: Device
  let tablet: Device
  let habit: Entity

  init() throws {
    phone = world.device(of: World.mother)
    tablet = world.device(of: World.father)
    habit = try tablet.creates("Reading", for: World.mother)
    world.settle()
    world.passes(Span.day)
    phone.clockError = 3 * Span.day
  }

  @Test("HAB-2, HAB-3: loses nothing: a mark for today counts for the day of the tap")
  func today() throws {
    try phone.completes(habit, on: phone.today)
    world.settle()
    #expect(phone.rejections.isEmpty)
    for device in [phone, tablet] {
      #expect(device.sees(habit, doneOn: world.today))
      #expect(!device.sees(habit, doneOn: phone.today))
      #expect(world.isSame(device))
    }
  }

  @Test("HAB-3: loses none of the days of a long journey, and keeps them apart")
  func offlineForDays() throws {
    let first = world.today
    for _ in 0..<3 {
      try phone.completes(habit, on: phone.today)
      try phone.drinks(tenthOunces: 80)
      world.passes(Span.day)
    }
    world.settle()
    #expect(phone.rejections.isEmpty)
    // Days that some clock may show by now stay as the phone had them; the rest is corrected.
    let days = (-1..<7).map { first.adding(days: $0) }
    let done = days.filter { tablet.sees(habit, doneOn: $0) }
    #expect(done.count == 3)
    #expect(done.allSatisfy { $0 <= world.today.adding(days: 1) })
    let water = days.map {
      tablet.replica.nutrients(of: World.mother, on: $0).waterTenthOunces
    }
    #expect(water.reduce(0, +) == 240)
  }

  @Test("HAB-3: has yesterday corrected to the day before, and a past day kept")
  func earlierDays() throws {
    let picked = world.today.adding(days: -1)
    try phone.completes(habit, on: phone.today.adding(days: -1))
    world.settle()
    #expect(tablet.sees(habit, doneOn: picked) && phone.rejections.isEmpty)
    try phone.completes(habit, on: World.firstDay)
    world.settle()
    #expect(tablet.sees(habit, doneOn: World.firstDay) && phone.rejections.isEmpty)
  }

  @Test("HAB-3: that was corrected before the exchange counts for the day of arrival")
  func curedMeanwhile() throws {
    try phone.completes(habit, on: phone.today)
    phone.clockError = 0
    world.settle()
    #expect(phone.rejections.isEmpty && tablet.sees(habit, doneOn: world.today))
  }

  @Test("HAB-10: a day or more ahead marks no day that has not begun, but that of the tap")
  func ahead() throws {
    for hours in [24, 26, 47] as [Int64] {
      phone.clockError = hours * Span.hour
      let claimed = phone.today
      try phone.completes(habit, on: claimed)
      world.settle()
      #expect(tablet.sees(habit, doneOn: world.today), "\(hours)")
      #expect(!tablet.sees(habit, doneOn: claimed), "\(hours)")
      #expect(phone.rejections.isEmpty)
    }
  }

  @Test("HAB-10: software that marks tomorrow by a correct clock is refused")
  func tomorrow() throws {
    phone.clockError = 0
    let day = world.today.adding(days: 1)
    phone.submitsUnchecked(.setCompletion(of: habit, owner: World.mother, on: day, done: true))
    var request = phone.asks()
    request.operations[0].fact.day = day
    world.serve(request)
    #expect(world.feed.last?.verdict.refusal == .dayInFuture)
  }

  @Test("HAB-2: differs from software that marks the future by a correct clock")
  func manipulated() throws {
    phone.clockError = 0
    let day = world.today.adding(days: 3)
    var request = phone.asks()
    phone.submitsUnchecked(.setCompletion(of: habit, owner: World.mother, on: day, done: true))
    request = phone.asks()
    request.operations[0].fact.day = day
    world.serve(request)
    #expect(world.feed.last?.verdict.refusal == .dayInFuture)
  }

  @Test("HAB-8: two hours slow cannot undo a delete after an hour, and shows why")
  func undoOnASlowPhone() throws {
    phone.clockError = -2 * Span.hour
    try tablet.deletes(habit, of: World.mother)
    world.settle()
    world.passes(Span.hour)
    try phone.restores(habit)
    world.settle()
    #expect(phone.rejections == [.undoTooLate])
    #expect(!phone.seesAlive(habit) && !tablet.seesAlive(habit))
  }

  @Test("HAB-8: two hours slow undoes a delete within ten minutes, however late it is sent")
  func undoInTime() throws {
    phone.clockError = -2 * Span.hour
    try tablet.deletes(habit, of: World.mother)
    world.settle()
    world.passes(9 * Span.minute)
    try phone.restores(habit)
    world.passes(Span.hour)
    world.settle()
    #expect(phone.rejections.isEmpty)
    #expect(phone.seesAlive(habit) && tablet.seesAlive(habit))
  }

  @Test("HAB-8: two hours fast has its own deletes and restores compared by one clock")
  func undoOfItsOwn() throws {
    phone.clockError = 2 * Span.hour
    try phone.deletes(habit)
    world.passes(9 * Span.minute)
    try phone.restores(habit)
    world.settle()
    #expect(phone.seesAlive(habit) && tablet.seesAlive(habit))
  }

  @Test("HAB-3: keeps the days that it showed when corrected before anything is sent")
  func setRightAgain() throws {
    phone.clockError = 0
    try phone.completes(habit, on: phone.today)
    let day = world.today
    world.passes(Span.hour)
    // Now it is ten days slow, which the server corrects in everything it sends.
    phone.clockError = -10 * Span.day
    world.settle()
    #expect(phone.rejections.isEmpty && tablet.sees(habit, doneOn: day))
  }

  @Test("HAB-3: does not make taps of weeks later count for an old day")
  func longAgo() throws {
    phone.clockError = 0
    let old = world.today
    world.passes(21 * Span.day)
    phone.submitsUnchecked(
      .logWater(
        for: World.mother, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)))
    var request = phone.asks()
    request.operations[0].fact.day = old
    world.serve(request)
    #expect(world.feed.last?.verdict.refusal == .dayNotOfTap)
  }
}

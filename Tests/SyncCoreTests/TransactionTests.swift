import DomainCore
import Testing

@testable import SyncCore

@Suite("A transaction")
struct TransactionTests {
  let world = World()
  let phone: Device
  let tablet: Device

  init() {
    phone = world.device(of: World.mother)
    tablet = world.device(of: World.father)
  }

  /// A meal with more items than one operation holds.
  func logsBigMeal(_ device: Device) throws {
    for followers in [UInt16(2), 1, 0] {
      let meal = MealPortion(
        .dinner, isContinuation: followers < 2, MealItem(food: followers, quarters: 4))
      try device.does(.logMeal(for: device.member, meal), followers: followers)
    }
  }

  @Test("is sent whole, even beyond the limit")
  func isSentWhole() throws {
    try phone.drinks(tenthOunces: 10)
    try logsBigMeal(phone)
    try phone.drinks(tenthOunces: 10)
    #expect(phone.asks(pushMax: 1).operations.map(\.sequence) == [1])
    #expect(phone.asks(pushMax: 2).operations.map(\.sequence) == [1, 2, 3, 4])
    #expect(phone.asks(pushMax: 4).operations.map(\.sequence) == [1, 2, 3, 4])
    #expect(phone.asks(pushMax: 5).operations.map(\.sequence) == [1, 2, 3, 4, 5])
  }

  @Test("is pulled whole, whatever the size of the page", arguments: 1...6)
  func isPulledWhole(pageMax: Int) throws {
    try tablet.drinks(tenthOunces: 10)
    try logsBigMeal(tablet)
    try tablet.drinks(tenthOunces: 10)
    world.exchange(tablet)
    var positions: [Int] = []
    while !phone.isUpToDate {
      world.exchange(phone, pageMax: UInt32(pageMax))
      positions.append(phone.position)
      #expect(world.feed[phone.position - 1].operation.followers == 0)
    }
    #expect(positions.last == 5)
    #expect(world.isSame(phone))
  }

  @Test("that is not all there waits for the push that brings it whole")
  func waitsForItsEnd() throws {
    try phone.drinks(tenthOunces: 10)
    try logsBigMeal(phone)
    var cut = phone.asks()
    cut.operations.removeLast()
    #expect(world.serve(cut).header.sequenceDecided == 1)
    try tablet.drinks(tenthOunces: 10)
    world.exchange(tablet)
    world.exchange(phone)
    #expect(world.log == [[0, 1], [1, 1], [0, 2], [0, 3], [0, 4]])
  }

  @Test("with a hole in it is not begun")
  func withAHole() throws {
    try logsBigMeal(phone)
    var holed = phone.asks()
    holed.operations.remove(at: 1)
    world.serve(holed)
    #expect(world.log.isEmpty)
    world.exchange(phone)
    #expect(world.log == [[0, 1], [0, 2], [0, 3]])
  }

  @Test("asked for before its end was committed is not torn apart")
  func askedForTooEarly() throws {
    let habit = try phone.creates("Reading")
    let other = try phone.creates("Running")
    try phone.completes(habit, followers: 1)
    world.exchange(phone)
    #expect(world.log == [[0, 1], [0, 2]])
    try phone.completes(other)
    world.exchange(phone)
    #expect(world.log == [[0, 1], [0, 2], [0, 3], [0, 4]])
  }

  @Test("counts as one meal")
  func countsAsOneMeal() throws {
    try logsBigMeal(phone)
    world.exchange(phone)
    let day = phone.replica.store.state.personDay(World.mother, 0)
    #expect(day.mealCount == 1)
    #expect(day.actions == 3)
  }
}

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
    let meals = (0..<3).map { item in
      MealPortion(
        .dinner, isContinuation: item > 0, MealItem(food: UInt16(2 - item), quarters: 4))
    }
    try device.doesAll(meals.map { .logMeal(for: device.member, $0) })
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

  @Test("FAM-6: has nothing behind its author's departure, which ends all submissions")
  func endsWithLeaving() throws {
    let leaving = Command.deactivateMember(phone.member)
    let drink = Command.logWater(
      for: phone.member, WaterAmount(tenthOunces: 10, source: .glass, minuteOfDay: 0))
    #expect(throws: RefusalError(.memberRemoved)) { try phone.doesAll([leaving, drink]) }
    #expect(phone.asks().operations.isEmpty)
    try phone.doesAll([drink, leaving])
    world.exchange(phone)
    #expect(world.feed.map(\.operation.followers) == [1, 0])
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

  @Test("that is incomplete waits for the push that brings it whole")
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

  @Test("with a gap is not begun")
  func withAHole() throws {
    try logsBigMeal(phone)
    var holed = phone.asks()
    holed.operations.remove(at: 1)
    world.serve(holed)
    #expect(world.log.isEmpty)
    world.exchange(phone)
    #expect(world.log == [[0, 1], [0, 2], [0, 3]])
  }

  @Test("that is refused in its middle leaves nothing behind")
  func refusedInItsMiddle() throws {
    let habit = try phone.creates("Reading")
    let (sequence, pending) = (phone.sequence, phone.pending)
    func done(_ habit: Entity) -> Command {
      .setCompletion(of: habit, owner: World.mother, on: world.today, done: true)
    }
    let nowhere = done(Entity(site: 9, sequence: 9))
    #expect(throws: RefusalError(.habitUnknown)) { try phone.doesAll([done(habit), nowhere]) }
    #expect(phone.sequence == sequence && phone.pending == pending && !phone.sees(habit))
    // The next commands are a separate transaction.
    try phone.drinks(tenthOunces: 10)
    #expect(phone.asks().operations.map(\.followers) == [0, 0])
    world.exchange(phone)
    #expect(world.log == [[0, 1], [0, 2]] && phone.pending.isEmpty)
  }

  @Test("decides each command on the state after the previous ones")
  func decidesInOrder() throws {
    let name = world.names.habitName("Reading")
    let create = Command.createHabit(
      for: World.mother, name: name, category: .empty, icon: 0, rank: 0)
    let made = try phone.doesAll([create])
    #expect(throws: RefusalError(.nameTaken)) { try phone.doesAll([create]) }
    let habit = made.fact.identity
    try phone.doesAll([.deleteHabit(habit, of: World.mother), create])
    #expect(phone.sequence == 3 && !phone.seesAlive(habit))
    world.exchange(phone)
    #expect(world.isSame(phone))
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

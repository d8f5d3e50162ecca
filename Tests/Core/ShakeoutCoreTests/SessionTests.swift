import ShakeoutCore
import Testing

@Suite("A session is all that an app needs of the core")
struct SessionTests {
  @Test("a tap on a child's habit shows at once, and on the other phone after an exchange")
  func family() throws {
    let world = Kitchen()
    var server = FamilyServer(clock: world.clock)
    var ada = try server.createFamily(by: Kitchen.ada, in: Kitchen.berlin)
    let max = try ada.perform(.addChild(Kitchen.max))
    ada.exchange(with: &server)
    try ada.perform(.allowLogging(max))
    try ada.perform(.consent(for: max))
    let reading = try ada.perform(.createHabit("Reading", for: max))
    ada.exchange(with: &server)

    var phone = try server.openSession(of: max, beside: ada, in: Kitchen.berlin)
    phone.exchange(with: &server)
    try phone.perform(.mark(reading))
    #expect(phone.streak(of: reading) == 1)
    #expect(ada.streak(of: reading) == 0)
    phone.exchange(with: &server)
    ada.exchange(with: &server)
    #expect(ada.streak(of: reading) == 1)
    let names = ada.members.map(\.name)
    #expect(names == ["Ada", "Max"])
  }

  @Test("the day of a tap is that of its zone, also after midnight and after a flight")
  func day() throws {
    let world = Kitchen(at: "2026-03-10T22:30:00Z")
    var server = FamilyServer(clock: world.clock)
    var ada = try server.createFamily(by: Kitchen.ada, in: Kitchen.berlin)
    let me = ada.person
    let running = try ada.perform(.createHabit("Running", for: me))
    try ada.perform(.mark(running))
    world.pass(hours: 1)
    let nextDay = ada.today
    #expect(nextDay.description == "2026-03-11")
    try ada.perform(.mark(running))
    #expect(ada.streak(of: running) == 2)
    ada.zone = try #require(Zone(named: "America/New_York"))
    let back = ada.today
    #expect(back.description == "2026-03-10")
    #expect(ada.isDone(running, on: nextDay) == true)
  }

  @Test("HAB-1: a list never shows a name twice, whatever the habits are called")
  func shownNames() throws {
    let world = Kitchen()
    var server = FamilyServer(clock: world.clock)
    var phone = try server.createFamily(by: Kitchen.ada, in: Kitchen.berlin)
    let me = phone.person
    var tablet = try server.openSession(of: me, beside: phone, in: Kitchen.berlin)
    tablet.exchange(with: &server)
    for name in ["Read (2)", "Read 2", "Read"] {
      try phone.perform(.createHabit(name, for: me))
      world.pass(hours: 1)
    }
    let second = try tablet.perform(.createHabit("READ", for: me))
    world.pass(hours: 1)
    phone.exchange(with: &server)
    tablet.exchange(with: &server)
    phone.exchange(with: &server)
    let shown = phone.habits(of: me)
    #expect(shown.map(\.name) == ["Read (2)", "READ", "Read 2", "Read"])
    #expect(shown.map(\.shownName) == ["Read (2)", "READ 3", "Read 2", "Read"])
    // An archived one is in a separate list, but still has its name.
    try phone.perform(.archive(second))
    let archived = phone.habits(of: me, archived: true).map(\.shownName)
    #expect(archived == ["READ 3"])
  }

  @Test("FAM-11: a screen can query what a child's profile lacks")
  func profileMissing() throws {
    var family = try KitchenFamily()
    let max = family.max
    let cousin = Person(name: "Ida", born: LocalDay(year: 2014, month: 1, day: 2))
    let ida = try family.ada.perform(.addMember(cousin, as: .observer))
    family.exchange()
    try family.ada.perform(.setRole(of: ida, to: .child))
    family.exchange()
    let (complete, missing) = (
      family.ada.profileMissing(of: max), family.ada.profileMissing(of: ida)
    )
    #expect(complete == [] && missing == [.sex, .weight, .height])
    let phone = try family.openPhone(of: max)
    let (own, others) = (phone.profileMissing(of: max), phone.profileMissing(of: ida))
    #expect(own == nil && others == nil, "body data is not for children to read")
  }

  @Test("a refusal has a reason, and leaves nothing behind")
  func refusals() throws {
    let world = Kitchen()
    var server = FamilyServer(clock: world.clock)
    var ada = try server.createFamily(by: Kitchen.ada, in: Kitchen.berlin)
    let me = ada.person
    let habit = try ada.perform(.createHabit("Reading", for: me))
    #expect(throws: Refusal.nameTaken) { try ada.perform(.createHabit(" READING ", for: me)) }
    #expect(throws: Refusal.nameEmpty) { try ada.perform(.createHabit("  ", for: me)) }
    let tomorrow = ada.today.adding(days: 1)
    #expect(throws: Refusal.dayInFuture) { try ada.perform(.mark(habit, on: tomorrow)) }
    #expect(throws: Refusal.dayNotToday) {
      try ada.perform(.mark(habit, done: false, on: tomorrow.adding(days: -3)))
    }
    let shown = ada.habits(of: me).map(\.name)
    #expect(shown == ["Reading"])
  }

  @Test("OFF-2: a rejection says which of the operations of an action the server rejected")
  func rejections() throws {
    let world = Kitchen()
    var server = FamilyServer(clock: world.clock)
    var ada = try server.createFamily(by: Kitchen.ada, in: Kitchen.berlin)
    let habit = try ada.perform(.createHabit("Reading", for: ada.person))
    ada.exchange(with: &server)
    var phone = try server.openSession(of: ada.person, beside: ada, in: Kitchen.berlin)
    phone.exchange(with: &server)
    try ada.perform(.delete(habit))
    ada.exchange(with: &server)
    let start = phone.lastOperation
    try phone.performAll([
      Action.logWater(ounces: 8, for: ada.person).withoutResult,
      Action.logWater(ounces: 4, for: ada.person).withoutResult,
    ])
    let drunk = phone.operations(since: start)
    try phone.perform(.mark(habit))
    let marked = phone.operations(since: start).filter { !drunk.contains($0) }
    #expect(drunk.count == 2 && marked.count == 1)
    phone.exchange(with: &server)
    let rejected = phone.rejections
    #expect(rejected.map(\.operation) == marked)
    let copies = rejected.map { OperationID(number: $0.operation.number) }
    #expect(copies == rejected.map(\.operation))
    #expect(rejected.map(\.reason) == phone.refusals)
  }

  @Test("several actions are one: all or none")
  func transactions() throws {
    let world = Kitchen()
    var server = FamilyServer(clock: world.clock)
    var ada = try server.createFamily(by: Kitchen.ada, in: Kitchen.berlin)
    let me = ada.person
    let one = try ada.perform(.createHabit("One", for: me))
    let two = try ada.perform(.createHabit("Two", for: me))
    let tomorrow = ada.today.adding(days: 1)
    #expect(throws: Refusal.dayInFuture) {
      try ada.performAll([.mark(one), .mark(two, on: tomorrow)])
    }
    #expect(ada.streak(of: one) == 0)
    try ada.performAll([.mark(one), .mark(two)])
    #expect(ada.streak(of: one) == 1)
    #expect(ada.streak(of: two) == 1)
  }

  @Test("data without read access is hidden: a brother's streak, diary and points")
  func reading() throws {
    let world = Kitchen()
    var server = FamilyServer(clock: world.clock)
    var ada = try server.createFamily(by: Kitchen.ada, in: Kitchen.berlin)
    let max = try ada.perform(.addChild(Kitchen.max))
    let eva = try ada.perform(.addChild(Kitchen.eva))
    ada.exchange(with: &server)
    let habit = try ada.perform(.createHabit("Reading", for: eva))
    try ada.perform(.awardBonus(20, to: eva))
    try ada.perform(.consent(for: max))
    ada.exchange(with: &server)
    var phone = try server.openSession(of: max, beside: ada, in: Kitchen.berlin)
    phone.exchange(with: &server)
    #expect(ada.streak(of: habit) == 0)
    #expect(ada.points(of: eva) == 20)
    #expect(phone.streak(of: habit) == nil)
    #expect(phone.points(of: eva) == nil)
    #expect(phone.points(of: max) == 0)
    let today = phone.today
    #expect(phone.diary(of: eva, on: today) == nil)
  }
}

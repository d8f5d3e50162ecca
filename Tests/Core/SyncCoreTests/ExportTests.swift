import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("FAM-7: an export")
struct ExportTests {
  let world = World()
  let account: AccountHandle
  let phone: Device
  let fathers: Device
  let reading: Entity

  init() throws {
    account = world.account()
    phone = world.device(of: World.mother, account)
    fathers = world.device(of: World.father)
    reading = try phone.creates("Reading \"aloud\"")
    try phone.completes(reading)
    try fathers.drinks(tenthOunces: 70)
    try phone.does(DeletionTests.water(33, for: World.father))
    world.settle()
  }

  func occurrences(of word: String, in text: String) -> Int {
    text.split(separator: "\n").filter { $0.contains(word) }.count
  }

  @Test("FAM-7: of a family has every fact of its log, with its texts")
  func family() throws {
    let text = world.export()
    #expect(occurrences(of: "\"kind\"", in: text) == 4)
    #expect(occurrences(of: "\"role\"", in: text) == 4)
    #expect(occurrences(of: "\"kind\": \"waterLogged\"", in: text) == 2)
    #expect(text.contains("\"Reading \\\"aloud\\\"\""))
    #expect(text.contains("\"born\": \"1990-01-01\""))
    #expect(text.contains("\"committed\": \"2026-03-02T08:00:00Z\""))
  }

  @Test("FAM-7: of a person has their own data, no matter who logged it, and no one else's")
  func person() {
    let text = world.export(of: World.father)
    #expect(occurrences(of: "\"kind\"", in: text) == 2)
    #expect(occurrences(of: "\"author\": 0", in: text) == 1)
    #expect(occurrences(of: "\"role\"", in: text) == 1)
    #expect(!text.contains("Reading"))
  }

  @Test("FAM-7: spells out readable text for its owner")
  func everythingReadable() throws {
    let season = Season(first: World.firstDay, last: World.firstDay.adding(days: 9))
    try phone.does(
      .createSport(
        for: World.child, SportCreation(name: world.names.handle(of: "Fencing"), season: season)))
    try phone.does(
      .setProfile(.allergies, of: World.child, to: world.names.handle(of: "Hazelnuts")))
    try phone.does(
      .awardBonus(to: World.child, 5, message: world.names.handle(of: "Well done")))
    world.settle()
    for text in ["Fencing", "Hazelnuts", "Well done"] { #expect(world.export().contains(text)) }
    let childs = world.export(of: World.child)
    #expect(childs.contains("Hazelnuts") && childs.contains("Well done"))
    #expect(!childs.contains("Reading") && !childs.contains("Fencing"))
    for text in ["Hazelnuts", "Well done"] {
      #expect(!world.export(of: World.father).contains(text))
    }
  }

  @Test("FAM-7: does not contain rejected operations")
  func refused() throws {
    try fathers.deletes(reading, of: World.mother)
    world.exchange(fathers)
    try phone.renames(reading, to: "Late")
    world.settle()
    try #require(phone.refusals == [.habitDeleted])
    #expect(!world.export().contains("Late"))
  }

  @Test("FAM-7: gives the same bytes from the same log")
  func deterministic() throws {
    #expect(world.export() == (try ExportTests()).world.export())
    #expect(world.export() == world.export())
  }

  @Test("FAM-7: of an account spans its families")
  func allScopes() throws {
    let other = world.secondFamily()
    let second = world.device(of: World.father, account, in: other)
    try second.drinks(tenthOunces: 12)
    world.settle()
    let text = world.server.export(account, names: world.names, now: world.now)
    #expect(occurrences(of: "\"firstDay\"", in: text) == 2)
    #expect(occurrences(of: "\"kind\"", in: text) == 3)
    world.deletes(account)
    #expect(occurrences(of: "\"kind\"", in: world.export(of: World.mother)) == 0)
    #expect(!world.export().contains("Reading"))
  }

  @Test("FAM-7: with numbers that no honest device sends is still a text")
  func hostile() throws {
    var creation = try phone.does(.renameHabit(reading, of: World.mother, to: .init(packed: 1)))
    creation.fact.payload = Payload(.max, .max)
    creation.fact.zone = .max
    var request = phone.asks()
    request.operations = [creation]
    world.serve(request)
    #expect(world.export().contains("\"zone\": 65535"))
  }
}

extension World {
  func export(of person: MemberHandle? = nil) -> String {
    server.export(family, person: person, names: names, now: now).json
  }
}

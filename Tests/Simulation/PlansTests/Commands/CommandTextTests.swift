import Base
import Chronology
import DomainCore
import JSONText
import Plans
import TestKit
import Testing

@Suite("A command as text")
struct CommandTextTests {
  /// What writing to a file and reading back does to a command.
  static func reread(_ node: JSONNode) throws -> JSONNode {
    try JSONReader().read(JSONWriter(.compact).bytes(node))
  }

  @Test(
    "is read back as the same command about the same things, even if they have other numbers",
    arguments: FactKind.allCases)
  func roundTrip(kind: FactKind) throws {
    let worlds = [World(0), World(1)]
    for seed in 0..<200 {
      let commands = worlds.map { world in
        var samples = SampleCommands(seed: UInt64(seed), in: world)
        return samples.command(kind)
      }
      #expect(commands[0].kind == kind)
      let node = worlds[0].commands.json(of: commands[0])
      #expect(node["words"] == nil, "fields say all of \(node.summary)")
      // Reading takes longer than all the rest.
      let read = seed % 4 == 0 ? try Self.reread(node) : node
      for (world, command) in zip(worlds, commands) {
        #expect(try world.commands.command(from: read) == command)
      }
      #expect(worlds[1].commands.json(of: commands[1]) == node)
    }
  }

  @Test("names what it is about")
  func looks() throws {
    let world = World(0)
    func line(_ command: Command) -> String {
      JSONWriter(.compact).text(world.commands.json(of: command))
    }
    let (me, you) = (MemberHandle(1), MemberHandle(2))
    let day = LocalDay(year: 2026, month: 3, day: 4)
    #expect(
      line(.setCompletion(of: Entity(raw: 7), owner: me, on: day, done: true))
        == #"{"do":"completionSet","of":"m1","habit":"@7","on":"2026-03-04","done":true}"#)
    let name = world.habitName("Read for 30 minutes")
    #expect(
      line(
        .createHabit(for: you, name: name, category: world.text("Health"), icon: 3, rank: 65_536))
        == #"{"do":"habitCreated","of":"m2","name":"Read for 30 minutes","category":"Health","#
        + #""icon":3,"rank":65536}"#)
    let nutrients = Nutrients(
      kilocalories: 412.5, protein: 20, carbohydrate: 0, fat: 8.2, fiber: 0, sugar: 0,
      vegetables: 0)
    #expect(
      line(
        .logMeal(
          for: me, MealPortion(.breakfast, stating: nutrients, from: MealOrigin(.typed))))
        == #"{"do":"mealLogged","of":"m1","meal":"breakfast","source":"typed","#
        + #""kilocalories":412.5,"protein":20,"fat":8.2}"#)
    #expect(
      line(.logMeal(for: me, MealPortion(.lunch, MealItem(food: 2, quarters: 6))))
        == #"{"do":"mealLogged","of":"m1","meal":"lunch","source":"table","#
        + #""foods":[{"food":"toast","quarters":6}]}"#)
    let duty = Duty(.pickUp, of: OccurrenceID(Entity(raw: 5), day))
    #expect(
      line(.assign(duty, to: you, insteadOf: me))
        == #"{"do":"dutyAssigned","of":"m2","class":"@5","on":"2026-03-04","duty":"pickUp","#
        + #""insteadOf":"m1"}"#)
    #expect(
      line(.foundFamily(born: day))
        == #"{"do":"memberJoined","role":"parent","born":"2026-03-04"}"#)
    #expect(
      line(.setQuietHours(QuietHours(from: 1_260, until: 390), of: me))
        == #"{"do":"quietHoursSet","of":"m1","hours":"21:00-06:30"}"#)
  }

  @Test("has raw words instead of fields when it contains more than its fields can hold")
  func words() throws {
    let world = World(0)
    let completion = Command.setCompletion(
      of: Entity(raw: 7), owner: MemberHandle(1), on: LocalDay(number: 1), done: true)
    func expectWords(_ change: (inout Command) -> Void) throws {
      var strange = completion
      change(&strange)
      let node = world.commands.json(of: strange)
      #expect(node["words"]?.elements?.count == 3 && node["habit"] == nil)
      #expect(try world.commands.command(from: CommandTextTests.reread(node)) == strange)
    }
    try expectWords { $0.payload.second = 1 }
    try expectWords { $0.payload.first |= 1 << 63 }
    try expectWords { $0.payload.first |= 0xFF << 40 }
    try expectWords {
      $0 = Command(.habitDescriptionSet, subject: $0.subject, payload: Payload(99))
    }
    try expectWords { $0 = Command(.photoAnalyzed, subject: $0.subject, entity: $0.entity) }
    try expectWords { $0 = Command(.habitArchivedSet, subject: $0.subject, payload: Payload(2)) }
    #expect(world.commands.json(of: completion)["words"] == nil)
  }

  @Test("is never lost, whatever bits it has", arguments: FactKind.allCases)
  func anyBits(kind: FactKind) throws {
    let world = World(0)
    var dice = Dice(seed: UInt64(kind.rawValue))
    for round in 0..<400 {
      // A few bits, so that many commands are close to one that fields can represent.
      let mask = round & 1 == 0 ? UInt64.max : dice.bits() & dice.bits() & dice.bits()
      let command = Command(
        kind, subject: MemberHandle(dice.number(UInt16.self)),
        entity: Entity(raw: dice.bits() & mask),
        payload: Payload(dice.bits() & mask, dice.bits() & mask))
      let node = world.commands.json(of: command)
      #expect(try world.commands.command(from: node) == command)
    }
  }
}

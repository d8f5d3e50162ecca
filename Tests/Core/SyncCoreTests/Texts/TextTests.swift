import Base
import Chronology
import DomainCore
import TestKit
import Testing

@testable import SyncCore

@Suite("Texts that travel")
struct TextTests {
  @Test("two phones that are offline create two habits, and all see both names", arguments: [1, 3])
  func converge(page: UInt32) throws {
    let home = try TextHome()
    try home.creates("Reading", category: "Mind", on: 0)
    try home.creates("Piano", category: "Music", on: 1)
    let piano = try home.creates("piano", category: "Mind", on: 0)
    try home.notes("ten minutes", of: piano, on: 0)
    #expect(home.habits(on: 0) == ["Reading|Mind|", "piano|Mind|ten minutes"])
    #expect(home.habits(on: 1) == ["Piano|Music|"])
    try home.settle(page: page)
    let all = ["Piano|Music|", "Reading|Mind|", "piano|Mind|ten minutes"]
    #expect(home.habits(on: 0) == all && home.habits(on: 1) == all && home.habitsOfServer == all)
    let digest = home.server.core.scopes[0].state.digest
    #expect(home.phones.allSatisfy { $0.replica.store.state.digest == digest })
  }

  @Test("a name is taken on a phone that has it only as a pending one")
  func taken() throws {
    let home = try TextHome()
    try home.creates("Reading", on: 0)
    let again = try home.submits(
      0,
      .createHabit(
        for: TextHome.mother, name: home.name("READING", on: 0), category: .empty, icon: 1, rank: 2)
    )
    #expect(again == .failure(RefusalError(.nameTaken)))
    try home.settle()
    let later = try home.submits(
      0,
      .createHabit(
        for: TextHome.mother, name: home.name("reading", on: 0), category: .empty, icon: 1, rank: 2)
    )
    #expect(later == .failure(RefusalError(.nameTaken)))
  }

  @Test("texts differ if their bytes do, and compared by their folded form")
  func bytes() throws {
    let home = try TextHome()
    try home.creates("caf\u{E9}", on: 0)
    try home.creates("cafe\u{301}", for: TextHome.child, on: 1)
    try home.creates("CAFE\u{301}", for: TextHome.child, on: 0)
    try home.settle()
    let spellings = home.habits(on: 1).map { Array($0.utf8) }
    #expect(Set(spellings).count == 3)
    #expect(home.habits(on: 1).contains { $0.hasSuffix(" 2") })
    #expect(home.habits(on: 0).map { Array($0.utf8) } == spellings)
    #expect(home.habitsOfServer.map { Array($0.utf8) } == spellings)
  }

  @Test("a pending text keeps its words over a restart, and gets the feed's handle with its row")
  func pending() throws {
    let home = try TextHome()
    let habit = try home.creates("Reading", category: "Mind", on: 0)
    try home.restarts(0)
    #expect(home.habits(on: 0) == ["Reading|Mind|"])
    func handle() throws -> TextHandle {
      let shown = home.phones[0].replica.habitShown(habit)
      return try #require(shown).name.value.text
    }
    let drafted = try handle()
    #expect(drafted.raw > UInt32.max / 2)
    try home.creates("Reading", category: "Mind", for: TextHome.child, on: 1)
    try home.exchange(1)
    // The other phone's row comes first and brings the text that is pending here.
    home.phones[0].replica.sequenceDecided = 1
    try home.exchange(0)
    let given = try handle()
    #expect(given.raw == 1 << 16 && home.habits(on: 0) == ["Reading|Mind|", "Reading|Mind|"])
    home.phones[0].replica.sequenceDecided = 0
    try home.settle()
    try home.restarts(0)
    try home.restartsServer()
    try home.settle()
    #expect(home.habits(on: 0) == ["Reading|Mind|", "Reading|Mind|"])
    #expect(home.habits(on: 0) == home.habitsOfServer)
    let digest = home.server.core.scopes[0].state.digest
    #expect(home.phones.allSatisfy { $0.replica.store.state.digest == digest })
  }

  @Test("a rejected operation keeps its words, also over restarts and a snapshot")
  func rejected() throws {
    let home = try TextHome()
    let habit = try home.creates("Reading", on: 0)
    try home.settle()
    _ = try home.submits(0, .deleteHabit(habit, of: TextHome.mother)).get()
    _ = try home.submits(
      1, .renameHabit(habit, of: TextHome.mother, to: home.name("Chess", on: 1))
    ).get()
    try home.exchange(0)
    try home.settle()
    func words() -> [String] {
      home.phones[1].replica.rejections.map {
        home.phones[1].texts?.text(of: HabitName(packed: $0.operation.fact.payload.first).text)
          ?? ""
      }
    }
    #expect(words() == ["Chess"])
    try home.restarts(1)
    #expect(words() == ["Chess"])
    try home.failsOver(to: Int(home.log.revision), as: 1)
    try home.settle()
    #expect(words() == ["Chess"])
  }

  @Test("a text that is too long is refused with a sentence, when it is saved and when it arrives")
  func bounds() throws {
    let home = try TextHome()
    let long = String(repeating: "a", count: 201)
    let name = try home.submits(
      0,
      .createHabit(
        for: TextHome.mother, name: home.name(long, on: 0), category: .empty, icon: 1, rank: 1))
    #expect(name == .failure(RefusalError(.textTooLong)))
    #expect(
      Refusal.textTooLong.sentence == "A name has at most 200 bytes, and a note at most 4,000.")
    let habit = try home.creates(String(repeating: "a", count: 200), on: 0)
    try home.notes(String(repeating: "b", count: 4_000), of: habit, on: 0)
    let note = try home.submits(
      0,
      .setHabitField(
        .habitDescriptionSet, of: habit, owner: TextHome.mother,
        to: home.text(String(repeating: "b", count: 4_001), on: 0).raw))
    #expect(note == .failure(RefusalError(.textTooLong)))
    try home.settle()
    #expect(home.habits(on: 1) == home.habits(on: 0))

    func sentence(_ texts: [[UInt8]]) -> String {
      var request = Request()
      var operation = SyncCore.Operation.sample
      operation.fact.kind = .habitNameSet
      operation.fact.payload = Payload(1)
      request.operations.append(operation)
      request.unknown.keep(
        TextFields.fields(of: texts.map { TravelingText(bytes: $0, isLabel: false) }),
        ofOperation: 0)
      do {
        _ = try Wire.request(Wire.bytes(request))
        return ""
      } catch { return error.description }
    }
    let letter: [UInt8] = [0x61]
    #expect(sentence([letter]) == "")
    #expect(
      sentence([Array(repeating: 0x61, count: 201)]).hasSuffix(
        "a text has 201 bytes, and at most 200 are possible."))
    #expect(
      sentence([letter, Array(repeating: 0x61, count: 4_001)]).hasSuffix(
        "a text has 4001 bytes, and at most 4000 are possible."))
    #expect(
      sentence(Array(repeating: letter, count: 5)).hasSuffix("an operation has at most 4 texts."))
    #expect(sentence([[0xC3]]).hasSuffix("a text is not UTF-8."))
  }

  @Test("the compared form of a name is derived, and never believed")
  func folded() throws {
    let home = try TextHome()
    try home.creates("Reading", for: TextHome.child, on: 0)
    try home.settle()
    home.phones[1].replica.store.append(
      Self.operation(named: "Chess", folded: TextHandle(1), by: home.phones[1]))
    try home.settle()
    #expect(home.habits(on: 0) == ["Chess||", "Reading||"])
    let forms = (0..<2).map {
      home.server.core.scopes[0].state.habitAt($0).name.value.folded
    }
    #expect(forms[0] != forms[1])
  }

  private static func operation(
    named name: String, folded: TextHandle, by phone: TextHome.Phone
  ) -> SyncCore.Operation {
    let text = phone.texts?.handle(of: name) ?? .empty
    let command = Command.createHabit(
      for: TextHome.child, name: HabitName(text: text, folded: folded), category: .empty, icon: 1,
      rank: 1)
    let stamp = HybridClock.stamp(of: TextHome.monday.at(hour: 9))
    let fact = Fact(
      command: command, version: Version(stamp: stamp, site: phone.replica.site),
      sequence: phone.replica.store.sequence + 1, author: phone.member, day: TextHome.monday,
      zone: .utc)
    return SyncCore.Operation(
      fact: fact, basis: phone.replica.store.position, scope: 0, followers: 0)
  }

  @Test("P5: a text in a place for another sort of text is in no table")
  func wrongSort() throws {
    let home = try TextHome()
    // What only manipulated software sends: a category as a name.
    let (phone, odd) = (home.phones[0], home.label("Odd", on: 0))
    var operation = Self.operation(named: "", folded: .empty, by: phone)
    operation.fact.payload[operation.fact.textSlots[0]] = odd
    phone.replica.store.append(operation)
    try home.settle()
    try home.creates("Chess", category: "Mind", on: 1)
    try home.settle()
    let texts = home.server.core.scopes[0].texts?.all
    #expect(texts?.count == 3, "a name, its compared form, and a category")
    for phone in home.phones {
      let isSame = phone.replica.store.state.isIdentical(to: home.server.core.scopes[0].state)
      let epoch = phone.replica.store.epoch
      #expect(isSame && phone.texts?.withoutDrafts().all == texts && epoch == 1)
    }
  }

  @Test("P19: an install that does not know a kind passes its texts on, and gives them numbers")
  func unknownKind() throws {
    let home = try TextHome()
    try home.creates("Reading", on: 0)
    // A kind of a later version, with a text and a label.
    var newer = Self.operation(named: "", folded: .empty, by: home.phones[1])
    newer.fact.kind = .unknown
    newer.unknownKind = 900
    newer.fact.payload = Payload(1, 2)
    home.phones[1].replica.store.append(newer)
    home.phones[1].replica.store.unknown.keep(
      TextFields.fields(of: [
        TravelingText(bytes: Array("Novelty".utf8), isLabel: false),
        TravelingText(bytes: Array("Kind".utf8), isLabel: true),
      ]), ofOperation: 1)
    try home.exchange(1)
    try home.settle()
    try home.restartsServer()
    try home.creates("Chess", on: 0)
    try home.settle()
    for texts in [home.server.core.scopes[0].texts] + home.phones.map(\.texts) {
      let texts = try #require(texts)
      #expect(texts.text(of: TextHandle(1 << 16)) == "Novelty")
      #expect(texts.text(of: TextHandle(1)) == "Kind")
    }
    let row = home.server.core.rows(of: 0)[0]
    #expect(row.operation.fact.payload == Payload(1, 2) && row.operation.unknownKind == 900)
    let digest = home.server.core.scopes[0].state.digest
    #expect(home.phones.allSatisfy { $0.replica.store.state.digest == digest })
  }
}

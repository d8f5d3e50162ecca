import Base
import Chronology
import DomainCore
import JSONText
import Plans
import TestKit
import Testing

@Suite("A text that is not a valid command")
struct CommandTextErrorTests {
  private static func error(_ text: String) throws -> CommandTextError? {
    let node = try JSONReader(accepting: .repeatedKeys).read(text)
    do throws(CommandTextError) {
      _ = try World(0).commands.command(from: node)
      return nil
    } catch {
      return error
    }
  }

  @Test("gives an error with what is wrong, what is allowed and the nearest match")
  func sentences() throws {
    func expect(_ text: String, _ sentence: String) throws {
      #expect(try Self.error(text)?.description == sentence)
    }
    try expect("[]", "'command' is a list; allowed: an object with 'do' and 'of'")
    try expect("{}", "'do' is missing; allowed: the kinds of docs/commands.md")
    try expect(
      #"{"do":"completionset"}"#,
      #"'do' is the text "completionset"; allowed: the kinds of docs/commands.md. "#
        + "Did you mean 'completionSet'?")
    try expect(
      #"{"do":"goalDeleted","goal":"@1"}"#,
      "'goalDeleted.of' is missing; allowed: a member, or \"nobody\"")
    try expect(
      #"{"do":"habitStartSet","of":"m1","habit":"@1","on":"2026-02-30"}"#,
      #"'habitStartSet.on' is the text "2026-02-30"; allowed: a day such as "2026-03-04""#)
    try expect(
      #"{"do":"memberRoleSet","of":"m1","role":"parnt"}"#,
      #"'memberRoleSet.role' is the text "parnt"; allowed: parent, child, observer, coach, "#
        + "athlete, groupMember. Did you mean 'parent'?")
    try expect(
      #"{"do":"consentSet","of":"m1","givn":true}"#,
      "'consentSet.givn' is not a field; allowed: do, of, given. Did you mean 'given'?")
    try expect(
      #"{"do":"consentSet","of":"m1","given":true,"to":1}"#,
      "'consentSet.to' is not a field; allowed: do, of, given")
    try expect(
      #"{"do":"consentSet","of":"m1","given":true,"given":false}"#,
      "'consentSet.given' appears twice; allowed: once")
    try expect(
      #"{"do":"wellnessSet","of":"m1","mental":256,"physical":1}"#,
      "'wellnessSet.mental' is 256; allowed: a whole number from 0 to 255")
    try expect(
      #"{"do":"courseChanged","of":"m1","course":"@1","field":"archived","to":"yes"}"#,
      #"'courseChanged.to' is the text "yes"; allowed: true, false"#)
    try expect(
      #"{"do":"photoAnalyzed","of":"m1","words":["0x01"]}"#,
      "'photoAnalyzed.words' is a list; allowed: a list of three times "
        + "\"0x\" and 16 hexadecimal digits")
    try expect(
      #"{"do":"waterLogged","of":"m1","ounces":1.25,"from":"glass","at":"07:30"}"#,
      "'waterLogged.ounces' is 1.25; allowed: a number from 0 to 6553.5 with at most one decimal")
  }

  @Test("differs from a command about something that no step creates any more")
  func unresolved() throws {
    let gone = CommandTextError.unresolved("@gone")
    #expect(try Self.error(#"{"do":"goalDeleted","of":"m1","goal":"@gone"}"#) == gone)
    #expect(try Self.error(#"{"do":"goalDeleted","of":"@gone","goal":"@1"}"#) == gone)
    #expect(
      try Self.error(#"{"do":"goalSportSet","of":"m1","goal":"@1","sport":"@gone"}"#) == gone)
    #expect(
      try Self.error(
        #"{"do":"rosterSet","of":"m1","coach":"@gone","onRoster":true}"#) == gone)
    #expect(try Self.error(#"{"do":"goalDeleted","of":"m1","goal":"none"}"#) == nil)
    #expect(
      gone.description == "there is no '@gone': the step that made it is not part of the plan")
  }

  @Test("is a text whose handle has no room as a unit or category")
  func lateTexts() throws {
    var names = World(0).names
    names.handle = { _ in TextHandle(65_536) }
    let node = try JSONReader().read(
      #"{"do":"habitCreated","of":"m1","name":"Read","category":"Health","rank":1}"#)
    #expect(throws: CommandTextError.self) {
      try CommandText(names: names).command(from: node)
    }
  }

  @Test("never crashes the reader, whatever it contains", arguments: FactKind.allCases)
  func fuzz(kind: FactKind) throws {
    let world = World(0)
    var samples = SampleCommands(seed: UInt64(kind.rawValue), in: world)
    var dice = Dice(seed: 4_711 + UInt64(kind.rawValue))
    var (taken, refused) = (0, 0)
    for _ in 0..<300 {
      var node = world.commands.json(of: samples.command(kind))
      for _ in 0...dice.roll(2) { node = Self.spoilt(node, &dice) }
      do throws(CommandTextError) {
        let command = try world.commands.command(from: node)
        #expect(try world.commands.command(from: world.commands.json(of: command)) == command)
        taken += 1
      } catch {
        #expect(!error.description.isEmpty)
        refused += 1
      }
    }
    #expect(taken > 0 && refused > 20)
  }

  /// A node with one member changed, removed, repeated or renamed.
  private static func spoilt(_ node: JSONNode, _ dice: inout Dice) -> JSONNode {
    guard var members = node.members, !members.isEmpty else { return node }
    let place = dice.roll(members.count)
    switch dice.roll(8) {
    case 0: members.remove(at: place)
    case 1: members[place].key += "x"
    case 2: members.append(members[place])
    case 3: members[place].node = members[dice.roll(members.count)].node
    default: members[place].node = dice.pick(values)
    }
    return JSONNode(.object(members))
  }

  private static let values: [JSONNode] = [
    .null, true, false, 0, 1, -1, 255, 256, 65_535, 65_536, 0.5, 6_553.6, 1e300, -1e300,
    .integer(Int64.min), .integer(Int64.max), .integer(UInt64.max), .integer(Int128.max),
    .integer(Int128.min), .integer(Int32.max), .integer(Int32.min), .integer(1 << 22),
    "", "none", "nobody", "@1", "@", "m0", "m65534", "m65535", "once", "FREQ=WEEKLY",
    "FREQ=MONTHLY;BYDAY=99MO", "0x", "0x+000000000000001", "0xffffffffffffffff", "0000-01-01",
    "9999-12-31", "2026-03-04", "2026-03-04 17:30", "9999-12-31T23:59:59.999Z", "-0001-01-01",
    "23:59", "99:59", "1092:15", "1092:16", "9999999999:00", "-1:00", "24:00-25:61", "21:00-06:30",
    "Europe/Berlin", "title", "table", "parent", "🏊", "\u{0}", [], [:], [1, 2, 3, 4, 5],
    ["monday"], ["monday", "monday"], ["push"], [["food": "toast", "quarters": 70_000]],
    [["food": 9, "quarters": 1]], ["0x0000000000000001", "0x0000000000000002", "0x"],
  ]
}

import Base
import TestKit
import Testing

@testable import Plans

@Suite("Format of plans")
struct PlanFormatTests {
  private static let head = [
    #"{"plan":2,"program":"0.2.0"}"#, #"{"scenario":{"name":"small"}}"#, #"{"community":0}"#,
    #"{"household":1,"zone":"Europe/Berlin","joinDay":0,"hasNotifications":false,"people":["#
      + #"{"person":1,"role":"parent","born":"1985-07-14","usesApp":true,"devices":1,"#
      + #""motivation":0}]}"#,
  ]

  /// The household with an unknown field of its person.
  private static let oddPerson = head[3].replacing(#"{"person":1"#, with: #"{"zzz":1,"person":1"#)

  /// The error of a plan that has these lines behind its head.
  private static func error(of lines: [String]) -> PlanError? {
    var reader = PlanReader(Array(lines.joined(separator: "\n").utf8))
    do throws(PlanError) {
      _ = try reader.read()
      return nil
    } catch {
      return error
    }
  }

  /// The fields that the reader allows in a line, from the error for one that it does not know.
  private static func fields(of line: String, behind head: some Sequence<String>) throws -> String {
    try allowed(in: error(of: Array(head) + [String(line.dropLast()) + #","zzz":1}"#]))
  }

  private static func allowed(in error: PlanError?) throws -> String {
    let error = try #require(error)
    let parts = error.what.split(separator: "; allowed: ", maxSplits: 1)
    try #require(parts.first == "there is no field 'zzz' here", "\(error.what)")
    return String(try #require(parts.last))
  }

  @Test("the format of plans is the recorded one")
  func recorded() throws {
    let start = Self.head.prefix(3)
    var lines = [
      "first line: " + (try Self.fields(of: Self.head[0], behind: [String]())),
      "scenario: " + (try Self.fields(of: Self.head[1], behind: Self.head.prefix(1))),
      "texts: " + (try Self.fields(of: #"{"texts":[]}"#, behind: start)),
      "calendarTexts: " + (try Self.fields(of: #"{"calendarTexts":[]}"#, behind: start)),
      "community: " + (try Self.fields(of: #"{"community":1}"#, behind: start)),
      "household: " + (try Self.fields(of: Self.head[3], behind: start)),
      "person: " + (try Self.allowed(in: Self.error(of: Array(start) + [Self.oddPerson]))),
      "delivery: " + (try Self.fields(of: #"{"delivery":"request"}"#, behind: Self.head)),
    ]
    for action in PlanAction.choices.map(\.0) {
      let line = #"{"step":"p1/d0/s0/open","at":"2026-01-05T07:12:03Z","do":"\#(action)"}"#
      lines.append("step \(action): " + (try Self.fields(of: line, behind: Self.head)))
    }
    lines += CommandReference.markdown.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .map { "command \($0)" }
    let record = FormatRecord(
      "plan", Plan.format.current, at: "Sources/Simulation/Plans/Files/Plan.swift", lines)
    #expect(try record.problem() == nil)
  }

  @Test("a plan of another format says so, whatever its fields are", arguments: [0, 4])
  func otherVersions(number: Int) throws {
    let head = #"{"plan":\#(number),"program":"9.0.0","built":"elsewhere"}"#
    let error = try #require(Self.error(of: [head] + Self.head.dropFirst()))
    let (age, remedy) =
      number == 0
      ? ("an older", "record it again, or use the program that wrote it")
      : ("a newer", "update the program")
    #expect(
      error.what
        == "this plan has format version \(number), which \(age) shakeout, 9.0.0, wrote; this "
        + "program, \(ProgramIdentity.currentVersion), reads versions 1 to 3: \(remedy)")
  }

  @Test("a plan of version 1, which did not name its sources, can still be read")
  func firstVersion() {
    let lines = [#"{"plan":1,"program":"0.1.0"}"#] + Self.head.dropFirst()
    #expect(Self.error(of: lines) == nil)
  }
}

import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("An export of habits")
struct HabitExportTests {
  /// The two formats, each with its export and its import.
  enum Format: CaseIterable, Sendable {
    case csv, json

    func text(_ records: [HabitRecord]) -> String {
      switch self {
      case .csv: HabitExport.csv(records)
      case .json: HabitExport.json(records)
      }
    }

    func records(_ text: String) throws(HabitImportError) -> [HabitRecord] {
      switch self {
      case .csv: try HabitImport.csv(text)
      case .json: try HabitImport.json(text)
      }
    }
  }

  /// Texts that break careless formats.
  static let nastyTexts = [
    "say \"hello\"", "a,b", ",", "\"", "\"\"", "line\nbreak", "line\r\nbreak", "\rleft",
    "tab\there",
    "=1+2", "+1", "-1", "@cmd", "'quoted'", "'", "''", "'=x",
    "=HYPERLINK(\"x\",\"y\")", "🏃🏽‍♀️ run",
    "e\u{301}tude", "\u{301}accent first", "日本語", "null", "true", "0012", "1e9", "a;b", "\\n",
    "\\\"", "\u{0}nul", "\u{7F}del", "\u{FEFF}mark", "habit", "completion", "{}", "[1]", "<b>&amp;",
    "trailing space ", " leading space", "semi\u{2028}separator", "\u{1F1E9}\u{1F1EA}",
  ]

  private static func records(_ family: TestFamily) -> [HabitRecord] {
    (0..<4).flatMap {
      family.state.habits.habitRecords(of: MemberHandle($0), in: family.names, family.state.shared)
    }
  }

  /// Submits the commands of records, as a device's commit does: each must be accepted.
  private static func take(_ records: [HabitRecord], into family: TestFamily) {
    for record in records {
      let creation = family.fact(record.creation(in: &family.names), site: 5)
      #expect(family.submit(creation, at: .device) == .changed)
      for command in record.details(of: creation.identity, in: &family.names) {
        #expect(family.submit(family.fact(command, site: 5), at: .device) == .changed)
      }
    }
  }

  private static func expectRebuilt(_ family: TestFamily, _ format: Format) throws {
    let exported = records(family)
    let text = format.text(exported)
    let read = try format.records(text)
    #expect(read == exported)
    let other = TestFamily(dayCapacity: 1)
    other.today = family.today
    take(read, into: other)
    #expect(records(other) == exported)
    #expect(format.text(records(other)) == text)
    // The rebuilt family shows the same on every screen.
    for owner in [TestFamily.parent, TestFamily.child, TestFamily.sibling] {
      func shown(_ family: TestFamily) -> [HabitStatistics] {
        family.list(of: owner).map { family.statistics($0, asOf: family.today) }
      }
      #expect(shown(other) == shown(family))
      #expect(Set(other.shownNames(of: owner)) == Set(family.shownNames(of: owner)))
      #expect(
        other.list(of: owner, archived: true).count
          == family.list(of: owner, archived: true).count)
    }
  }

  @Test("HAB-7: rebuilds habits with nasty names, texts and categories", arguments: Format.allCases)
  func nasty(format: Format) throws {
    let family = TestFamily()
    family.today = 40
    for (number, text) in Self.nastyTexts.enumerated() {
      let habit = family.addHabit(text, rank: UInt32(number * 7 % 11))
      let handle = family.names.handle(of: text).raw
      for kind in [FactKind.habitDescriptionSet, .habitCategorySet] {
        family.submit(.setHabitField(kind, of: habit, owner: TestFamily.child, to: handle))
      }
      family.mark(habit, number % 40)
    }
    try Self.expectRebuilt(family, format)
    let texts = Set(Self.records(family).map(\.text))
    #expect(texts.count == Set(Self.nastyTexts).count)
  }

  @Test(
    "HAB-7: has archived and numbered habits, but no deleted ones",
    arguments: Format.allCases)
  func archivedAndNumbered(format: Format) throws {
    let family = TestFamily()
    family.today = 99
    let child = TestFamily.child
    let read = family.addHabit("Read", rank: 5)
    let second = family.addHabit("READ", rank: 5, site: 2)
    family.addHabit("Read 2", rank: 1)
    family.addHabit("Read", owner: TestFamily.sibling)
    let gone = family.addHabit("Gone")
    for day in 0..<99 where day % 3 > 0 { family.mark(read, day) }
    for day in 90..<99 { family.mark(second, day) }
    family.mark(gone, 0)
    family.submit(.setHabitField(.habitIconSet, of: read, owner: child, to: .max))
    family.submit(.setHabitField(.habitIconSet, of: second, owner: child, to: 9))
    family.submit(.startHabit(second, of: child, on: TestFamily.day(80)))
    family.submit(.archiveHabit(second, of: child, true))
    family.submit(.deleteHabit(gone, of: child))
    // A day that was undone is not part of the history.
    family.mark(read, 98, done: false)
    let exported = Self.records(family)
    #expect(exported.map(\.name) == ["Read 2", "Read", "READ 3", "Read"])
    #expect(exported.map(\.isArchived) == [false, false, true, false])
    #expect(exported[1].completions.count == 65)
    #expect(exported[2].started == TestFamily.day(80))
    #expect(exported[2].firstDay == TestFamily.day(80))
    try Self.expectRebuilt(family, format)
  }

  @Test("HAB-7: rebuilds random families", arguments: 0..<20, Format.allCases)
  func random(seed: Int, format: Format) throws {
    var dice = Dice(seed: UInt64(seed))
    let family = TestFamily()
    family.today = 150
    for _ in 0..<(1 + dice.roll(8)) {
      let owner = dice.pick([TestFamily.parent, TestFamily.child, TestFamily.sibling])
      let name = dice.pick(Self.nastyTexts) + dice.pick(["", "", "x", " 2"])
      let habit = family.addHabit(
        name, owner: owner, rank: UInt32(dice.roll(4)), site: UInt32(1 + dice.roll(3)))
      if dice.chance(1, in: 2) {
        family.submit(.startHabit(habit, of: owner, on: TestFamily.day(dice.roll(150))))
      }
      if dice.chance(1, in: 4) { family.submit(.archiveHabit(habit, of: owner, true)) }
      if dice.chance(1, in: 8) { family.submit(.deleteHabit(habit, of: owner)) }
      for _ in 0..<dice.roll(60) {
        let command = Command.setCompletion(
          of: habit, owner: owner, on: TestFamily.day(dice.roll(150)), done: true,
          source: dice.pick(CompletionSource.allCases))
        family.submit(command)
      }
    }
    try Self.expectRebuilt(family, format)
  }

  @Test("HAB-7: an export may be empty", arguments: Format.allCases)
  func empty(format: Format) throws {
    try Self.expectRebuilt(TestFamily(), format)
    #expect(HabitExport.csv([]).hasPrefix("record,owner,name,"))
  }

  @Test("HAB-7: in CSV is one table, whose formulas a spreadsheet will not run")
  func csvText() {
    var record = HabitRecord(owner: TestFamily.child, name: "=1+2, \"quoted\"")
    record.text = "two\nlines"
    record.icon = 3
    record.rank = 65_536
    record.started = TestFamily.day(0)
    record.completions = [
      .init(TestFamily.day(0), source: .app), .init(TestFamily.day(2), source: .widget),
    ]
    #expect(
      HabitExport.csv([record])
        == [
          "record,owner,name,description,category,icon,rank,archived,started,day,source",
          "habit,1,\"'=1+2, \"\"quoted\"\"\",\"two\nlines\",,3,65536,no,2026-01-05,,",
          "completion,1,\"'=1+2, \"\"quoted\"\"\",,,,,,,2026-01-05,app",
          "completion,1,\"'=1+2, \"\"quoted\"\"\",,,,,,,2026-01-07,widget",
          "",
        ].joined(separator: "\r\n"))
  }

  @Test("HAB-7: in JSON names the version of its layout")
  func jsonText() {
    var record = HabitRecord(owner: TestFamily.child, name: "Read \"it\"")
    record.isArchived = true
    record.completions = [.init(TestFamily.day(0), source: .imported)]
    #expect(
      HabitExport.json([record]) == """
        {
          "schemaVersion": 1,
          "habits": [
            {
              "owner": 1,
              "name": "Read \\"it\\"",
              "description": "",
              "category": "",
              "icon": 0,
              "rank": 0,
              "archived": true,
              "started": null,
              "completions": [
                {
                  "day": "2026-01-05",
                  "source": "imported"
                }
              ]
            }
          ]
        }

        """)
  }

  @Test("HAB-7: each habit fits into one transaction")
  func transactions() {
    var names = NameTable()
    var record = HabitRecord(owner: TestFamily.child, name: "Read")
    record.text = "x"
    record.category = "Health"
    record.icon = .max
    record.started = TestFamily.day(0)
    record.isArchived = true
    record.completions = (0..<3_660).map { .init(TestFamily.day($0), source: .app) }
    let details = record.details(of: Entity(site: 1, sequence: 1), in: &names)
    #expect(details.count == 3_665)
    #expect(Transaction([record.creation(in: &names)] + details).followers(after: 0) == 3_665)
  }
}

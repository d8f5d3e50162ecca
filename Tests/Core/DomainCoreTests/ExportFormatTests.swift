import Base
import Chronology
import JSONText
import TestKit
import Testing

@testable import DomainCore

/// HAB-7, FAM-7: people keep their exports for years.
@Suite("Formats of exports")
struct ExportFormatTests {
  private let habit = HabitRecord(
    owner: TestFamily.child, name: "Reading", text: "A page", category: "Mind", icon: 1, rank: 0,
    isArchived: false, started: TestFamily.day(0),
    completions: [.init(TestFamily.day(0), source: .app)])

  @Test("HAB-7: the format of exported habits is the recorded one")
  func habits() throws {
    let json = try JSONReader().read(HabitExport.json([habit]))
    let rows = HabitExport.csv([habit]).split(whereSeparator: \.isNewline)
    let columns = try #require(rows.first).split(separator: ",").map { "CSV: \($0)" }
    let record = FormatRecord(
      "habits-export", try #require(json["schemaVersion"]?.integer()),
      at: "Sources/Core/DomainCore/Habits/Portability/HabitFormat.swift", json.keyPaths() + columns)
    #expect(columns.count > 5)
    #expect(try record.problem() == nil)
  }

  @Test("FAM-7: the format of an exported scope is the recorded one")
  func scope() throws {
    let family = TestFamily()
    var export = ScopeExport(of: family.state, person: nil, names: family.names)
    let name = family.names.handle(of: "Reading")
    export.add(
      family.fact(.setProfile(.allergies, of: TestFamily.child, to: name)),
      committed: TestFamily.noon(0))
    let json = try JSONReader().read(ScopeExport.json([export]))
    let record = FormatRecord(
      "scope-export", try #require(json["schemaVersion"]?.integer()),
      at: "Sources/Core/DomainCore/Accounts/ScopeExport.swift",
      json.keyPaths(maps: ["scopes[].texts"]))
    #expect(try record.problem() == nil)
  }
}

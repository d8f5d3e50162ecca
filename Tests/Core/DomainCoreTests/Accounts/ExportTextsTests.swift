import Base
import Chronology
import Testing

@testable import DomainCore

@Suite("The texts of an export")
struct ExportTextsTests {
  @Test(
    "FAM-7: an export has all texts of any kind of fact, no more", arguments: FactKind.allCases
  )
  func everyText(kind: FactKind) {
    var samples = SampleTexts()
    // So that a small number is not the handle of a text.
    _ = samples.commands(.profileFieldSet, about: TestFamily.parent)
    _ = samples.commands(.sportFieldSet, about: TestFamily.parent)
    let (commands, texts) = samples.commands(kind, about: TestFamily.child)
    #expect(!commands.isEmpty && commands.allSatisfy { $0.kind == kind })
    let family = TestFamily()
    let carried = commands.flatMap { family.fact($0).texts }.filter { $0 != .empty }
    #expect(carried.map(\.raw).sorted() == texts.map(\.raw).sorted())
  }

  /// The kinds with texts that are a person's own; all others are the family's or group's.
  private static let personal: Set<FactKind> = [
    .profileFieldSet, .habitCreated, .habitNameSet, .habitDescriptionSet, .habitCategorySet,
    .sessionCreated, .sessionChanged, .templateCreated, .templateChanged, .workoutAssigned,
    .assignmentChanged, .mobilityLogged, .courseCreated, .courseChanged, .academicItemCreated,
    .academicItemChanged, .goalCreated, .goalTitleSet, .goalUnitSet, .goalTextSet,
    .goalMilestoneSet, .bonusAwarded, .groupDisplayNameSet, .foodTextSet,
  ]

  @Test("FAM-7: a person's export has only that person's texts; a family's has all")
  func persons() throws {
    var samples = SampleTexts()
    let family = TestFamily()
    let people = [TestFamily.parent, TestFamily.child, TestFamily.sibling]
    var facts: [Fact] = []
    var all: [TextHandle] = []
    var own: [Int: [TextHandle]] = [:]
    for kind in FactKind.allCases {
      for person in people {
        let (commands, texts) = samples.commands(kind, about: person)
        facts += commands.map { family.fact($0) }
        all += texts
        if Self.personal.contains(kind) { own[Int(person.index), default: []] += texts }
      }
    }
    #expect(Set(all.map(\.raw)).count == all.count && all.count > 150)
    func export(_ person: MemberHandle?) -> String {
      var export = ScopeExport(of: family.state, person: person, names: samples.names)
      for fact in facts { export.add(fact, committed: TestFamily.noon(0)) }
      return export.json
    }
    let whole = export(nil)
    for text in all { #expect(whole.contains("\"\(samples.names.text(of: text))\"")) }
    for person in people {
      let text = export(person)
      let exported = all.filter { text.contains("\"\(samples.names.text(of: $0))\"") }
      #expect(exported == own[Int(person.index)], "member \(person.index)")
    }
  }

  @Test("FAM-7: the export of a member whom a parent added has their name, not the parent's")
  func added() {
    let family = TestFamily()
    let made = family.fact(
      .addMember(
        MemberAddition(
          role: .child, born: TestFamily.day(0), name: family.names.handle(of: "Ada"), sex: .female,
          weightGrams: 3_000, heightMillimeters: 500), by: TestFamily.parent))
    family.submit(made)
    func export(_ person: MemberHandle) -> ScopeExport {
      var export = ScopeExport(of: family.state, person: person, names: family.names)
      export.add(made, committed: TestFamily.noon(0))
      return export
    }
    #expect(export(family.memberMade(by: made)!).json.contains("\"Ada\""))
    for other in [TestFamily.parent, TestFamily.child] { #expect(export(other).count == 0) }
  }

  @Test("FAM-7: an erased fact has no texts")
  func erased() {
    var samples = SampleTexts()
    let family = TestFamily()
    for kind in FactKind.allCases {
      for command in samples.commands(kind, about: TestFamily.child).commands {
        let blank = Ownership.erased(family.fact(command), firstDay: TestFamily.firstDay)
        #expect(blank.texts.allSatisfy { $0 == .empty }, "\(kind)")
      }
    }
  }
}

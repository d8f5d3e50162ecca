import Foundation
import Testing

/// A field that a copy leaves out is lost on devices, and one that the comparison leaves out may
/// differ between two copies of a feed without a word: it blinds P5 to an error there.
@Suite("No field of what is folded is forgotten")
struct FoldedFieldsTests {
  /// Follows from other fields, in an order that says nothing, or is a cache.
  private static let derived: Set<String> = [
    "AcademicsState.dueDays", "FamiliesState.invitationPlaces", "MembershipEnds.counts",
    "GoalsState.automaticLast", "NutritionState.bounds", "NutritionState.applicationHeads",
    "NutritionState.trail", "NutritionState.trailCount", "RewardsState.attendedLast",
    "ScheduleState.movedHeads", "ScheduleState.moved", "AssignmentCounts.heads",
    "AssignmentCounts.before", "TrainingState.sessionDays", "TrainingState.assignmentDays",
    "TrainingState.workoutDays", "TrainingState.imports", "TrainingState.importDays",
    "TrainingState.mobilityDays",
    "ScopeState.slotByEntity",
  ]
  /// Is no part of a state.
  private static let apart: Set<String> = [
    "ScopeState.replaced", "ScopeState.byAddress",
    // A copy is made with it; compared as `digest`; the same for all.
    "DoneDays.wordsPerHabit", "ScopeState.digestStored", "ScopeState.foodRows",
  ]

  private struct Folded {
    let name: String
    var fields: [String] = []
    var copying = ""
    var comparing = ""
  }

  @Test("every stored field is copied and compared, or is known to follow from others")
  func fields() throws {
    let folded = try Self.states()
    #expect(folded.count > 12)
    for state in folded {
      #expect(!state.fields.isEmpty, "\(state.name) has no fields that this test could read")
      for field in state.fields where !Self.apart.contains("\(state.name).\(field)") {
        let name = "\(state.name).\(field)"
        #expect(Self.names(field, in: state.copying), "\(name) is not copied")
        #expect(
          Self.derived.contains(name) != Self.names(field, in: state.comparing),
          "\(name) is either compared, or follows from other fields")
      }
    }
  }

  /// What makes a copy of itself in a room of its own memory, and is compared field by field.
  private static func states() throws -> [Folded] {
    let files = House.sources.filter { $0.room == "DomainCore" }
    var states: [Folded] = []
    for file in files where file.code.contains("func copy()") {
      guard let type = file.matches(of: declaration).first, file.code.contains("func isIdentical(")
      else { continue }
      states.append(
        Folded(
          name: type.groups[0], fields: fields(of: file),
          copying: body(of: "func copy()", in: file.code),
          comparing: tail(from: "func isIdentical(", in: file.code)))
    }
    func code(_ name: String) throws -> SourceFile {
      try #require(files.first { $0.path.hasSuffix("/State/\(name).swift") })
    }
    let comparing = try code("ScopeState+Identity").code
    let copying = try code("ScopeState+Copy").code
    states.append(
      Folded(
        name: "ScopeState", fields: fields(of: try code("ScopeState")), copying: copying,
        comparing: comparing))
    return states
  }

  private static let declaration = "^(?:public )?struct (\\w+): ~Copyable"

  private static func fields(of file: SourceFile) -> [String] {
    let begin = file.matches(of: declaration).first?.line ?? 0
    let code = file.codeLines[begin...].prefix { $0 != "}" }.joined(separator: "\n")
    let pattern =
      "^  (?:@\\w+ )?(?:(?:public|private|internal)(?:\\(set\\))? )*(?:var|let) (\\w+)[^{\\n]*$"
    return TextPattern(pattern).matches(in: code).map { $0.groups[0] }
  }

  private static func body(of start: String, in code: String) -> String {
    let tail = tail(from: start, in: code)
    return tail.range(of: "\n  }\n").map { String(tail[..<$0.lowerBound]) } ?? tail
  }

  private static func tail(from start: String, in code: String) -> String {
    code.range(of: start).map { String(code[$0.lowerBound...]) } ?? ""
  }

  private static func names(_ field: String, in code: String) -> Bool {
    !TextPattern("\\b\(field)\\b").matches(in: code).isEmpty
  }
}

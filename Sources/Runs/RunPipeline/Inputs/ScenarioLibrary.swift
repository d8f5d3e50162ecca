import Chronology
import Datasets
import FoundationEssentials
import Glibc
import Population
public import Scenarios

/// Finds scenarios by name and reads their files.
///
/// It searches a name in the folder `scenarios` of the working directory, then in the one next to
/// the program; it opens a path as given.
public struct ScenarioLibrary {
  private let folders: [String]

  public init() {
    folders = Self.candidates.filter { FileManager.default.fileExists(atPath: $0) }
  }

  /// The folder of the working directory first, then those above the program.
  private static var candidates: [String] {
    var folders = ["scenarios"]
    var place = URL(fileURLWithPath: ChildProcess.thisProgram)
    for _ in 0..<5 {
      place.deleteLastPathComponent()
      let folder = place.appendingPathComponent("scenarios").path
      if folders.last != folder { folders.append(folder) }
    }
    return folders
  }

  /// A file next to the scenarios, by its path relative to their folder.
  func path(ofFile file: String) -> String? {
    folders.map { "\($0)/\(file)" }.first { FileManager.default.fileExists(atPath: $0) }
  }

  /// Every scenario with its file, sorted by name.
  public var scenarios: [(name: String, path: String)] {
    var found: [String: String] = [:]
    for folder in folders {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for file in files where file.hasSuffix(".json") {
        let name = String(file.dropLast(5))
        if found[name] == nil { found[name] = "\(folder)/\(file)" }
      }
    }
    return found.sorted { $0.key < $1.key }.map { (name: $0.key, path: $0.value) }
  }

  /// Reads, extends, overrides and validates a scenario; throws all of its errors at once.
  public func resolve(_ name: String, overrides: [String] = []) throws(ScenarioErrors) -> Scenario {
    let known = scenarios
    let resolver = ScenarioResolver(
      scenarioNames: known.map(\.name), zoneNames: Zone.allNames, refusesIdleTreatments: true
    ) { (name, parent) throws(ScenarioError) in
      try Self.load(name, from: parent, known: known)
    }
    // A program without scenarios next to it reports where it searched.
    if known.isEmpty && !Self.isPath(name) {
      let searched = Self.candidates.map { "'\($0)'" }.joined(separator: ", ")
      throw ScenarioErrors(errors: [
        ScenarioError(
          .unreadable(
            "there is no scenario '\(name)': none of these folders contains scenarios: "
              + "\(searched). Start in a folder with 'scenarios', or give the path of a file"))
      ])
    }
    return try resolver.resolve(name, overrides: overrides)
  }

  private static func load(
    _ name: String, from parent: String?, known: [(name: String, path: String)]
  ) throws(ScenarioError) -> ScenarioFile? {
    guard let path = path(of: name, from: parent, known: known) else {
      guard parent == nil, isPath(name) else { return nil }
      throw ScenarioError(
        .unreadable("there is no scenario '\(name)': this file cannot be read"))
    }
    guard let bytes = FileSource.bytes(of: path, max: Self.bytesMax) else {
      throw ScenarioError(.unreadable("this file cannot be read"), in: path)
    }
    guard bytes.count <= Self.bytesMax else {
      throw ScenarioError(
        .unreadable("this file is larger than \(Self.bytesMax >> 20) MiB, the limit for scenarios"),
        in: path)
    }
    return ScenarioFile(
      displayName: path,
      identity: URL(fileURLWithPath: path).resolvingSymlinksInPath().standardized.path,
      bytes: bytes)
  }

  private static let bytesMax = 16 << 20

  /// The path of a scenario; a parent is searched next to the scenario that extends it first.
  private static func path(
    of name: String, from parent: String?, known: [(name: String, path: String)]
  ) -> String? {
    let isPath = isPath(name)
    if let parent {
      let folder = parent.lastIndex(of: "/").map { String(parent[..<$0]) } ?? ""
      let file = isPath ? name : name + ".json"
      let isBare = !parent.contains("/") || isAbsolute(file)
      let beside = isBare ? file : "\(folder)/\(file)"
      if FileManager.default.fileExists(atPath: beside) { return beside }
    }
    if isPath { return FileManager.default.fileExists(atPath: name) ? name : nil }
    return known.first { $0.name == name }?.path
  }

  private static func isPath(_ name: String) -> Bool {
    name.contains("/") || name.hasSuffix(".json")
  }

  private static func isAbsolute(_ path: String) -> Bool { path.hasPrefix("/") }
}

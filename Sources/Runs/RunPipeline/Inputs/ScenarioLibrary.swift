import Chronology
import Datasets
import FoundationEssentials
import Population
public import Scenarios
import SystemLibrary

/// Finds scenarios by name and reads their files.
///
/// It searches a name in the folder `scenarios` of the working directory, then in the one next to
/// the program, and last among the scenarios that are compiled into the program. It opens a path as
/// given.
public struct ScenarioLibrary {
  /// The ends of a scenario file's name: with comments, and without any. The first one that exists
  /// counts.
  public static let suffixes = [".jsonc", ".json"]

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

  /// Where the text of a scenario is.
  private enum Place {
    case file(String)
    /// Compiled into the program, with its name and its text.
    case shipped(String, String)

    /// What messages call it.
    var displayName: String {
      switch self {
      case .file(let path): path
      case .shipped(let name, _): "the shipped scenario '\(name)'"
      }
    }
  }

  /// Every scenario with its file, sorted by name; the file is nil for one that is compiled into
  /// the program.
  public var scenarios: [(name: String, path: String?)] {
    places.map { name, place in
      if case .file(let path) = place { (name: name, path: path) } else { (name: name, path: nil) }
    }
  }

  private var places: [(name: String, place: Place)] {
    var found: [String: Place] = [:]
    for folder in folders {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for suffix in Self.suffixes {
        for file in files where file.hasSuffix(suffix) {
          let name = String(file.dropLast(suffix.count))
          if found[name] == nil { found[name] = .file("\(folder)/\(file)") }
        }
      }
    }
    for (name, text) in ShippedScenarios.texts where found[name] == nil {
      found[name] = .shipped(name, text)
    }
    return found.sorted { $0.key < $1.key }.map { (name: $0.key, place: $0.value) }
  }

  /// Reads, extends, overrides and validates a scenario; throws all of its errors at once.
  public func resolve(_ name: String, overrides: [String] = []) throws(ScenarioErrors) -> Scenario {
    let known = places
    let resolver = ScenarioResolver(
      scenarioNames: known.map(\.name), zoneNames: Zone.allNames, refusesIdleParameters: true
    ) { (name, parent) throws(ScenarioError) in
      try Self.load(name, from: parent, known: known)
    }
    return try resolver.resolve(name, overrides: overrides)
  }

  private static func load(
    _ name: String, from parent: String?, known: [(name: String, place: Place)]
  ) throws(ScenarioError) -> ScenarioFile? {
    guard let place = place(of: name, from: parent, known: known) else {
      guard parent == nil, isPath(name) else { return nil }
      throw ScenarioError(
        .unreadable("there is no scenario file '\(name)'"))
    }
    switch place {
    case .shipped(_, let text):
      return ScenarioFile(displayName: place.displayName, bytes: Array(text.utf8))
    case .file(let path):
      let bytes: [UInt8]
      do throws(FileSource.ReadingError) {
        bytes = try FileSource.bytes(of: path, .scenario)
      } catch {
        throw ScenarioError(.unreadable("\(error)"), in: path)
      }
      return ScenarioFile(
        displayName: path,
        identity: URL(fileURLWithPath: path).resolvingSymlinksInPath().standardized.path,
        bytes: bytes)
    }
  }

  /// Where a scenario is; a parent is searched next to the scenario that extends it first.
  private static func place(
    of name: String, from parent: String?, known: [(name: String, place: Place)]
  ) -> Place? {
    let isPath = isPath(name)
    let isOfShipped = known.contains { _, place in
      if case .shipped = place { place.displayName == parent } else { false }
    }
    if let parent, !isOfShipped {
      let folder = parent.lastIndex(of: "/").map { String(parent[..<$0]) } ?? ""
      for file in isPath ? [name] : suffixes.map({ name + $0 }) {
        let isBare = !parent.contains("/") || isAbsolute(file)
        let beside = isBare ? file : "\(folder)/\(file)"
        if FileManager.default.fileExists(atPath: beside) { return .file(beside) }
      }
    }
    if isPath { return FileManager.default.fileExists(atPath: name) ? .file(name) : nil }
    return known.first { $0.name == name }?.place
  }

  private static func isPath(_ name: String) -> Bool {
    name.contains("/") || suffixes.contains { name.hasSuffix($0) }
  }

  private static func isAbsolute(_ path: String) -> Bool { path.hasPrefix("/") }
}

import Foundation
public import JSONText

/// The committed description of a format that the program writes: its number, and all of its keys
/// or columns, a line each. `Tests/Formats` has one for each format.
///
/// Readers of the program's files rely on the number. So a description may
/// only change together with it, and `RECORD=1` writes no other one either.
public struct FormatRecord {
  private let name: String
  private let number: Int
  private let constant: String
  private let lines: [String]

  /// - Parameters:
  ///   - name: the name of the file.
  ///   - constant: where the number stands in the code.
  public init(_ name: String, _ number: Int, at constant: String, _ lines: some Sequence<String>) {
    self.name = name
    self.number = number
    self.constant = constant
    self.lines = Array(lines)
  }

  private var path: String { "Tests/Formats/\(name).txt" }

  private var text: String { (["version \(number)", ""] + lines).map { "\($0)\n" }.joined() }

  /// What is wrong, as a sentence that says what to do; nil if the description is the committed
  /// one.
  public func problem() throws -> String? {
    let committed = try? CommittedFile.text(path)
    if let problem = problem(against: committed) { return problem }
    return try CommittedFile.difference(of: text, from: path)
  }

  /// The same for a given description, which need not be that of the file.
  public func problem(against committed: String?) -> String? {
    guard let committed, text != committed else { return nil }
    let before = committed.split(separator: "\n").map(String.init)
    let head = before.first ?? ""
    guard let old = Int(head.dropFirst("version ".count)), head.hasPrefix("version ") else {
      return "\(path): its first line is not 'version' and a number"
    }
    let (gone, new) = (
      Set(before.dropFirst()).subtracting(lines).sorted(),
      Set(lines).subtracting(before.dropFirst()).sorted()
    )
    let changes =
      gone.prefix(5).map { "- \($0)" } + new.prefix(5).map { "+ \($0)" }
      + (gone.count + new.count > 10 ? ["…"] : [])
    guard number > old else {
      return """
        The format '\(name)' has changed and its number is still \(number): raise it at \
        \(constant) to \(old + 1), write what has changed in CHANGELOG.md, and record the \
        description with RECORD=1. \(changes.joined(separator: "; "))
        """
    }
    return CommittedFile.isRecording
      ? nil : "\(path) describes version \(old): record version \(number) with RECORD=1."
  }
}

extension JSONNode {
  /// The paths of all keys below, such as `metrics[].truth.value`, each once and in order.
  ///
  /// - Parameter maps: the paths of objects whose keys are data, such as names of scenarios.
  public func keyPaths(maps: Set<String> = []) -> [String] {
    var found: Set<String> = []
    collect(into: &found, at: "", maps)
    return found.sorted()
  }

  private func collect(into found: inout Set<String>, at path: String, _ maps: Set<String>) {
    if let elements {
      for element in elements { element.collect(into: &found, at: path + "[]", maps) }
    } else if let members, !maps.contains(path) {
      for member in members {
        let below = path.isEmpty ? member.key : "\(path).\(member.key)"
        found.insert(maps.contains(below) ? "\(below){}" : below)
        member.node.collect(into: &found, at: below, maps)
      }
    }
  }
}

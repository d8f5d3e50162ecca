import Foundation

/// The words of the project's old dialect, and the places that may still use one.
struct PrivateWords: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case module, type, member, key
    case faultKind = "fault kind"
    case phrase, spelling
  }

  struct Phrase: Sendable {
    let kind: Kind
    let word: String
    /// Its words in small letters.
    let parts: [String]
  }

  /// A file or folder that may use a word, and why.
  struct Exception: Hashable, Sendable {
    let path: String
    let word: String
    let reason: String

    /// `*` stands for every word, in files that exist to name the old words.
    func covers(_ path: String, _ word: String) -> Bool {
      (self.word == "*" || word == self.word)
        && (path == self.path || path.hasPrefix(self.path + "/"))
    }
  }

  static let words = "Tests/ArchitectureTests/private-words.tsv"
  static let exceptions = "Tests/ArchitectureTests/private-words-exceptions.tsv"

  /// What to write instead of each word.
  private(set) var instead: [Kind: [String: String]] = [:]
  /// The phrases and spellings by their first word, the longest first.
  private(set) var phrases: [String: [Phrase]] = [:]
  private(set) var exceptions: [Exception] = []

  init() throws {
    for row in try Self.rows(of: Self.words) {
      guard row.count == 3, let kind = Kind(rawValue: row[0]) else {
        preconditionFailure("not a word, its kind and what to write instead: \(row)")
      }
      instead[kind, default: [:]][row[1]] = row[2]
      guard kind == .phrase || kind == .spelling else { continue }
      let parts = row[1].split(separator: " ").map(String.init)
      phrases[parts[0], default: []].append(Phrase(kind: kind, word: row[1], parts: parts))
    }
    for first in phrases.keys { phrases[first]?.sort { $0.parts.count > $1.parts.count } }
    exceptions = try Self.rows(of: Self.exceptions).map { row in
      precondition(row.count == 3, "not a path, a word and a reason: \(row)")
      return Exception(path: row[0], word: row[1], reason: row[2])
    }
  }

  /// The rows of a table, without its comments.
  private static func rows(of path: String) throws -> [[String]] {
    try SourceTree.text(path).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  func holds(_ word: String, as kind: Kind) -> Bool { instead[kind]?[word] != nil }
}

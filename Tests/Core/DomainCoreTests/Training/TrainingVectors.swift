import Foundation

/// The reference values that scripts/vectors/training.py wrote.
enum TrainingVectors {
  /// The words of each line that is not a comment.
  static func lines(of name: String) throws -> [[String]] {
    let url = Bundle.module.resourceURL!.appending(path: "Vectors/\(name)")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ").map(String.init) }
  }
}

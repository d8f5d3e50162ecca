import Foundation

/// The vectors that `scripts/vectors/domain_nutrition.py` wrote.
enum NutritionVectors {
  /// The lines of a file without comments, each split at its spaces.
  static func lines(of name: String) throws -> [[Substring]] {
    let url = Bundle.module.resourceURL!.appending(path: "Vectors/\(name)")
    return try String(contentsOf: url, encoding: .utf8)
      .split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ") }
  }
}

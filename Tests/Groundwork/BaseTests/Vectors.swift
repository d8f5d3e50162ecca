import Foundation

/// The data that `scripts/vectors/base_*.py` made, as the lines of a file and their words.
enum Vectors {
  /// The lines of `name` without comments, each split at its spaces.
  static func lines(of name: String) throws -> [[Substring]] {
    let url = Bundle.module.resourceURL!.appending(path: "Vectors/\(name)")
    return try String(contentsOf: url, encoding: .utf8)
      .split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ", omittingEmptySubsequences: false) }
  }
}

extension Double {
  /// The number whose bits are these sixteen hexadecimal digits.
  init(bits text: Substring) {
    self.init(bitPattern: UInt64(text, radix: 16)!)
  }

  /// How many representable numbers `other` is away.
  func steps(to other: Double) -> UInt64 {
    if self == other { return 0 }
    if isNaN || other.isNaN { return isNaN && other.isNaN ? 0 : .max }
    let ordered = [self, other].map {
      $0 < 0 ? -Int64($0.magnitude.bitPattern) : Int64(bitPattern: $0.bitPattern)
    }
    return (ordered[0] - ordered[1]).magnitude
  }
}

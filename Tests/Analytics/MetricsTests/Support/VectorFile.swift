import Foundation
import Testing

/// The lines of a committed reference file, without comments, split at a separator.
func vectorRows(_ name: String, separator: Character = " ") throws -> [[Substring]] {
  let url = try #require(Bundle.module.url(forResource: "Vectors/\(name)", withExtension: nil))
  return try String(contentsOf: url, encoding: .utf8)
    .split(separator: "\n")
    .filter { !$0.hasPrefix("#") }
    .map { $0.split(separator: separator, omittingEmptySubsequences: separator == " ") }
}

/// A number that the committed file is known to hold.
func number<Number: LosslessStringConvertible>(
  _ text: Substring, as type: Number.Type = Number.self
)
  throws -> Number
{
  try #require(Number(String(text)))
}

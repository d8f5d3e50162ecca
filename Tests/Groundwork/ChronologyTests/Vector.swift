import Foundation
import TestKit
import Testing

@testable import Chronology

/// A line of a vectors file, split into its fields, with its file and line number.
struct Vector: CustomStringConvertible {
  let file: String
  let line: Int
  let fields: [Substring]

  var description: String { "\(file):\(line)" }

  /// The lines of a file that a script in scripts/vectors made.
  static func all(in file: String, separator: Character = " ") throws -> [Vector] {
    let url = try #require(Bundle.module.url(forResource: "Vectors/\(file)", withExtension: nil))
    return try String(contentsOf: url, encoding: .utf8)
      .split(separator: "\n").enumerated()
      .map { index, line in
        Vector(file: file, line: index + 1, fields: line.split(separator: separator))
      }
  }

  func integer(_ field: Int) throws -> Int64 {
    try #require(Int64(fields[field]), "\(self)")
  }

  /// A number of seconds since 1970.
  func instant(_ field: Int) throws -> Instant {
    Instant(milliseconds: try integer(field) * Span.second)
  }

  func zone(_ field: Int) throws -> Zone {
    try #require(Zone(named: String(fields[field])), "\(self)")
  }

  /// A day as 20260105.
  func day(_ field: Int) throws -> LocalDay {
    var reader = DigitReader(fields[field])
    let day = reader.day(separator: nil)
    return try #require(day, "\(self)")
  }

  /// Numbers written as differences: the first from `origin`, each other from the one before.
  func steps(_ field: Int, from origin: Int64) throws -> [Int64] {
    if fields[field] == "-" { return [] }
    var value = origin
    return try fields[field].split(separator: " ").map { step in
      value += try #require(Int64(step), "\(self)")
      return value
    }
  }
}

/// The draws of the vector scripts: SplitMix64.
struct VectorDraws {
  private var generator: SplitMix64

  init(seed: Int) {
    generator = SplitMix64(seed: UInt64(seed))
  }

  mutating func below(_ bound: Int64) -> Int64 { Int64(generator.next() % UInt64(bound)) }
}

/// The digest of the vector scripts over 64-bit words.
struct VectorDigest: CustomStringConvertible {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ word: Int64) {
    value = (value ^ UInt64(bitPattern: word)) &* 0x100_0000_01B3
    value ^= value >> 29
  }

  var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

import Foundation
import Testing

@testable import Base

@Suite("Elementary functions of the project")
struct MathematicsTests {
  @Test(
    "The first points are within the bound of the correctly rounded result",
    arguments: MathematicsPoints.all)
  func sample(of function: MathematicsPoints) throws {
    let lines = try Vectors.lines(of: "mathematics-\(function.name).txt")
    #expect(lines.count == 3000)
    var exact = 0
    for (index, line) in lines.enumerated() {
      let expected = Double(bits: line[0])
      let steps = function.value(at: index).steps(to: expected)
      if steps > function.bound {
        Issue.record("point \(index): \(function.value(at: index)) is not \(expected)")
      }
      if steps == 0 { exact += 1 }
    }
    #expect(Double(exact) / Double(lines.count) > (function.bound > 2 ? 0.3 : 0.85))
  }

  /// The oracle recorded the digest of every hundred thousand of the results it found right; a
  /// debug build, which is slow, checks the first hundred thousand.
  @Test(
    "The results equal, to the bit, the million that mpmath confirmed",
    arguments: MathematicsPoints.all)
  func proven(function: MathematicsPoints) throws {
    let digests = try #require(
      try Vectors.lines(of: "mathematics-proven.txt").first { $0[0] == function.name }
    ).dropFirst()
    #expect(digests.count == 10)
    #if DEBUG
      let parts = 1
    #else
      let parts = 10
    #endif
    for (part, digest) in digests.prefix(parts).enumerated() {
      let results = function.bits(of: part * 100_000..<(part + 1) * 100_000)
      #expect(results.withUnsafeBytes { SHA256.hexadecimal(of: $0) } == digest, "part \(part)")
    }
  }

  /// `scripts/oracles/mathematics.py` asks for this, and compares all of them with mpmath.
  @Test(
    "A million results per function are written for the oracle",
    .enabled(if: dumpDirectory != nil), arguments: MathematicsPoints.all)
  func dump(of function: MathematicsPoints) throws {
    let url = URL(filePath: Self.dumpDirectory!).appending(path: "\(function.name).bits")
    try function.bits(of: 0..<1_000_000).withUnsafeBytes { try Data($0).write(to: url) }
  }

  private static var dumpDirectory: String? {
    ProcessInfo.processInfo.environment["SHAKEOUT_DUMP_DIRECTORY"]
  }
}

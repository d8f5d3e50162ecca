import Testing

@testable import Base

@Suite("The nearest name")
struct NearestMatchTests {
  static let distances: [(String, String, Int)] = [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "abd", 1),
    ("abc", "ac", 1), ("abc", "abxc", 1), ("abc", "acb", 1), ("ca", "abc", 3),
    ("kitten", "sitting", 3), ("über", "uber", 1),
  ]

  @Test("counts the typing mistakes between two names", arguments: distances)
  func distance(left: String, right: String, expected: Int) {
    let (left, right) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
    #expect(typingDistance(left, right) == expected)
    #expect(typingDistance(right, left) == expected)
  }

  static let keys = [
    "latencySigma", "latencyMillisecondsMedian", "lossRatio", "duplicateRatio", "reorderRatio",
  ]

  static let nearestKeys: [(String, String?)] = [
    ("lossRati", "lossRatio"), ("losRatio", "lossRatio"), ("lsosRatio", "lossRatio"),
    ("LOSSRATIO", "lossRatio"), ("latencyMedian", "latencyMillisecondsMedian"),
    ("latency", "latencySigma"), ("loss_ratio", "lossRatio"), ("ratio", "lossRatio"),
    ("medianLatency", nil), ("seed", nil), ("", nil), ("---", nil),
  ]

  @Test(
    "is the one with the fewest mistakes, else the one with the same words, else none",
    arguments: nearestKeys)
  func key(mistyped: String, expected: String?) {
    #expect(nearest(to: mistyped, in: Self.keys) == expected)
  }

  static let nearestCommands: [(String, String?)] = [
    ("rnu", "run"), ("rn", "run"), ("stres", "stress"), ("x", nil), ("re", nil), ("zzz", nil),
  ]

  @Test("a short name allows one mistake only", arguments: nearestCommands)
  func command(mistyped: String, expected: String?) {
    #expect(nearest(to: mistyped, in: ["run", "replay", "stress", "a"]) == expected)
  }

  @Test("is the first of equally near names, and none where there is no candidate")
  func ties() {
    #expect(nearest(to: "bat", in: ["cat", "hat"]) == "cat")
    #expect(nearest(to: "bat", in: []) == nil)
  }
}

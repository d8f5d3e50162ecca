import TestKit
import Testing

@Suite("shakeout-benchmark")
struct BenchmarkProgramTests {
  private func run(_ words: [String]) throws -> ShakeoutProgram.Ending {
    try ShakeoutProgram.run(words, in: TemporaryFolder(), program: "shakeout-benchmark")
  }

  @Test(
    "'--help' says what it can measure, and starts nothing",
    arguments: [["--help"], ["-h"], ["responder", "--help"], ["responder", "8090", "-h"]])
  func help(words: [String]) throws {
    let ending = try run(words)
    #expect(ending.code == 0 && ending.errors == "", "\(ending.errors)")
    #expect(ending.output.hasPrefix("Usage: shakeout-benchmark [--quick]"))
    #expect(ending.output.contains("shakeout-benchmark responder [PORT]"))
  }

  @Test(
    "words that it does not know are an error with what is possible",
    arguments: [
      (["responder", "http"], "The port is 'http'; it can be a number from 0 to 65535."),
      (["responder", "65536"], "The port is '65536'"),
      (["responder", "0", "0"], "These words are not possible together: responder 0 0."),
      (["--quik"], "These words are not possible together: --quik."),
    ])
  func wrong(words: [String], sentence: String) throws {
    let ending = try run(words)
    #expect(ending.code == 64 && ending.output == "")
    #expect(ending.errors.contains(sentence), "\(ending.errors)")
    #expect(ending.errors.contains("Usage: shakeout-benchmark"))
  }
}

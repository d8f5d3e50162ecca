import JSONText
import TestKit
import Testing

@Suite("'shakeout calibrate'")
struct CalibrateTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("the written scenario reaches the targets when it runs")
  func writes() throws {
    let ending = try folder.shakeout(
      "calibrate baseline --people 120 --days 14 --free behavior.openLogitBase=-3...3 "
        + "--target pc.dau=0.6 --out found.json --json")
    #expect(ending.code == 0 && ending.errors == "")
    let found = try #require(try ending.json["targets"]?.elements?.first)
    let rerun = try folder.shakeout("run ./found.json --json")
    #expect(rerun.code == 0)
    let figures = try folder.shakeout("metrics found --json")
    let metric = try #require(
      try figures.json["metrics"]?.elements?.first { $0["metric"]?.string == "pc.dau" })
    #expect(metric["truth"]?["value"]?.double == found["found"]?.double)
  }

  @Test("an unreachable target exits with 3 and prints the nearest value")
  func unreached() throws {
    let ending = try folder.shakeout(
      "calibrate baseline --people 60 --days 10 --rounds 1 "
        + "--free behavior.openLogitWeekend=-0.1...0.1 --target pc.dau=0.99")
    #expect(ending.code == 3 && ending.errors == "")
    #expect(ending.output.contains("not reached"))
  }

  @Test(
    "invalid requests are errors before any run",
    arguments: [
      ("--free x=0...1 --target pc.dau=0.5", 65, "There is no parameter 'x'."),
      ("--free behavior.openLogitBase=0...1 --target pc.dau=0.5 --out Found", 64, "'.json'"),
      (
        "--free reactions.promptLift=0...1 --target pc.dau=0.5", 65,
        "'reactions.promptLift' has no effect unless 'reactions.promptsPerWeek' is not 0"
      ),
      ("--free behavior.openLogitBase=0...1 --target pc.dau=0.5 --out A.json", 64, "lowercase"),
    ] as [(String, Int, String)])
  func refused(options: String, code: Int, sentence: String) throws {
    let ending = try folder.shakeout("calibrate baseline --people 60 --days 10 " + options)
    #expect(ending.code == code && ending.output == "")
    #expect(ending.errors.contains(sentence))
    #expect(try folder.everything == [])
  }
}

import JSONText
import Testing

@Suite("'shakeout compare' and 'shakeout describe'")
struct CompareTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ line: String) throws -> ShakeoutProgram.Ending {
    try ShakeoutProgram.run(line.split(separator: " ").map(String.init), in: folder)
  }

  @Test("a scenario and itself are the same, and nothing is written")
  func same() throws {
    let ending = try run("compare smoke smoke")
    #expect(ending.code == 0 && ending.errors == "")
    #expect(ending.output.hasSuffix("The runs are the same, byte by byte.\n"))
    #expect(!ending.output.contains("*"))
    #expect(try folder.everything == [])
  }

  @Test("what differs is told for each key figure, for programs as well")
  func differs() throws {
    let ending = try run(
      "compare baseline baseline --people 200 --days 20 --json "
        + "--with behaviour.openLogitBase=2 --with lifecycle.lapseHazardFirst=0")
    #expect(ending.code == 0 && ending.errors == "")
    let json = try ending.json
    #expect(json["isSame"]?.boolean == false && json["people"]?.integer() == 200)
    let rows = try #require(json["differences"]?.elements)
    let active = try #require(rows.first { $0["id"]?.string == "pc.dau" })
    #expect(active["isSure"]?.boolean == true)
    #expect(try #require(active["lower"]?.double) > 0.05)
    #expect(try #require(active["pairingGain"]?.double) > 0)
  }

  @Test("scenarios of other people cannot be compared, and why is said")
  func unlike() throws {
    let ending = try run("compare smoke smoke --with seed=2")
    #expect(ending.code == 65 && ending.output == "")
    #expect(ending.errors.contains("one 'seed'"))
  }

  @Test("a description says who there is, when, and who stays")
  func description() throws {
    let ending = try run("describe published-levels")
    #expect(ending.code == 0 && ending.errors == "")
    for word in ["organisedParent", "20:00", "Mon ", "day 30", "come back"] {
      #expect(ending.output.contains(word), "\(word)")
    }
  }
}

import TestKit
import Testing

@Suite("A process that may open few files")
struct OpenFilesTests {
  private let folder = try! TemporaryFolder()

  @Test(
    "what needs more says so in a sentence",
    arguments: [
      ("run smoke --people 6 --days 3 -q", "too many open files"),
      ("serve --listen 127.0.0.1:0 --log nothing", "this process may have 16; raise 'ulimit -n'"),
      ("load --target http://127.0.0.1:9", "64 connections need 96 open files"),
      ("load calm --people 9 --days 2 --serve", "this process may have 16; raise 'ulimit -n'"),
    ])
  func sentence(command: String, part: String) throws {
    let ending = try ShakeoutProgram.bash(
      "ulimit -n 16; exec \"$SHAKEOUT\" \(command)", in: folder)
    #expect(ending.code == 1 && ending.errors.contains(part), "\(ending.code) \(ending.errors)")
    #expect(ending.errorLines.count == 1, "\(ending.errors)")
  }

  @Test("stress does with fewer", arguments: [7, 16])
  func stress(files: Int) throws {
    let ending = try ShakeoutProgram.bash(
      "ulimit -n \(files); exec \"$SHAKEOUT\" stress --seeds 4 --jobs 2", in: folder)
    // With too few for a worker it says so.
    #expect(
      ending.code == 0 || (ending.code == 1 && ending.errorLines.count == 1),
      "\(ending.code) \(ending.errors)")
  }
}

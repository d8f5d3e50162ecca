import Foundation
import JSONText
import TestKit
import Testing

@Suite("Scenarios that cannot be loaded")
struct LoadingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("a scenario that extends itself is an error in one sentence")
  func circle() throws {
    try folder.write(#"{"name": "x", "extends": "./x.json"}"#, to: "x.json")
    try folder.write(#"{"name": "y", "extends": "./sub/../z.json"}"#, to: "y.json")
    try folder.write(#"{"name": "z", "extends": "y"}"#, to: "z.json")
    try folder.write("", to: "sub/file")
    for file in ["x.json", "./x.json", "sub/../y.json", "z.json"] {
      let ending = try ShakeoutProgram.run(["validate", file], in: folder)
      #expect(ending.code == 65 && ending.errorLines.count == 1, "\(ending.errors)")
      #expect(ending.errors.contains("the scenario extends itself"))
    }
  }

  @Test("a copied program has its scenarios and its swarm, and files here override them")
  func copied() throws {
    let program = try ShakeoutProgram.copy(to: "\(folder.path)/away/shakeout")
    func run(_ line: String) throws -> ShakeoutProgram.Ending {
      try ShakeoutProgram.bash("\(program) \(line)", in: folder)
    }
    let smoke = try run("run smoke --people 4 --days 2 -q")
    #expect(smoke.code == 0, "\(smoke)")
    let stress = try run("stress --seeds 1 --jobs 1 --faults none")
    #expect(stress.code == 0, "\(stress)")
    let list = try run("scenarios --json").json["scenarios"]?.elements ?? []
    #expect(list.count >= 15 && list.allSatisfy { $0["path"] == .null })
    try folder.write(#"{"name": "smoke", "people": 3}"#, to: "scenarios/smoke.json")
    let own = try run("validate smoke --set days=2")
    #expect(own.output.hasPrefix("'smoke' is valid: 3 people, 2 days"), "\(own)")
    // Where both exist, the file with comments counts.
    try folder.write("{\"name\": \"smoke\", // small\n \"people\": 5}", to: "scenarios/smoke.jsonc")
    for name in ["smoke", "scenarios/smoke.jsonc"] {
      let commented = try run("validate \(name) --set days=2")
      #expect(commented.output.hasPrefix("'smoke' is valid: 5 people"), "\(commented)")
    }
    try folder.write(#"{"name": "mine", "extends": "smoke"}"#, to: "scenarios/mine.json")
    #expect(try run("validate mine --set days=2").output.hasPrefix("'mine' is valid: 5 people"))
    let near = try run("run smok")
    #expect(near.code == 65 && near.errors.contains("Did you mean 'smoke'?"))
  }

  @Test("the scenarios in the program are those of the folder")
  func shipped() throws {
    let copied = try ShakeoutProgram.copy(to: "\(folder.path)/away/shakeout")
    for command in ["\(copied)", "$SHAKEOUT"] {
      let ending = try ShakeoutProgram.bash("\(command) scenarios", in: folder)
      #expect(ending.code == 0 && !ending.output.contains("cannot be run"))
      try folder.write(ending.output, to: command == "$SHAKEOUT" ? "files" : "shipped")
    }
    #expect(try folder.text("files") == folder.text("shipped"))
  }

  @Test("reading a pipe without data can be interrupted")
  func pipe() throws {
    #expect(mkfifo("\(folder.path)/pipe.json", 0o600) == 0)
    // A shell starts background jobs with this signal ignored, and processes inherit that.
    signal(SIGINT, SIG_DFL)
    let started = try ShakeoutProgram.start(["run", "pipe.json"], in: folder)
    usleep(500_000)
    #expect(started.process.isRunning)
    started.signal(SIGINT)
    #expect(try started.end().code == -SIGINT)
  }

  @Test("an endless file is rejected")
  func endless() throws {
    let ending = try ShakeoutProgram.run(["validate", "/dev/zero"], in: folder)
    #expect(ending.code == 65 && ending.errors.contains("larger than 16 MiB"), "\(ending.errors)")
  }
}

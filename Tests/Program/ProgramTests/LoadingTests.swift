import Foundation
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

  @Test("a program without scenarios lists the folders that it searched")
  func copied() throws {
    let program = try ShakeoutProgram.copy(to: "\(folder.path)/away/shakeout")
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = ["run", "smoke"]
    process.currentDirectoryURL = URL(filePath: folder.path)
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let errors = String(
      decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 65)
    #expect(errors.contains("there is no scenario 'smoke': none of these folders contains"))
    #expect(errors.contains("'scenarios', '\(folder.path)/away/scenarios'"), "\(errors)")
  }

  @Test("reading a pipe without data can be interrupted")
  func pipe() throws {
    #expect(mkfifo("\(folder.path)/pipe.json", 0o600) == 0)
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

import TestKit
import Testing

@Suite("shakeout serve: wrong input")
struct ServeCommandTests {
  private let folder = try! TemporaryFolder()

  @Test(
    "what cannot be served from is an error that names it",
    arguments: [
      (["--settings", "none.json"], 65, "none.json: there is no such file"),
      (["--settings", "/dev/zero"], 65, "/dev/zero: this file is larger than 1 MiB"),
      (["--clock", "table:/dev/zero"], 65, "/dev/zero: this file is larger than 64 MiB"),
      (["--listen", "127.0.0.1:0", "--store", "sqlite:."], 1, "'.' is a folder or a device"),
      (["--listen", "127.0.0.1:99999"], 64, "--listen"),
      (["--disk-faults", "none", "--store", "sqlite:x"], 65, "none: there is no such file"),
      (["--disk-faults", "none"], 64, "'--disk-faults' needs '--store sqlite:PATH'"),
      (["--restored"], 64, "'--restored' needs '--store sqlite:PATH' or"),
      (["--restored", "--store", "memory"], 64, "the store 'memory' has nothing to restore."),
    ])
  func wrong(options: [String], code: Int, part: String) throws {
    let ending = try ShakeoutProgram.run(["serve"] + options, in: folder)
    #expect(ending.code == code && ending.errors.contains(part), "\(ending.errors)")
    #expect(try folder.everything.isEmpty)
  }

  @Test("the file of another program, and files whose store is gone, stay as they are")
  func strangers() throws {
    try folder.write("SQLite? No.", to: "notes.sqlite")
    try folder.write("a mark", to: "gone.sqlite.mark")
    let before = try folder.everything
    for (name, part) in [
      ("notes.sqlite", "belongs to another program"), ("gone.sqlite", "is gone, and the files"),
    ] {
      let ending = try ShakeoutProgram.run(
        ["serve", "--listen", "127.0.0.1:0", "--store", "sqlite:\(name)"], in: folder)
      #expect(ending.code == 1 && ending.errors.contains(part), "\(ending.errors)")
      #expect(try folder.everything == before)
    }
    #expect(try folder.text("notes.sqlite") == "SQLite? No.")
  }
}

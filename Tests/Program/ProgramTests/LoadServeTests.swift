import Foundation
import JSONText
import TestKit
import Testing

@Suite("shakeout load --serve", .serialized)
struct LoadServeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private let families = [
    "load", "calm", "--people", "24", "--days", "5", "--serve", "--rate", "250", "--connections",
    "8", "--abort-below", "0",
  ]

  private func load(_ options: String...) throws -> ShakeoutProgram.Ending {
    try ShakeoutProgram.run(families + ["--duration", "3"] + options, in: folder)
  }

  /// The processes whose command line has the path of this test's folder, or the words.
  private func processes(_ words: String? = nil) throws -> [String] {
    let part = words ?? folder.path
    return try FileManager.default.contentsOfDirectory(atPath: "/proc")
      .filter { Int($0) != nil && Int32($0) != getpid() }
      .filter { number in
        let line = FileManager.default.contents(atPath: "/proc/\(number)/cmdline") ?? Data()
        return String(decoding: line, as: UTF8.self).replacing("\0", with: " ").contains(part)
      }
  }

  private var store: String { "sqlite:\(folder.path)/families.sqlite" }

  private func json() throws -> JSONNode {
    try JSONReader().read(Array(try folder.bytes("load.json")))
  }

  @Test("it starts a server, loads it, and ends it")
  func whole() throws {
    let ending = try load("--store", store, "--json", "load.json")
    #expect(ending.code == 0 && ending.errors == "", "\(ending.errors) \(ending.output)")
    #expect(ending.output.contains("nothing lost"), "\(ending.output)")
    #expect(ending.output.contains(" over \(store), 8 connections"), "\(ending.output)")
    #expect(try json()["store"]?.string == store)
    #expect(try processes() == [])
    #expect(try folder.everything.filter { !$0.hasPrefix("families.sqlite") } == ["load.json"])
  }

  @Test("a scenario has thresholds of its own, which count beside those of the command line")
  func thresholdsOfScenario() throws {
    try folder.write(
      """
      { "extends": "calm", "name": "strict", "load": { "failIf": ["rate>1", "errors>100%"] } }
      """, to: "strict.jsonc")
    let arguments = [
      "load", "./strict.jsonc", "--people", "12", "--days", "3", "--serve", "--rate", "100",
      "--duration", "1", "--abort-below", "0", "--fail-if", "rate<0",
    ]
    let ending = try ShakeoutProgram.run(arguments, in: folder)
    #expect(ending.code == 99, "\(ending.errors) \(ending.output)")
    #expect(ending.output.contains("missed  fails if rate>1:"), "\(ending.output)")
    #expect(ending.output.contains("kept    fails if rate<0:"), "\(ending.output)")
    #expect(ending.output.contains("kept    fails if errors>100%:"), "\(ending.output)")
    let wrong = try ShakeoutProgram.run(
      arguments + ["--set", #"load.failIf=["durabel.p99>1s"]"#], in: folder)
    #expect(wrong.code == 65 && wrong.errors.contains("Did you mean 'durable'?"), "\(wrong.errors)")
  }

  @Test("a server that was killed, stopped and restarted has lost nothing")
  func chaos() throws {
    try folder.write(
      """
      { "events": [
        { "at": 0.3, "do": "kill", "downSeconds": 0.5 }, // And all come back at once.
        { "at": 1.2, "do": "stop", "seconds": 0.3 }, { "at": 1.8, "do": "restart" },
        { "at": 2.0, "do": "reset" },
      ], "failIf": ["rate<1"] }
      """, to: "chaos.jsonc")
    let ending = try ShakeoutProgram.run(
      families + [
        // Phones that have failed several times would wait longer than the rest takes.
        "--set", "sync.retryBackoffMillisecondsMin=500",
        "--set", "sync.retryBackoffMillisecondsMax=2000", "--duration", "4", "--store", store,
        "--chaos", "chaos.jsonc", "--json", "load.json", "--markdown", "load.md", "--report",
        "load.html",
      ], in: folder)
    #expect(ending.code == 0, "\(ending.errors) \(ending.output)")
    #expect(ending.output.contains("nothing lost"), "\(ending.output)")
    #expect(ending.output.contains(": killed, down for 0.5 s\n"), "\(ending.output)")
    #expect(ending.output.contains("kept    fails if rate<1"), "\(ending.output)")
    let events = try #require(try json()["events"]?.elements)
    #expect(events.map { $0["do"]?.string } == ["kill", "stop", "restart", "reset"])
    #expect(events.allSatisfy { $0["begin"]?.double != nil && $0["end"]?.double != nil })
    #expect(try folder.text("load.md").contains("  - "))
    #expect(try folder.text("load.html").contains(#"class="band""#))
    #expect(try processes() == [])
  }

  @Test("what was measured is printed, and decides, when a report cannot be written")
  func lostReport() throws {
    try folder.write(
      #"{ "events": [{ "at": 0.5, "do": "run", "command": "echo gone; rm -r out" }] }"#,
      to: "remove.json")
    for (threshold, code) in [("latency.p99>1us", 99), ("latency.p99>1000s", 1)] {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/out", withIntermediateDirectories: true)
      let ending = try load(
        "--chaos", "remove.json", "--report", "out/load.html", "--json", "load.json", "--fail-if",
        threshold)
      #expect(ending.code == code, "\(ending.errors)")
      #expect(ending.output.contains("nothing lost") && !ending.output.contains("\nReport:"))
      // What a command of chaos says comes first.
      #expect(ending.errors.hasPrefix("gone\n"), "\(ending.errors)")
      #expect(ending.errors.contains("Cannot write 'out/load.html': its folder does not exist."))
      #expect(try json()["sender"] != nil)
    }
  }

  @Test("a summary that has no room leaves nothing behind")
  func noRoom() throws {
    try folder.write(String(repeating: "x", count: 1_000), to: "old.md")
    for name in ["old.md", "new.md"] {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.currentDirectoryURL = URL(filePath: folder.path)
      // Two blocks of 512 bytes are the most that a file may have.
      let words =
        [try BuiltProgram.url("shakeout").path] + families
        + ["--duration", "1", "--markdown", name]
      process.arguments = [
        "--ignore-signal=XFSZ", "/bin/sh", "-c",
        "ulimit -f 2; exec \(words.joined(separator: " "))",
      ]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 1)
    }
    #expect(try folder.text("old.md").utf8.count == 1_000)
    #expect(try folder.everything == ["old.md"])
  }

  @Test("phones that wait to try again need not when the load is over")
  func outageAtTheEnd() throws {
    try folder.write(
      #"{ "events": [{ "at": 0.5, "do": "fullDisk", "seconds": 1.2 }] }"#, to: "full.json")
    let begun = ContinuousClock.now
    let ending = try load(
      "--set", "sync.retryBackoffMillisecondsMin=20000",
      "--set", "sync.retryBackoffMillisecondsMax=60000", "--timeout", "30", "--store", store,
      "--chaos", "full.json", "--json", "load.json")
    #expect(ending.code == 0 && ending.output.contains("nothing lost"), "\(ending.output)")
    let errors = try json()["errors"]?.elements?.compactMap { $0["name"]?.string }
    #expect(errors == ["status 503"], "\(ending.output)")
    #expect(ContinuousClock.now - begun < .seconds(20))
  }

  @Test("a disk that is slow and then full loses nothing, and the properties hold")
  func disk() throws {
    try folder.write(
      """
      { "events": [
        { "at": 0.2, "do": "slowDisk", "milliseconds": 30, "seconds": 1 },
        { "at": 1.5, "do": "fullDisk", "seconds": 0.7 },
        { "at": 0.5, "do": "run", "command": "echo done > run.txt" },
      ], "failIf": ["errors>90%"] }
      """, to: "disk.jsonc")
    let ending = try load(
      "--store", store, "--chaos", "disk.jsonc", "--judge", "--profile", "plan", "--json",
      "load.json")
    #expect(ending.code == 0, "\(ending.errors) \(ending.output)")
    #expect(ending.output.contains("nothing lost") && ending.output.contains("none violated"))
    #expect(try folder.text("run.txt") == "done\n")
    let json = try json()
    let checks = try #require(json["checks"]?.elements)
    #expect(checks.count >= 15 && checks.allSatisfy { $0["count"]?.integer(as: Int.self) ?? 0 > 0 })
    #expect(json["server"]?["commits"]?.integer(as: Int.self) ?? 0 > 10)
    #expect(json["program"]?["version"]?.string != nil)
    // Commits waited for a slow disk, and none succeeded on a full one.
    #expect(json["server"]?["commitMicroseconds"]?.integer(as: Int.self) ?? 0 > 3_000)
    #expect(json["errors"]?.elements?.contains { $0["name"]?.string == "status 503" } ?? false)
  }

  @Test("P2: a server that is restored from a backup gets back from phones what it has lost")
  func restored() throws {
    try folder.write(
      """
      { "events": [
        { "at": 1.2, "do": "restore", "backupAt": 0.4 }, { "at": 2, "do": "restart" },
        { "at": 2.5, "do": "restore", "backupAt": 2.2, "downSeconds": 0.2 },
      ] }
      """, to: "restore.jsonc")
    let ending = try ShakeoutProgram.run(
      families + [
        "--set", "sync.retryBackoffMillisecondsMin=500",
        "--set", "sync.retryBackoffMillisecondsMax=2000", "--duration", "4", "--store", store,
        "--chaos", "restore.jsonc", "--json", "load.json",
      ], in: folder)
    #expect(ending.code == 0, "\(ending.errors) \(ending.output)")
    #expect(ending.output.contains("nothing lost"), "\(ending.output)")
    let resent = try json()["people"]?["handedOverAgain"]?.integer(as: Int.self) ?? 0
    #expect(resent > 50, "\(ending.output)")
    #expect(
      ending.output.contains("\nRestored  \(resent) acknowledged operations came back from "),
      "\(ending.output)")
    #expect(try json()["people"]?["groups"]?.integer(as: Int.self) == 0)
    #expect(try processes() == [])
    // The copy was moved to the store's place.
    #expect(try folder.everything.allSatisfy { !$0.contains("of-load") })
  }

  @Test("what a server has forgotten violates the properties, too")
  func judgedForgotten() throws {
    try folder.write(#"{ "events": [{ "at": 2, "do": "kill" }] }"#, to: "kill.json")
    let ending = try load("--chaos", "kill.json", "--drain", "1", "--judge")
    #expect(ending.code == 70, "\(ending.errors) \(ending.output)")
  }

  @Test("a server whose journal ends with it is found out when it is killed: exit status 70")
  func forgotten() throws {
    try folder.write(#"{ "events": [{ "at": 2, "do": "kill" }] }"#, to: "kill.json")
    let ending = try load("--chaos", "kill.json", "--drain", "1")
    #expect(ending.code == 70, "\(ending.errors) \(ending.output)")
  }

  @Test("an interrupted load ends its server", arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) throws {
    let started = try ShakeoutProgram.start(
      families + ["--duration", "60", "--rate", "5", "--store", store], in: folder)
    try waitForServer(started)
    usleep(500_000)
    started.signal(signal)
    let ending = try started.end()
    #expect(ending.code == 130, "\(ending.errors)")
    #expect(try processes() == [])
  }

  @Test("a load that is killed leaves no server, not even a stopped one", arguments: [false, true])
  func killed(isStopped: Bool) throws {
    try folder.write(#"{ "events": [{ "at": 0, "do": "stop", "seconds": 50 }] }"#, to: "stop.json")
    let started = try ShakeoutProgram.start(
      families + ["--duration", "60", "--rate", "5", "--store", store]
        + (isStopped ? ["--chaos", "stop.json"] : []), in: folder)
    try waitForServer(started)
    if isStopped { sleep(3) }
    started.signal(SIGKILL)
    #expect(try started.end().code == -SIGKILL)
    let deadline = Date() + 20
    while try !processes().isEmpty && Date() < deadline { usleep(20_000) }
    #expect(try processes() == [])
  }

  private func waitForServer(_ started: ShakeoutProgram.Started) throws {
    let deadline = Date() + 30
    while try processes("serve --listen 127.0.0.1").isEmpty && Date() < deadline
      && started.process.isRunning
    {
      usleep(20_000)
    }
    #expect(started.process.isRunning)
  }

  @Test("a server that does not start is an error with its own reason")
  func notStarted() throws {
    let ending = try load("--store", "sqlite:.")
    #expect(ending.code == 1 && ending.output == "")
    #expect(
      ending.errors.hasPrefix("Error: The server of '--serve' did not start: "), "\(ending.errors)")
    #expect(ending.errors.contains("'.' is a folder or a device"), "\(ending.errors)")
  }

  @Test(
    "exactly one of '--target' and '--serve' says where to, and the store needs '--serve'",
    arguments: [
      ([], "'--target URL' for a server that runs, or '--serve'"),
      (["--serve", "--target", "http://127.0.0.1:1"], "exclude each other"),
      (["--target", "http://127.0.0.1:1", "--store", "memory"], "'--store' needs '--serve'"),
      (["--serve", "--store", "sqlit:x"], "--store"),
      (["--target", "http://127.0.0.1:1", "--chaos", "kill.json"], "'kill' needs a server that"),
      (["--serve", "--chaos", "full.json"], "'fullDisk' needs a server whose journal is a file"),
      (
        ["--serve", "--store", "sqlite:x", "--chaos", "takeover.json"],
        "'takeover' needs servers over a PostgreSQL"
      ),
      (["--serve", "--chaos", "restore.json"], "'restore' needs a server whose journal is a file"),
      (
        ["calm", "--serve", "--store", "sqlite:x", "--chaos", "restore.json", "--judge"],
        "'restore' and '--judge' exclude each other"
      ),
      (
        ["--serve", "--store", "sqlite:x", "--chaos", "restore.json", "--late-installs", "2"],
        "'restore' and '--late-installs' exclude each other"
      ),
      (["--serve", "--profile", "plan"], "'--profile plan' needs a scenario"),
      (["--serve", "--judge"], "'--judge' needs a scenario"),
      (["--serve", "--spread"], "'--spread' needs a scenario"),
      (["calm", "--serve", "--json", "a", "--report", "a"], "'--json' and '--report' would both"),
      (["calm", "--serve", "--spread", "--profile", "plan"], "exclude each other: one spreads"),
    ])
  func usage(options: [String], part: String) throws {
    try folder.write(#"{ "events": [{ "at": 2, "do": "kill" }] }"#, to: "kill.json")
    try folder.write(
      #"{ "events": [{ "at": 2, "do": "fullDisk", "seconds": 1 }] }"#, to: "full.json")
    try folder.write(#"{ "events": [{ "at": 2, "do": "takeover" }] }"#, to: "takeover.json")
    try folder.write(#"{ "events": [{ "at": 2, "do": "restore" }] }"#, to: "restore.json")
    let ending = try ShakeoutProgram.run(["load"] + options, in: folder)
    #expect(ending.code == 64 && ending.errors.contains(part), "\(ending.errors)")
    #expect(ending.errorLines.count <= 4, "\(ending.errors)")
  }

  @Test("a wrong file of '--chaos' is an error that names it")
  func wrongFile() throws {
    try folder.write("{ \"events\": [\n  { \"at\": 2, \"do\": \"kil\" }] }", to: "wrong.json")
    for (file, part) in [
      ("wrong.json", "wrong.json: At line 2, column 20: 'do' is the text \"kil\""),
      ("none.json", "none.json: there is no such file"),
    ] {
      let ending = try load("--chaos", file)
      #expect(ending.code == 65 && ending.errors.contains(part), "\(ending.errors)")
    }
    #expect(try folder.everything == ["wrong.json"])
  }

  @Test("a server that is asked to end with its standard input does")
  func inputEnds() throws {
    let ending = try ShakeoutProgram.bash(
      "sleep 1 | \"$SHAKEOUT\" serve --listen 127.0.0.1:0 --until-input-ends", in: folder)
    #expect(ending.code == 0 && ending.output.hasPrefix("http://127.0.0.1:"))
  }
}

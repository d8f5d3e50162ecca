import Foundation
import RunPipeline
import TestKit
import Testing

@testable import shakeout

@Suite("Crash reports", .serialized)
struct CrashTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The form of every line about the position of a thread.
  private static let place =
    #"^At 2026-0\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z in community (\d+)(, step [\w/]+|, event \d+ there \(\w+ \d+\))?\.$"#

  /// The communities in a crash report, in order.
  private func communities(of ending: ShakeoutProgram.Ending) throws -> [Int] {
    try ending.errorLines.compactMap { line in
      try Regex(Self.place).firstMatch(in: String(line))?.output[1].substring.flatMap { Int($0) }
    }
  }

  static let traps: [(String, Int32)] = [
    ("invariant", SIGILL), ("overflow", SIGILL), ("index", SIGILL), ("stack", SIGSEGV),
    ("address", SIGSEGV), ("abort", SIGABRT),
  ]

  @Test("a crash on a worker thread prints its position and keeps the signal", arguments: traps)
  func trap(name: String, signal: Int32) throws {
    for threads in [1, 2] {
      let ending = try ShakeoutProgram.run(
        ["\(name)", "\(threads)"], in: folder, environment: ["SWIFT_BACKTRACE": "enable=no"],
        program: "crash-program")
      // The signal of a Swift crash depends on the processor.
      let signals = signal == SIGILL ? [SIGILL, SIGTRAP] : [signal]
      #expect(signals.contains(-ending.code), "\(name) on \(threads): \(ending)")
      #expect(ending.errors.contains(": scenario 'trap', seed 1.\n"))
      #expect(try communities(of: ending).count == 1, "\(ending.errors)")
      #expect(ending.errorLines.last == "Reproduce with: crash-program \(name) \(threads)")
    }
  }

  private static let long = [
    "run", "default", "--people", "20000", "--set", "population.householdsPerCommunity=1",
    "--set", #"population.zones=[{"zone":"Asia/Tokyo","weight":1}]"#, "--name", "long",
  ]
  private static let again =
    "run default --seed 1 --people 20000 --days 120 --set population.householdsPerCommunity=1 "
    + #"--set 'population.zones=[{"zone":"Asia/Tokyo","weight":1}]' --name long --threads 1"#

  @Test(
    "a signal from outside prints all positions and the command to reproduce the run",
    arguments: [SIGSEGV, SIGILL, SIGABRT], [1, 2])
  func outside(signal: Int32, threads: Int) throws {
    // On a busy machine the workers may not have started, and then there are no positions.
    var ending = try ended(by: signal, threads, after: 300_000)
    for wait in [3_000_000, 10_000_000] as [UInt32] where try communities(of: ending).isEmpty {
      ending = try ended(by: signal, threads, after: wait)
    }
    #expect(ending.code == -signal && ending.output == "")
    #expect(ending.errors.hasPrefix("Stopped by SIG"))
    #expect(ending.errors.contains(": scenario 'default', seed 1, shakeout "))
    let communities = try communities(of: ending)
    #expect((1...threads).contains(communities.count), "\(ending.errors)")
    #expect(communities.allSatisfy { (0..<20_000).contains($0) })
    #expect(ending.errorLines.last?.hasSuffix(Self.again) == true, "\(ending.errors)")
    #expect(try folder.everything.filter { $0.hasSuffix("/long") } == [])
    let command = try #require(ending.errorLines.last).dropFirst("Reproduce with: ".count)
    #expect(try status(ofShell: "\(command) --people 9 --days 2 --quiet") == 0)
    #expect(try folder.everything.contains("results/long/run.json"))
  }

  /// The end of a run that gets a signal some microseconds after it began to write.
  private func ended(
    by signal: Int32, _ threads: Int, after wait: UInt32
  ) throws -> ShakeoutProgram.Ending {
    let started = try ShakeoutProgram.start(Self.long + ["--threads", "\(threads)"], in: folder)
    let deadline = Date() + 30
    while try !isWriting() && Date() < deadline && started.process.isRunning { usleep(20_000) }
    usleep(wait)
    started.signal(signal)
    return try started.end()
  }

  /// Runs a line in a shell.
  private func status(ofShell line: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = URL(filePath: folder.path)
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  private func isWriting() throws -> Bool {
    try folder.everything.contains { $0.hasSuffix("/.long.partial/people.parquet") }
  }
}

@Suite("Command that reproduces a run")
struct RepeatCommandTests {
  static let words = [
    ("smoke", "smoke"), ("--set", "--set"), ("people=5", "people=5"), ("", "''"),
    ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"), (#"{"1": 1}"#, #"'{"1": 1}'"#),
    ("*.json", "'*.json'"), ("~/x", "'~/x'"), ("scenarios/a_b-c.json", "scenarios/a_b-c.json"),
  ]

  @Test("a shell parses quoted words unchanged", arguments: words)
  func quoting(word: String, quoted: String) throws {
    #expect(ShellQuoting.quoted(word) == quoted)
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "printf %s \(quoted)"]
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    #expect(String(decoding: bytes, as: UTF8.self) == word)
  }

  @Test("the report has the first violations, the number of others and the command")
  func violationReport() {
    let text = RunCommand.violationReport(
      ["P1 at noon: lost (household 3)"], of: 5, in: "scenario 'smoke', seed 2",
      again: "shakeout run smoke --seed 2 --force")
    #expect(
      text == """
        P1 at noon: lost (household 3)
        … and 4 more
        Violated in scenario 'smoke', seed 2.
        Reproduce with: shakeout run smoke --seed 2 --force

        """)
  }
}

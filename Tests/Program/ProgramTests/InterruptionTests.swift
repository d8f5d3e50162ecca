import Foundation
import JSONText
import TestKit
import Testing

@Suite("Interrupted and failing runs", .serialized)
struct InterruptionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A run of many minutes with small communities.
  private let long = [
    "run", "default", "--people", "20000", "--set", "population.householdsPerCommunity=1",
    "--name", "long", "--threads", "2",
  ]

  /// Starts the long run and waits until it is writing.
  private func startLong(_ more: String...) throws -> ShakeoutProgram.Started {
    let started = try ShakeoutProgram.start(long + more, in: folder)
    let deadline = Date() + 30
    while try !isWriting() && Date() < deadline && started.process.isRunning { usleep(20_000) }
    #expect(try isWriting(), "the run did not start")
    usleep(300_000)
    return started
  }

  private func isWriting() throws -> Bool {
    try folder.everything.contains { $0.hasSuffix("/.long.partial/people.parquet") }
  }

  @Test(
    "an interrupted run ends soon with a message and leaves no files",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func stopped(signal: Int32) throws {
    let started = try startLong("--out", "new/place")
    let asked = Date()
    started.signal(signal)
    let ending = try started.end()
    // It takes 0.1 seconds on an idle machine.
    #expect(Date().timeIntervalSince(asked) < 5)
    #expect(ending.code == 130 && ending.output == "")
    #expect(ending.errors == "Error: Interrupted: the unfinished run was removed.\n")
    #expect(try folder.everything == [])
  }

  @Test("a run with SIGHUP ignored survives the end of its terminal")
  func hangUp() throws {
    let previous = signal(SIGHUP, SIG_IGN)
    defer { signal(SIGHUP, previous) }
    let started = try startLong()
    started.signal(SIGHUP)
    usleep(500_000)
    #expect(started.process.isRunning)
    started.signal(SIGINT)
    #expect(try started.end().code == 130)
  }

  @Test("a second run with the same name is rejected while the first is writing")
  func twice() throws {
    let started = try startLong()
    let other = try ShakeoutProgram.run(["run", "smoke", "--name", "long"], in: folder)
    #expect(other.code == 1 && other.output == "")
    #expect(other.errors.contains("another process is writing it"))
    #expect(started.process.isRunning)
    started.signal(SIGINT)
    #expect(try started.end().code == 130)
    #expect(try folder.everything == [])
  }

  @Test("a killed run leaves no complete output, and the next run of that name succeeds")
  func killed() throws {
    let started = try startLong()
    started.signal(SIGKILL)
    #expect(try started.end().code == -SIGKILL)
    #expect(try folder.everything.filter { $0.hasSuffix("/long") } == [])
    let next = try ShakeoutProgram.run(["run", "smoke", "--name", "long", "--json"], in: folder)
    #expect(next.code == 0)
    #expect(try next.json["run"]?.string == "long")
    #expect(try folder.everything.filter { $0.contains("/.") } == [])
    #expect(try folder.everything.contains("results/long/run.json"))
  }

  /// The free space: enough for nothing, for part of the dataset, for part of the results.
  static let spaces = [0, 12_000, 48_000]

  @Test(
    "a full disk is an error in one sentence that leaves no partial files",
    .enabled(if: SmallDisk.isPossible, "only the super-user can mount a small disk"),
    arguments: spaces)
  func fullDisk(space: Int) throws {
    let disk = try SmallDisk()
    try Data(count: 256 * 1024 - 4096 - space).write(to: URL(filePath: "\(disk.path)/ballast"))
    let ending = try ShakeoutProgram.run(["run", "smoke", "--out", disk.path], in: folder)
    #expect(ending.code == 1 && ending.output == "")
    #expect(ending.errorLines.count == 1, "\(ending.errors)")
    #expect(ending.errors.contains("space"), "\(ending.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["ballast"])
  }

  @Test(
    "a read-only disk is an error in one sentence",
    .enabled(if: SmallDisk.isPossible, "only the super-user can mount a small disk"))
  func readOnlyDisk() throws {
    let disk = try SmallDisk()
    try disk.makeReadOnly()
    let ending = try ShakeoutProgram.run(["run", "smoke", "--out", disk.path], in: folder)
    #expect(ending.code == 1 && ending.output == "")
    #expect(
      ending.errors
        == "Error: Cannot create the folder \(disk.path)/datasets: writing there is not permitted; "
        + "choose another folder or change its rights.\n")
  }

  @Test(
    "a folder without write permission is an error in one sentence",
    .enabled(if: getuid() != 0, "the super-user may write everywhere"))
  func forbiddenFolder() throws {
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/closed", withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o555])
    let ending = try ShakeoutProgram.run(["run", "smoke", "--out", "closed"], in: folder)
    #expect(ending.code == 1 && ending.output == "")
    #expect(ending.errors.contains("writing there is not permitted"))
  }
}

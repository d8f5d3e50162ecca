import Foundation
import JSONText
import Testing

@Suite("When a run is disturbed", .serialized)
struct TroubleTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A run that would take many minutes, of communities that take little each.
  private let long = [
    "run", "default", "--people", "20000", "--set", "population.householdsPerCommunity=1",
    "--name", "long", "--threads", "2",
  ]

  /// Starts the long run and waits until it is writing.
  private func startLong(_ more: String...) throws -> ShakeoutProgram.Started {
    let started = try ShakeoutProgram.start(long + more, in: folder)
    let deadline = Date() + 30
    while try !isWriting() && Date() < deadline && started.process.isRunning { usleep(20_000) }
    #expect(try isWriting(), "the run never began")
    usleep(300_000)
    return started
  }

  private func isWriting() throws -> Bool {
    try folder.everything.contains { $0.hasSuffix("/.long.partial/people.parquet") }
  }

  @Test(
    "by somebody who stops it, it ends soon, says so and leaves nothing",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func stopped(signal: Int32) throws {
    let started = try startLong("--out", "new/place")
    let asked = Date()
    started.signal(signal)
    let ending = try started.end()
    // It takes a tenth of a second; the machine may have other things to do.
    #expect(Date().timeIntervalSince(asked) < 5)
    #expect(ending.code == 130 && ending.output == "")
    #expect(ending.errors == "Error: Interrupted: nothing of the unfinished run was kept.\n")
    #expect(try folder.everything == [])
  }

  @Test("by the end of a terminal that it was told to outlive, it goes on")
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

  @Test("by another of the same name, the other is refused")
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

  @Test("by being killed, nothing looks whole and the next run of the name succeeds")
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

  /// How much room is left: for nothing, for some of the dataset, for some of the results.
  static let rooms = [0, 12_000, 48_000]

  @Test(
    "by a full disk, it says so in a sentence and leaves nothing half-written",
    .enabled(if: SmallDisk.isPossible, "only the super-user can mount a small disk"),
    arguments: rooms)
  func fullDisk(module: Int) throws {
    let disk = try SmallDisk()
    try Data(count: 256 * 1024 - 4096 - module).write(to: URL(filePath: "\(disk.path)/ballast"))
    let ending = try ShakeoutProgram.run(["run", "smoke", "--out", disk.path], in: folder)
    #expect(ending.code == 1 && ending.output == "")
    #expect(ending.errorLines.count == 1, "\(ending.errors)")
    #expect(ending.errors.contains("space"), "\(ending.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["ballast"])
  }

  @Test(
    "by a disk that cannot be written, it says so",
    .enabled(if: SmallDisk.isPossible, "only the super-user can mount a small disk"))
  func readOnlyDisk() throws {
    let disk = try SmallDisk()
    try disk.makeReadOnly()
    let ending = try ShakeoutProgram.run(["run", "smoke", "--out", disk.path], in: folder)
    #expect(ending.code == 1 && ending.output == "")
    #expect(
      ending.errors
        == "Error: Cannot make the folder \(disk.path)/datasets: writing there is not permitted; "
        + "choose another folder or change its rights.\n")
  }

  @Test(
    "by a folder without the right to write, it says so",
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

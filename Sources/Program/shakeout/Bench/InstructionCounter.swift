import CommandLineKit
import JSONText
import RunPipeline
import SystemLibrary

/// Counts the instructions of whole runs with valgrind, several at once: the counts do not depend
/// on the load of the machine.
struct InstructionCounter {
  private let valgrind: String
  private let program: String
  private let folder: BenchFolder

  /// What is missing on this machine for counting, as a sentence; nil if nothing is.
  static var obstacle: String? {
    let missing = [("valgrind", "valgrind"), ("strip", "binutils")].filter { program, _ in
      BenchFolder.installed(program) == nil
    }
    guard !missing.isEmpty else { return nil }
    return "Instructions are not counted: \(missing.map(\.0).joined(separator: " and ")) missing; "
      + "install it, such as with 'apt-get install \(missing.map(\.1).joined(separator: " "))'."
  }

  /// Makes a copy of this program without debug information, which valgrind cannot read.
  init(in folder: BenchFolder) throws(CommandError) {
    guard Self.obstacle == nil, let valgrind = BenchFolder.installed("valgrind"),
      let strip = BenchFolder.installed("strip"), let own = HostSystem.programPath
    else { throw CommandError(Self.obstacle ?? "This program does not know its own path.") }
    self.valgrind = valgrind
    self.folder = folder
    program = "\(folder.path)/shakeout"
    _ = try folder.run(strip, ["--strip-debug", "-o", program, own], as: "strip")
  }

  /// A run to count.
  struct Run {
    let selection: BenchSelection
    /// How many times as many people it has.
    let factor: Int
  }

  /// The count of a run.
  struct Count {
    let instructions: Int64
    let operations: Int64
  }

  /// Counts runs, in their order; as many at once as the machine has cores.
  func count(_ runs: [Run]) throws(CommandError) -> [Count] {
    var counts: [Count] = []
    var started: [BenchFolder.Started] = []
    // After a failure the others would go on for minutes.
    defer { for one in started { one.child.stop() } }
    for (number, run) in runs.enumerated() {
      if started.count == Machine.cores {
        counts.append(try end(started.removeFirst()))
      }
      started.append(try start(run, number))
    }
    for one in started { counts.append(try end(one)) }
    return counts
  }

  /// The C library copies in plain loops: callgrind counts string instructions byte by byte. Hash
  /// seeds are fixed.
  private static let variables: [String] = {
    let threshold = "0x7fffffffffff"
    return [
      "SWIFT_DETERMINISTIC_HASHING=1", "SWIFT_BACKTRACE=enable=no",
      "GLIBC_TUNABLES=glibc.cpu.x86_rep_movsb_threshold=\(threshold)"
        + ":glibc.cpu.x86_rep_stosb_threshold=\(threshold)",
    ]
  }()

  private func start(_ run: Run, _ number: Int) throws(CommandError) -> BenchFolder.Started {
    let name = "count-\(number)"
    return try folder.start(
      "/usr/bin/env",
      Self.variables + [
        valgrind, "--tool=callgrind", "--callgrind-out-file=\(folder.path)/\(name).profile",
        program, "run",
      ] + run.selection.words(people: run.factor) + [
        "--threads", "1", "--json", "--out", "\(folder.path)/\(name)",
      ], as: name)
  }

  private func end(_ started: BenchFolder.Started) throws(CommandError) -> Count {
    let ended = try folder.end(started)
    try BenchFolder.check(ended, "valgrind")
    let mark = "Collected : "
    let line = ended.errors.split(separator: "\n").last { $0.contains(mark) }
    guard let line, let place = line.firstRange(of: mark),
      let instructions = Int64(line[place.upperBound...]),
      let operations = try BenchFolder.json(ended, "valgrind")["operations"]?.integer(
        as: Int64.self)
    else {
      throw CommandError("The measurement failed: valgrind printed no count.")
    }
    folder.remove(started.name)
    return Count(instructions: instructions, operations: operations)
  }
}

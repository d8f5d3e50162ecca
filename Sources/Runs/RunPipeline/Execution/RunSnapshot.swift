import Base
import Datasets
import FoundationEssentials
import Metrics
import Simulator
import SimulatedWorld

/// The state of a run from which another process can resume it.
struct RunSnapshot: Codable {
  /// Identifies the run; only a run with the same identity resumes from it.
  var identity: String
  var batches: Int
  /// How long the run took so far.
  var seconds: Double
  var totals: SimulationTotals
  var metrics: MetricAccumulator
  /// The count of numbers of the breakdown, which are stored after the groups.
  var breakdownNumberCount: Int
  var activeFamilyDays: Int64
  var biasBreakdown: BiasSums?
  var files: [TableFile.Checkpoint]
  /// The SHA-256 of the binary part of the snapshot.
  var groupsSHA256: String
}

/// A snapshot with its binary part, as read from the file.
struct StoredSnapshot {
  var snapshot: RunSnapshot
  var groups: [UInt8]
  /// The numbers of the segments.
  var breakdownNumbers: [Int64]

  /// Reads a line of JSON and the bytes after it; returns nil if these are damaged.
  init?(_ data: Data) {
    guard let end = data.firstIndex(of: UInt8(ascii: "\n")),
      let snapshot = try? JSONDecoder().decode(RunSnapshot.self, from: data[..<end])
    else { return nil }
    self.snapshot = snapshot
    let beside = Array(data[data.index(after: end)...])
    var hash = SHA256()
    beside.withUnsafeBytes { hash.update($0) }
    let groupBytes = snapshot.files.reduce(0) { $0 + $1.groupByteCount }
    let count = snapshot.breakdownNumberCount
    guard Hexadecimal.text(hash.finish()) == snapshot.groupsSHA256, count >= 0,
      beside.count == groupBytes + count * MemoryLayout<Int64>.size
    else { return nil }
    groups = Array(beside.prefix(groupBytes))
    breakdownNumbers = beside.withUnsafeBytes { bytes in
      (0..<count).map {
        bytes.loadUnaligned(
          fromByteOffset: groupBytes + $0 * MemoryLayout<Int64>.size, as: Int64.self)
      }
    }
  }
}

/// Writes snapshots of a run into its folder at regular intervals.
///
/// Data that a killed process wrote survives in the page cache, but a machine that loses power may
/// lose some of it, so resuming checks the hashes of the files.
struct SnapshotWriter {
  /// The hidden file of the snapshot, which is removed before the folder is published.
  static let name = ".progress"

  private let path: String
  private let identity: () -> String
  private let personDaysBetween: Int64
  private let start = Machine.seconds
  /// The person-days at the last snapshot.
  private var last: Int64

  /// Counts person-days, not time, so that the same run always does the same work.
  init(
    in directory: borrowing OutputDirectory, of identity: @escaping () -> String,
    every personDays: Int64, since progress: RunProgress
  ) {
    path = "\(directory.partialPath)/\(Self.name)"
    self.identity = identity
    personDaysBetween = personDays
    last = progress.totals.counters.personDays
  }

  /// The snapshot of an earlier process, if it can be read.
  static func read(in directory: borrowing OutputDirectory) -> StoredSnapshot? {
    let url = URL(fileURLWithPath: "\(directory.partialPath)/\(name)")
    guard let data = try? Data(contentsOf: url) else { return nil }
    return StoredSnapshot(data)
  }

  /// Writes a snapshot if enough was simulated since the last one.
  mutating func note(_ progress: RunProgress) throws {
    if progress.totals.counters.personDays - last >= personDaysBetween { try write(progress) }
  }

  /// Writes a snapshot atomically: a line of JSON, then raw bytes for the data that grows with the
  /// run, because an encoder would make several copies of it.
  mutating func write(_ progress: RunProgress) throws {
    let snapshot = try progress.snapshot(of: identity(), seconds: Machine.seconds - start)
    let line = Array(try JSONEncoder().encode(snapshot)) + [UInt8(ascii: "\n")]
    try FileSink.replace(path) { (sink) throws(FileError) in
      try sink.write(line)
      try progress.writeGroups(to: sink)
    }
    last = progress.totals.counters.personDays
  }
}

import Base
import Datasets
import FoundationEssentials
import Metrics
import Simulator
import SimulatedWorld

/// How far a run has come, for another process to go on from there.
struct RunSnapshot: Codable {
  /// What the run is of; nothing else goes on from it.
  var identity: String
  var batches: Int
  /// How long it took to come here.
  var seconds: Double
  var totals: SimulationTotals
  var metrics: MetricAccumulator
  /// Its numbers lie beside the marks of the files, behind the groups.
  var breakdownNumberCount: Int
  var activeFamilyDays: Int64
  var biasBreakdown: BiasSums?
  var files: [TableFile.Checkpoint]
  /// Of what belongs beside the marks of the files.
  var groupsSHA256: String
}

/// A snapshot as it was read, with what belongs beside it.
struct StoredSnapshot {
  var snapshot: RunSnapshot
  var groups: [UInt8]
  /// Of the parts of the people.
  var breakdownNumbers: [Int64]

  /// From a line of JSON and the bytes behind it; nil where these are not what was written.
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

/// Writes down from time to time how far a run has come, in the folder that it writes.
///
/// What a killed process has handed to the system is there; a machine that loses its power may lose
/// some of it, so the files are hashed before anybody goes on from them.
struct SnapshotWriter {
  /// The file, hidden, which is gone before the folder is whole.
  static let name = ".progress"

  private let path: String
  private let identity: () -> String
  private let personDaysBetween: Int64
  private let start = Machine.seconds
  /// How many person-days there were when it was written down last.
  private var last: Int64

  /// By what is done and not by the clock, so that the same run always costs the same.
  init(
    in directory: borrowing OutputDirectory, of identity: @escaping () -> String,
    every personDays: Int64, since progress: RunProgress
  ) {
    path = "\(directory.partialPath)/\(Self.name)"
    self.identity = identity
    personDaysBetween = personDays
    last = progress.totals.counters.personDays
  }

  /// What an earlier process has written down, where that can be read.
  static func read(in directory: borrowing OutputDirectory) -> StoredSnapshot? {
    let url = URL(fileURLWithPath: "\(directory.partialPath)/\(name)")
    guard let data = try? Data(contentsOf: url) else { return nil }
    return StoredSnapshot(data)
  }

  /// Writes it down if enough was lived since the last time.
  mutating func note(_ progress: RunProgress) throws {
    if progress.totals.counters.personDays - last >= personDaysBetween { try write(progress) }
  }

  /// Writes it down, in one moment: a line of JSON, and behind it as it is what grows with the run,
  /// of which an encoder would make several copies.
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

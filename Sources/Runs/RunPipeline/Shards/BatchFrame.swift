import Datasets
import FoundationEssentials
import Metrics
import Parquet
import Simulator

/// The outcome of a batch with its totals: all that crosses from a process that simulates to the
/// one that writes the files of the run.
struct BatchFrame {
  var totals: SimulationTotals
  var batch: BatchOutcome

  /// The sums in the form in which snapshots of interrupted runs have them.
  private struct Sums: Codable {
    var totals: SimulationTotals
    var metrics: MetricAccumulator
    var activeFamilyDays: Int64
    var biasBreakdown: BiasSums?
  }

  /// The frame as bytes, the same in every process: a compressed block of sums and of the places of
  /// row groups, and the row groups, which are compressed already.
  func payload() throws -> [UInt8] {
    var numbers: [UInt8] = []
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    numbers.append(
      block: Array(
        try encoder.encode(
          Sums(
            totals: totals, metrics: batch.metrics, activeFamilyDays: batch.activeFamilyDays,
            biasBreakdown: batch.biasBreakdown))))
    numbers.append(block: batch.parts.bytes)
    numbers.append(block: batch.planText)
    for table in batch.rows {
      for sum in table.sums { numbers.append(number: sum) }
      numbers.append(number: UInt64(table.rows))
      numbers.append(number: UInt64(table.groups.count))
      for group in table.groups {
        numbers.append(block: group.metadataBytes)
        numbers.append(number: UInt64(group.bytes.count))
      }
    }
    var payload: [UInt8] = []
    payload.append(number: UInt64(numbers.count))
    payload.append(block: try Zstd.compressed(numbers))
    for table in batch.rows {
      for group in table.groups { payload.append(contentsOf: group.bytes) }
    }
    return payload
  }

  init(totals: SimulationTotals, batch: BatchOutcome) {
    self.totals = totals
    self.batch = batch
  }

  /// Reads what `payload` returned.
  init(_ payload: [UInt8]) throws {
    self = try payload.withUnsafeBytes { bytes in
      var cursor = ShardCursor(bytes)
      let count = try cursor.count()
      let numbers = try Zstd.decompressed(try cursor.block(), count: count)
      let frame = try numbers.withUnsafeBytes { try Self.frame(ShardCursor($0), &cursor) }
      guard cursor.isAtEnd else { throw ShardCursor.unreadable }
      return frame
    }
  }

  /// The frame with these sums, whose row groups stand in `groups` one behind the other.
  private static func frame(
    _ sums: ShardCursor, _ groups: inout ShardCursor
  ) throws -> BatchFrame {
    var numbers = sums
    let json = try numbers.block()
    let sums = try JSONDecoder().decode(Sums.self, from: Data(json))
    guard let parts = SegmentCounts(bytes: try numbers.block()) else {
      throw ShardCursor.unreadable
    }
    let planText = Array(try numbers.block())
    var rows: [TableRows.Batch] = []
    for table in DatasetTable.ofCommunities {
      rows.append(try Self.rows(of: table, &numbers, &groups))
    }
    guard numbers.isAtEnd else { throw ShardCursor.unreadable }
    return BatchFrame(
      totals: sums.totals,
      batch: BatchOutcome(
        rows: rows, metrics: sums.metrics, parts: parts, activeFamilyDays: sums.activeFamilyDays,
        planText: planText, biasBreakdown: sums.biasBreakdown))
  }

  private static func rows(
    of table: DatasetTable, _ numbers: inout ShardCursor, _ bytes: inout ShardCursor
  ) throws -> TableRows.Batch {
    let schema = table.schema
    var batch = TableRows.Batch(columns: schema.columns.count)
    for column in batch.sums.indices { batch.sums[column] = try numbers.number(Int64.self) }
    batch.rows = try numbers.count()
    for _ in 0..<(try numbers.count()) {
      let metadata = try numbers.block()
      let group = Array(try bytes.take(try numbers.count()))
      batch.groups.append(
        try EncodedRowGroup(of: schema, metadataBytes: metadata, bytes: group))
    }
    return batch
  }
}

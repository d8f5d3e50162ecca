import Base
import Datasets
import Parquet
import FoundationEssentials
import SystemLibrary

/// A table of a dataset that is open for reading: a mapped file with its parsed footer.
struct OpenTable {
  let path: String
  let bytes: Data
  let file: ParquetFile

  init(_ path: String) throws(VerificationError) {
    self.path = path
    // A device or a pipe in its place may have no end.
    guard FileSource.isRegular(path),
      let bytes = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    else { throw VerificationError(path, "this file cannot be read") }
    self.bytes = bytes
    do {
      file = try bytes.withUnsafeBytes { bytes in try ParquetFile(bytes) }
    } catch {
      throw VerificationError(path, "\(error)")
    }
  }

  /// The SHA-256 of the whole file. O(bytes).
  var hash: String { bytes.withUnsafeBytes { SHA256.hexadecimal(of: $0) } }

  /// Throws unless the hash of the file matches the manifest. Metrics are computed only after this
  /// check, because a damaged footer can point at bytes that look like a valid page.
  func check(against record: FinishedRun.TableRecord) throws(VerificationError) {
    guard hash == record.sha256 else {
      throw VerificationError(path, "its SHA-256 is \(hash) instead of \(record.sha256)")
    }
  }

  /// The indices of columns by name; throws if a column is missing or has another type.
  func columns(_ names: [(name: String, kind: ColumnKind)]) throws(VerificationError) -> [Int] {
    var places: [Int] = []
    for (name, kind) in names {
      guard let place = file.schema.columns.firstIndex(where: { $0.name == name }) else {
        throw VerificationError(path, "it has no column '\(name)'")
      }
      let found = file.schema.columns[place]
      guard found.kind == kind else {
        throw VerificationError(
          path, "the column '\(name)' is of type \(found.kind), and \(kind) was expected")
      }
      places.append(place)
    }
    return places
  }

  /// Decodes the columns of one row group after the other.
  func forEachRowGroup(
    _ columns: [Int], _ body: (Int, borrowing ColumnVectors) throws -> Void
  ) throws {
    var reader = ParquetColumnReader()
    var vectors = ColumnVectors(count: columns.count)
    for group in 0..<file.rowGroupCount {
      let rows = try read(group, columns, with: &reader, into: &vectors)
      try body(rows, vectors)
    }
  }

  /// Decodes the columns of one row group and returns its number of rows.
  func read(
    _ group: Int, _ columns: [Int], with reader: inout ParquetColumnReader,
    into vectors: inout ColumnVectors
  ) throws(VerificationError) -> Int {
    for (place, column) in columns.enumerated() {
      do {
        try bytes.withUnsafeBytes { bytes in
          try reader.read(
            column: column, rowGroup: group, of: file, in: bytes, into: &vectors[place])
        }
      } catch {
        throw VerificationError(
          path, "row group \(group), column '\(file.schema.columns[column].name)': \(error)")
      }
    }
    let rows = vectors.count == 0 ? 0 : vectors[0].rowCount
    for place in 0..<vectors.count where vectors[place].rowCount != rows {
      throw VerificationError(path, "row group \(group) has columns of different lengths")
    }
    return rows
  }
}

/// The columns of a row group.
struct ColumnVectors: ~Copyable {
  private let base: UnsafeMutablePointer<ColumnVector>
  let count: Int

  init(count: Int) {
    self.count = count
    base = .allocate(capacity: max(1, count))
    for place in 0..<count { (base + place).initialize(to: ColumnVector()) }
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  subscript(place: Int) -> ColumnVector {
    unsafeAddress { UnsafePointer(base + place) }
    unsafeMutableAddress { base + place }
  }
}

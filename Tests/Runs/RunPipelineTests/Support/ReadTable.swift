import Parquet
import Foundation

/// A table read back from its file, column by column.
struct ReadTable {
  private(set) var rowCount = 0
  private(set) var columnNames: [String] = []
  /// Numbers and booleans, nil for null.
  private var numbers: [String: [Int64?]] = [:]
  private var texts: [String: [String]] = [:]
  private var fractions: [String: [Double]] = [:]

  init(_ data: Data) throws {
    try data.withUnsafeBytes { bytes in
      let file = try ParquetFile(bytes)
      rowCount = file.rowCount
      columnNames = file.schema.columns.map(\.name)
      var reader = ParquetColumnReader()
      var vector = ColumnVector()
      for group in 0..<file.rowGroupCount {
        for (index, column) in file.schema.columns.enumerated() {
          try reader.read(column: index, rowGroup: group, of: file, in: bytes, into: &vector)
          append(vector, to: column)
        }
      }
    }
  }

  private mutating func append(_ vector: borrowing ColumnVector, to column: ColumnSchema) {
    switch column.kind {
    case .string:
      texts[column.name, default: []] += vector.handles.map { vector.strings[$0] }
    case .double:
      fractions[column.name, default: []] += Array(vector.doubleValues)
    case .boolean:
      numbers[column.name, default: []] += vector.booleanValues.map { Int64($0) }
    case .int64, .timestampMilliseconds:
      numbers[column.name, default: []] += Self.spread(Array(vector.int64Values), vector)
    case .int16, .int32, .date:
      numbers[column.name, default: []] += Self.spread(vector.int32Values.map(Int64.init), vector)
    }
  }

  /// The values, with nil for null.
  private static func spread(_ values: [Int64], _ vector: borrowing ColumnVector) -> [Int64?] {
    guard let definitions = vector.definitions else { return values }
    var next = values.makeIterator()
    return definitions.map { $0 == 1 ? next.next() : nil }
  }

  func optionals(_ column: String) -> [Int64?] { numbers[column] ?? [] }
  func integers(_ column: String) -> [Int64] { optionals(column).map { $0 ?? .min } }
  func flags(_ column: String) -> [Bool] { integers(column).map { $0 == 1 } }
  func texts(_ column: String) -> [String] { texts[column] ?? [] }
  func fractions(_ column: String) -> [Double] { fractions[column] ?? [] }

  /// The sum of a column of whole numbers or booleans.
  func sum(_ column: String) -> Int64 { optionals(column).reduce(0) { $0 + ($1 ?? 0) } }
}

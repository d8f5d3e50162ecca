/// The kind of a column's values: their range, their unit and their type in the file.
///
/// No kind is unsigned. pandas, Polars and DuckDB subtract unsigned columns as unsigned numbers, so
/// that three minus four is 255, or an error.
public enum ColumnKind: String, Sendable, Equatable, CaseIterable {
  case boolean
  case int16
  case int32
  /// Days since 1970-01-01.
  case date
  case int64
  /// Milliseconds since 1970-01-01T00:00:00Z.
  case timestampMilliseconds
  case double
  /// UTF-8 text, appended as a handle into the column's `StringTable`.
  case string
}

extension ColumnKind {
  /// The in-memory form of the values. Kinds with the same form share all code paths.
  public enum Storage: UInt8, Sendable {
    case boolean
    case int32
    case int64
    case double
    case handle
  }

  public var storage: Storage {
    switch self {
    case .boolean: .boolean
    case .int16, .int32, .date: .int32
    case .int64, .timestampMilliseconds: .int64
    case .double: .double
    case .string: .handle
    }
  }

  /// The range of the logical type, if it is smaller than that of the storage.
  var range: ClosedRange<Int64>? {
    switch self {
    case .int16: -32_768...32_767
    case .boolean, .int32, .date, .int64, .timestampMilliseconds, .double, .string: nil
    }
  }
}

extension ColumnKind.Storage {
  /// The bytes per value while a row group is built.
  var stride: Int {
    switch self {
    case .boolean: 1
    case .int32, .handle: 4
    case .int64, .double: 8
    }
  }
}

/// The logical type of a column, in the schema of the footer.
enum LogicalType: Equatable {
  case string
  case date
  case timestamp(isUTC: Bool, unit: Int16)
  case integer(bitWidth: Int8, isSigned: Bool)
  /// A type of the format that has no column kind here.
  case other(field: Int16)

  /// The field number of milliseconds among the units of a timestamp.
  static var milliseconds: Int16 { 1 }
}

extension LogicalType {
  private enum Field {
    static let string: Int16 = 1
    static let date: Int16 = 6
    static let timestamp: Int16 = 8
    static let integer: Int16 = 10
  }

  /// Writes the union's one field.
  func write(to writer: inout ThriftCompactWriter) {
    switch self {
    case .string: writer.field(Field.string) { _ in }
    case .date: writer.field(Field.date) { _ in }
    case .timestamp(let isUTC, let unit):
      writer.field(Field.timestamp) { timestamp in
        timestamp.field(1, boolean: isUTC)
        timestamp.field(2) { $0.field(unit) { _ in } }
      }
    case .integer(let bitWidth, let isSigned):
      writer.field(Field.integer) { integer in
        integer.field(1, byte: bitWidth)
        integer.field(2, boolean: isSigned)
      }
    case .other: preconditionFailure("only kinds with a meaning are written")
    }
  }

  init?(from reader: inout ThriftCompactReader) throws(ParquetError) {
    var found: LogicalType?
    try reader.structure { (reader, field, type) throws(ParquetError) in
      switch field {
      case Field.string: (found, _) = (.string, try reader.skip(type))
      case Field.date: (found, _) = (.date, try reader.skip(type))
      case Field.timestamp: found = try Self.timestamp(from: &reader)
      case Field.integer: found = try Self.integer(from: &reader)
      default: (found, _) = (.other(field: field), try reader.skip(type))
      }
    }
    guard let found else { return nil }
    self = found
  }

  private static func timestamp(
    from reader: inout ThriftCompactReader
  ) throws(ParquetError) -> LogicalType {
    var isUTC = false
    var unit: Int16 = 0
    try reader.structure { (reader, field, type) throws(ParquetError) in
      switch field {
      case 1: isUTC = try reader.boolean(type)
      case 2:
        try reader.structure { (reader, field, type) throws(ParquetError) in
          unit = field
          try reader.skip(type)
        }
      default: try reader.skip(type)
      }
    }
    return .timestamp(isUTC: isUTC, unit: unit)
  }

  private static func integer(
    from reader: inout ThriftCompactReader
  ) throws(ParquetError) -> LogicalType {
    var bitWidth: Int8 = 0
    var isSigned = false
    try reader.structure { (reader, field, type) throws(ParquetError) in
      switch field {
      case 1: bitWidth = try reader.byte(type)
      case 2: isSigned = try reader.boolean(type)
      default: try reader.skip(type)
      }
    }
    return .integer(bitWidth: bitWidth, isSigned: isSigned)
  }
}

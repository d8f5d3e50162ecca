/// A node of the schema in the footer: the root, or a column right below it.
struct SchemaElement {
  var name = ""
  var physicalType: PhysicalType?
  var isNullable = false
  var isRepeated = false
  var childCount = 0
  var convertedType: Int32?
  var logicalType: LogicalType?
}

extension SchemaElement {
  init(_ column: ColumnSchema) {
    name = column.name
    physicalType = column.kind.physicalType
    isNullable = column.isNullable
    convertedType = column.kind.convertedType?.rawValue
    logicalType = column.kind.logicalType
  }

  func write(to writer: inout ThriftCompactWriter) {
    writer.structure { element in
      if let physicalType {
        element.field(1, int32: physicalType.rawValue)
        element.field(3, int32: isNullable ? 1 : 0)
      }
      element.field(4, string: name)
      if physicalType == nil { element.field(5, int32: Int32(childCount)) }
      if let convertedType { element.field(6, int32: convertedType) }
      if let logicalType { element.field(10) { logicalType.write(to: &$0) } }
    }
  }

  init(from reader: inout ThriftCompactReader) throws(ParquetError) {
    var element = SchemaElement()
    try reader.structure { (reader, field, type) throws(ParquetError) in
      switch field {
      case 1: element.physicalType = try reader.code(type, "physical type")
      case 3:
        let repetition = try reader.integer(type)
        element.isNullable = repetition == 1
        element.isRepeated = repetition == 2
      case 4: element.name = try reader.string(type)
      case 5: element.childCount = try reader.natural(type)
      case 6: element.convertedType = Int32(truncatingIfNeeded: try reader.integer(type))
      case 10: element.logicalType = try LogicalType(from: &reader)
      default: try reader.skip(type)
      }
    }
    self = element
  }

  /// The column this element declares.
  func column() throws(ParquetError) -> ColumnSchema {
    guard childCount == 0, !isRepeated, !name.isEmpty, let kind else {
      throw ParquetError(.unsupported, "column “\(name)” is nested or of an unknown type")
    }
    return ColumnSchema(name, kind, isNullable: isNullable)
  }

  /// The column kind of this element; the old type name counts if the new one is missing.
  private var kind: ColumnKind? {
    ColumnKind.allCases.first { kind in
      guard kind.physicalType == physicalType else { return false }
      if let logicalType { return logicalType == kind.explicitLogicalType }
      return convertedType == kind.convertedType?.rawValue
        || convertedType == kind.explicitConvertedType?.rawValue
    }
  }
}

extension ColumnKind {
  var logicalType: LogicalType? {
    switch self {
    case .boolean, .int32, .int64, .double: nil
    case .int16: .integer(bitWidth: 16, isSigned: true)
    case .date: .date
    case .timestampMilliseconds: .timestamp(isUTC: true, unit: LogicalType.milliseconds)
    case .string: .string
    }
  }

  var convertedType: ConvertedType? {
    switch self {
    case .boolean, .int32, .int64, .double: nil
    case .int16: .int16
    case .date: .date
    case .timestampMilliseconds: .timestampMilliseconds
    case .string: .utf8
    }
  }

  /// Full-width integers, for which other writers omit the logical type.
  fileprivate var explicitLogicalType: LogicalType? {
    switch self {
    case .int32: .integer(bitWidth: 32, isSigned: true)
    case .int64: .integer(bitWidth: 64, isSigned: true)
    default: logicalType
    }
  }

  fileprivate var explicitConvertedType: ConvertedType? {
    switch self {
    case .int32: .int32
    case .int64: .int64
    default: convertedType
    }
  }
}

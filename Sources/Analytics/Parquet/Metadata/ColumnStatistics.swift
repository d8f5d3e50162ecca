/// Statistics of a column chunk, which readers use to skip it.
public struct ColumnStatistics: Sendable, Equatable {
  public var nullCount = 0
  /// The smallest value in plain encoding; nil if there is none.
  public var minimum: [UInt8]?
  public var maximum: [UInt8]?

  public init(nullCount: Int = 0, minimum: [UInt8]? = nil, maximum: [UInt8]? = nil) {
    self.nullCount = nullCount
    self.minimum = minimum
    self.maximum = maximum
  }
}

extension ColumnStatistics {
  /// Longer strings would enlarge the footer by more than they could save.
  static var boundBytesMax: Int { 64 }

  init<Value: FixedWidthInteger>(nullCount: Int, bounds: ClosedRange<Value>?) {
    self.nullCount = nullCount
    minimum = bounds.map { Self.bytes(of: $0.lowerBound) }
    maximum = bounds.map { Self.bytes(of: $0.upperBound) }
  }

  static func bytes<Value: FixedWidthInteger>(of value: Value) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  func write(to writer: inout ThriftCompactWriter) {
    writer.field(3, int64: Int64(nullCount))
    if let maximum { writer.field(5, binary: maximum) }
    if let minimum { writer.field(6, binary: minimum) }
  }

  init(from reader: inout ThriftCompactReader) throws(ParquetError) {
    var statistics = ColumnStatistics()
    try reader.structure { (reader, field, type) throws(ParquetError) in
      switch field {
      case 3: statistics.nullCount = try reader.natural(type)
      case 5: statistics.maximum = try reader.binary(type)
      case 6: statistics.minimum = try reader.binary(type)
      default: try reader.skip(type)
      }
    }
    self = statistics
  }
}

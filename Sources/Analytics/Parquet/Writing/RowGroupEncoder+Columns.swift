extension RowGroupEncoder {
  /// Encodes one column, depending on its storage.
  mutating func encode(
    _ storage: ColumnStorage, of column: ColumnSchema, strings: StringTable
  ) throws(ParquetError) -> ColumnChunkMetadata {
    switch storage.storage {
    case .boolean: try encodeBooleans(storage, of: column)
    case .int32: try encodeIntegers(storage.values(as: Int32.self), in: storage, of: column)
    case .int64: try encodeIntegers(storage.values(as: Int64.self), in: storage, of: column)
    case .double: try encodeDoubles(storage, of: column)
    case .handle: try encodeText(storage, of: column, strings: strings)
    }
  }

  private mutating func encodeIntegers<Value: FixedWidthInteger & SignedInteger & BitwiseCopyable>(
    _ values: UnsafeBufferPointer<Value>, in storage: ColumnStorage, of column: ColumnSchema
  ) throws(ParquetError) -> ColumnChunkMetadata {
    let bounds = Self.bounds(of: values)
    if let bounds, let range = column.kind.range {
      guard range.contains(Int64(bounds.lowerBound)), range.contains(Int64(bounds.upperBound))
      else {
        throw ParquetError(
          .valueOutOfRange,
          "column “\(column.name)” of \(column.kind) has values from \(bounds.lowerBound) to "
            + "\(bounds.upperBound)")
      }
    }
    let isIndexed = bounds.map { dictionary.build(values, bounds: $0) } ?? false
    let chunk = IntegerChunk(
      values: values, entries: dictionary.entries,
      dictionary: isIndexed ? indices(count: values.count) : nil,
      isNarrow: Self.isNarrow(values, bounds))
    let statistics = ColumnStatistics(nullCount: storage.nullCount, bounds: bounds)
    return try encode(chunk, of: column, in: storage, statistics: statistics)
  }

  private mutating func encodeDoubles(
    _ storage: ColumnStorage, of column: ColumnSchema
  ) throws(ParquetError) -> ColumnChunkMetadata {
    let bits = storage.values(as: Int64.self)
    let isIndexed = !bits.isEmpty && dictionary.build(bits, bounds: Int64.min...Int64.max)
    let chunk = DoubleChunk(
      values: bits, entries: dictionary.entries,
      dictionary: isIndexed ? indices(count: bits.count) : nil)
    let statistics = Self.statistics(
      of: storage.values(as: Double.self), nullCount: storage.nullCount)
    return try encode(chunk, of: column, in: storage, statistics: statistics)
  }

  private mutating func encodeBooleans(
    _ storage: ColumnStorage, of column: ColumnSchema
  ) throws(ParquetError) -> ColumnChunkMetadata {
    let values = storage.values(as: UInt8.self)
    let bits = dictionary.reserveIndices(values.count)
    var trueCount = 0
    for (index, value) in values.enumerated() {
      bits[index] = UInt16(value)
      trueCount &+= Int(value)
    }
    var statistics = ColumnStatistics(nullCount: storage.nullCount)
    if !values.isEmpty {
      statistics.minimum = [trueCount == values.count ? 1 : 0]
      statistics.maximum = [trueCount > 0 ? 1 : 0]
    }
    let chunk = BooleanChunk(bits: bits, count: values.count)
    return try encode(chunk, of: column, in: storage, statistics: statistics)
  }

  private mutating func encodeText(
    _ storage: ColumnStorage, of column: ColumnSchema, strings: StringTable
  ) throws(ParquetError) -> ColumnChunkMetadata {
    let handles = storage.values(as: UInt32.self)
    let entries = TextChunk.entries(of: handles, in: strings)
    let isIndexed = !entries.isEmpty && entries.count <= DictionaryBuilder.entryCountMax
    if isIndexed {
      var ranks = [UInt16](repeating: 0, count: strings.count)
      for (rank, handle) in entries.enumerated() { ranks[Int(handle)] = UInt16(rank) }
      let indices = dictionary.reserveIndices(handles.count)
      for (index, handle) in handles.enumerated() { indices[index] = ranks[Int(handle)] }
    }
    let chunk = TextChunk(
      handles: handles, entries: entries, strings: strings,
      dictionary: isIndexed
        ? DictionaryIndices(
          indices: dictionary.indices, count: handles.count, entryCount: entries.count) : nil)
    guard chunk.plainByteCount <= Int(Int32.max) else {
      throw ParquetError(
        .tooLarge, "the text of column “\(column.name)” has \(chunk.plainByteCount) bytes")
    }
    return try encode(
      chunk, of: column, in: storage, statistics: chunk.statistics(nullCount: storage.nullCount))
  }

  private func indices(count: Int) -> DictionaryIndices {
    DictionaryIndices(
      indices: dictionary.indices, count: count, entryCount: dictionary.entryCount)
  }

  /// Whether the differences between consecutive values are in a range of 27 bits, and so need at
  /// most 28 bits relative to the smallest one.
  private static func isNarrow<Value: FixedWidthInteger & SignedInteger>(
    _ values: UnsafeBufferPointer<Value>, _ bounds: ClosedRange<Value>?
  ) -> Bool {
    guard let bounds, values.count > 1 else { return true }
    let spread = Int64(bounds.upperBound).subtractingReportingOverflow(Int64(bounds.lowerBound))
    // Beyond this the differences themselves could overflow.
    if spread.overflow { return false }
    // Differences go as far down as up, which most columns are too narrow for.
    if spread.partialValue < 1 << 26 { return true }
    var (least, largest) = (Int64.max, Int64.min)
    for index in 1..<values.count {
      let step = Int64(values[index]) &- Int64(values[index &- 1])
      least = min(least, step)
      largest = max(largest, step)
    }
    let range = largest.subtractingReportingOverflow(least)
    return !range.overflow && range.partialValue < 1 << 27
  }

  private static func bounds<Value: FixedWidthInteger>(
    of values: UnsafeBufferPointer<Value>
  ) -> ClosedRange<Value>? {
    guard var low = values.first else { return nil }
    var high = low
    for value in values {
      low = min(low, value)
      high = max(high, value)
    }
    return low...high
  }

  /// Bounds without NaN, and with zeros of both signs counted as equal, as the format requires.
  private static func statistics(
    of values: UnsafeBufferPointer<Double>, nullCount: Int
  ) -> ColumnStatistics {
    var low = Double.infinity
    var high = -Double.infinity
    for value in values {
      low = value < low ? value : low
      high = value > high ? value : high
    }
    // This happens if all values are NaN; with infinities low and high are in order.
    guard low <= high else { return ColumnStatistics(nullCount: nullCount) }
    return ColumnStatistics(
      nullCount: nullCount,
      minimum: ColumnStatistics.bytes(of: (low == 0 ? -0.0 : low).bitPattern),
      maximum: ColumnStatistics.bytes(of: (high == 0 ? 0.0 : high).bitPattern))
  }
}

extension ColumnStorage {
  var nullCount: Int { rowCount - valueCount }
}

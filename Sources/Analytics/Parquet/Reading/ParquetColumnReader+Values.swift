extension ParquetColumnReader {
  mutating func readIntegers<Value: FixedWidthInteger & SignedInteger & BitwiseCopyable>(
    _ encoding: Encoding, _ type: Value.Type, from cursor: inout ByteCursor, _ count: Int,
    into vector: borrowing ColumnVector
  ) throws(ParquetError) {
    let target = vector.end(as: type, count: count)
    switch encoding {
    case .plain: try readPlain(from: &cursor, into: target)
    case .deltaBinaryPacked: try DeltaBinaryPacked.read(from: &cursor, into: target)
    case .runLengthDictionary, .plainDictionary: try readIndexed(from: &cursor, into: target)
    default: throw ParquetError(.unsupported, "integers in encoding \(encoding)")
    }
  }

  mutating func readDoubles(
    _ encoding: Encoding, from cursor: inout ByteCursor, _ count: Int,
    into vector: borrowing ColumnVector
  ) throws(ParquetError) {
    let target = vector.end(as: Int64.self, count: count)
    switch encoding {
    case .plain: try readPlain(from: &cursor, into: target)
    case .runLengthDictionary, .plainDictionary: try readIndexed(from: &cursor, into: target)
    default: throw ParquetError(.unsupported, "doubles in encoding \(encoding)")
    }
  }

  mutating func readBooleans(
    _ encoding: Encoding, from cursor: inout ByteCursor, _ count: Int,
    into vector: borrowing ColumnVector
  ) throws(ParquetError) {
    let target = vector.end(as: UInt8.self, count: count)
    let bits = indices.reserve(count)
    switch encoding {
    case .plain:
      let packed = try cursor.take((count + 7) / 8)
      if let base = packed.baseAddress {
        BitPacking.unpack(base, count: count, width: 1, into: bits)
      }
    case .runLength:
      _ = try cursor.littleEndian(UInt32.self)
      try RunLengthHybrid.read(from: &cursor, count: count, width: 1, into: bits)
    default: throw ParquetError(.unsupported, "booleans in encoding \(encoding)")
    }
    for index in 0..<count { target[index] = UInt8(bits[index] & 1) }
  }

  mutating func readText(
    _ encoding: Encoding, from cursor: inout ByteCursor, _ count: Int,
    into vector: inout ColumnVector
  ) throws(ParquetError) {
    let target = vector.end(as: UInt32.self, count: count)
    switch encoding {
    case .plain:
      for index in 0..<count {
        target[index] = UInt32(vector.strings.count)
        try vector.strings.append(utf8: Self.text(from: &cursor))
      }
    case .runLengthDictionary, .plainDictionary:
      let indices = try readIndices(from: &cursor, count: count)
      for index in 0..<count { target[index] = indices[index] }
    default: throw ParquetError(.unsupported, "strings in encoding \(encoding)")
    }
  }

  private func readPlain<Value: FixedWidthInteger & BitwiseCopyable>(
    from cursor: inout ByteCursor, into target: UnsafeMutableBufferPointer<Value>
  ) throws(ParquetError) {
    let width = MemoryLayout<Value>.stride
    let bytes = try cursor.take(target.count * width)
    for index in 0..<target.count {
      target[index] = Value(
        littleEndian: bytes.loadUnaligned(fromByteOffset: index &* width, as: Value.self))
    }
  }

  private mutating func readIndexed<Value: FixedWidthInteger & BitwiseCopyable>(
    from cursor: inout ByteCursor, into target: UnsafeMutableBufferPointer<Value>
  ) throws(ParquetError) {
    let indices = try readIndices(from: &cursor, count: target.count)
    entries.withUnsafeBufferPointer { entries in
      for index in 0..<target.count {
        target[index] = Value(truncatingIfNeeded: entries[Int(indices[index])])
      }
    }
  }

  /// Reads indices and checks that all are within the dictionary.
  private mutating func readIndices(
    from cursor: inout ByteCursor, count: Int
  ) throws(ParquetError) -> UnsafePointer<UInt32> {
    let indices = indices.reserve(count)
    guard count > 0 else { return UnsafePointer(indices) }
    let width = Int(try cursor.byte())
    try RunLengthHybrid.read(from: &cursor, count: count, width: width, into: indices)
    var largest: UInt32 = 0
    for index in 0..<count { largest = max(largest, indices[index]) }
    guard largest < entryCount else {
      throw ParquetError(.corrupt, "index \(largest) into a dictionary of \(entryCount)")
    }
    return UnsafePointer(indices)
  }
}

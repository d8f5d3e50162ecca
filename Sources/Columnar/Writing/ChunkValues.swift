/// The values of a column chunk without its nulls, ready to be written in several ways.
protocol ChunkValues {
  var count: Int { get }
  var dictionary: DictionaryIndices? { get }
  /// The layouts to choose among, at least one; the first wins among equals.
  var layouts: [ValueLayout] { get }
  /// The dictionary's entries in plain encoding.
  func appendEntries(to buffer: inout ByteBuffer)
  func append(_ range: Range<Int>, as layout: ValueLayout, to buffer: inout ByteBuffer)
}

/// Integers, whatever they stand for.
struct IntegerChunk<Value: FixedWidthInteger & SignedInteger & BitwiseCopyable>: ChunkValues {
  let values: UnsafeBufferPointer<Value>
  let entries: UnsafeBufferPointer<Int64>
  let dictionary: DictionaryIndices?

  var count: Int { values.count }

  var layouts: [ValueLayout] {
    guard let dictionary else { return [.delta, .plain] }
    let dense = dictionary.entryCount * 8 > count ? [ValueLayout.plain] : []
    return dictionary.layouts + [.delta] + dense
  }

  func appendEntries(to buffer: inout ByteBuffer) {
    for entry in entries { buffer.append(littleEndian: Value(truncatingIfNeeded: entry)) }
  }

  func append(_ range: Range<Int>, as layout: ValueLayout, to buffer: inout ByteBuffer) {
    let part = UnsafeBufferPointer(rebasing: values[range])
    switch layout {
    case .plain: buffer.append(littleEndian: part)
    case .delta: DeltaBinaryPacked.append(part, to: &buffer)
    case .dictionary(let bitWidth, let runs):
      dictionary!.append(range, bitWidth: bitWidth, runs: runs, to: &buffer)
    case .booleanRuns: preconditionFailure("not a layout of integers")
    }
  }
}

/// Doubles by their bits.
struct DoubleChunk: ChunkValues {
  let values: UnsafeBufferPointer<Int64>
  let entries: UnsafeBufferPointer<Int64>
  let dictionary: DictionaryIndices?

  var count: Int { values.count }

  var layouts: [ValueLayout] {
    (dictionary?.layouts ?? []) + [.plain]
  }

  func appendEntries(to buffer: inout ByteBuffer) {
    buffer.append(littleEndian: entries)
  }

  func append(_ range: Range<Int>, as layout: ValueLayout, to buffer: inout ByteBuffer) {
    let part = UnsafeBufferPointer(rebasing: values[range])
    switch layout {
    case .plain: buffer.append(littleEndian: part)
    case .dictionary(let bitWidth, let runs):
      dictionary!.append(range, bitWidth: bitWidth, runs: runs, to: &buffer)
    case .delta, .booleanRuns: preconditionFailure("not a layout of doubles")
    }
  }
}

/// Booleans, which are their own indices.
struct BooleanChunk: ChunkValues {
  let bits: UnsafePointer<UInt16>
  let count: Int

  var dictionary: DictionaryIndices? { nil }
  var layouts: [ValueLayout] { [.plain, .booleanRuns] }

  func appendEntries(to buffer: inout ByteBuffer) {}

  func append(_ range: Range<Int>, as layout: ValueLayout, to buffer: inout ByteBuffer) {
    let first = bits + range.lowerBound
    switch layout {
    case .plain: BitPacking.pack(first, count: range.count, width: 1, into: &buffer)
    case .booleanRuns:
      let start = buffer.count
      buffer.append(littleEndian: UInt32(0))
      RunLengthHybrid.appendRuns(first, count: range.count, width: 1, to: &buffer)
      buffer.setLength(at: start)
    case .dictionary, .delta: preconditionFailure("not a layout of booleans")
    }
  }
}

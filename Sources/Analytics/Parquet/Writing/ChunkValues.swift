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

/// Integers of any kind.
struct IntegerChunk<Value: FixedWidthInteger & SignedInteger & BitwiseCopyable>: ChunkValues {
  let values: UnsafeBufferPointer<Value>
  let entries: UnsafeBufferPointer<Int64>
  let dictionary: DictionaryIndices?
  /// Whether differences need at most 28 bits. Some readers, such as fastparquet, silently misread
  /// wider ones.
  let isNarrow: Bool

  var count: Int { values.count }

  var layouts: [ValueLayout] {
    let delta = isNarrow ? [ValueLayout.delta] : []
    guard let dictionary else { return delta + [.plain] }
    let dense = dictionary.entryCount * 8 > count || !isNarrow ? [ValueLayout.plain] : []
    return dictionary.layouts + delta + dense
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
    case .delta: preconditionFailure("not a layout of doubles")
    }
  }
}

/// Booleans, which are their own indices.
///
/// They are written plain: runs would sometimes be shorter, but some readers, such as fastparquet,
/// silently misread runs in a page of version 1.
struct BooleanChunk: ChunkValues {
  let bits: UnsafePointer<UInt16>
  let count: Int

  var dictionary: DictionaryIndices? { nil }
  var layouts: [ValueLayout] { [.plain] }

  func appendEntries(to buffer: inout ByteBuffer) {}

  func append(_ range: Range<Int>, as layout: ValueLayout, to buffer: inout ByteBuffer) {
    let first = bits + range.lowerBound
    switch layout {
    case .plain: BitPacking.pack(first, count: range.count, width: 1, into: &buffer)
    case .dictionary, .delta: preconditionFailure("not a layout of booleans")
    }
  }
}

/// Strings by handle.
struct TextChunk: ChunkValues {
  let handles: UnsafeBufferPointer<UInt32>
  /// The handles in use, in the order of their strings' bytes.
  let entries: [UInt32]
  let strings: StringTable
  let dictionary: DictionaryIndices?

  var count: Int { handles.count }

  var layouts: [ValueLayout] {
    guard let dictionary else { return [.plain] }
    return dictionary.layouts + (dictionary.entryCount * 8 > count ? [.plain] : [])
  }

  func appendEntries(to buffer: inout ByteBuffer) {
    strings.bytes.withUnsafeBytes { bytes in
      for entry in entries { append(entry, from: bytes, to: &buffer) }
    }
  }

  func append(_ range: Range<Int>, as layout: ValueLayout, to buffer: inout ByteBuffer) {
    switch layout {
    case .plain:
      strings.bytes.withUnsafeBytes { bytes in
        for handle in handles[range] { append(handle, from: bytes, to: &buffer) }
      }
    case .dictionary(let bitWidth, let runs):
      dictionary!.append(range, bitWidth: bitWidth, runs: runs, to: &buffer)
    case .delta: preconditionFailure("not a layout of strings")
    }
  }

  private func append(
    _ handle: UInt32, from bytes: UnsafeRawBufferPointer, to buffer: inout ByteBuffer
  ) {
    let text = UnsafeRawBufferPointer(rebasing: bytes[strings.range(of: Int(handle))])
    buffer.append(littleEndian: UInt32(text.count))
    buffer.append(text)
  }
}

extension TextChunk {
  /// The bytes of all values in plain encoding, the upper bound of all layouts.
  var plainByteCount: Int {
    handles.reduce(0) { $0 + 4 + strings.range(of: Int($1)).count }
  }

  /// The first and the last string in byte order, if they are short enough for statistics.
  func statistics(nullCount: Int) -> ColumnStatistics {
    guard let first = entries.first, let last = entries.last else {
      return ColumnStatistics(nullCount: nullCount)
    }
    return ColumnStatistics(
      nullCount: nullCount, minimum: bound(first), maximum: bound(last))
  }

  private func bound(_ handle: UInt32) -> [UInt8]? {
    let range = strings.range(of: Int(handle))
    return range.count <= ColumnStatistics.boundBytesMax ? Array(strings.bytes[range]) : nil
  }

  /// The handles that occur, in the order of their strings' bytes.
  ///
  /// - Complexity: O(handles + strings + used log used).
  static func entries(
    of handles: UnsafeBufferPointer<UInt32>, in strings: StringTable
  ) -> [UInt32] {
    var isUsed = [Bool](repeating: false, count: strings.count)
    for handle in handles {
      precondition(Int(handle) < strings.count, "no string has this handle")
      isUsed[Int(handle)] = true
    }
    let used = isUsed.indices.filter { isUsed[$0] }
    return strings.bytes.withUnsafeBytes { bytes in
      used.sorted { left, right in
        bytes[strings.range(of: left)].lexicographicallyPrecedes(bytes[strings.range(of: right)])
      }.map { UInt32($0) }
    }
  }
}

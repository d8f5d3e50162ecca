/// The dictionary indices of a chunk's values, and the layouts worth trying for them.
struct DictionaryIndices {
  let indices: UnsafePointer<UInt16>
  let count: Int
  let entryCount: Int

  /// The layouts that can be the smallest.
  ///
  /// Indices of 1, 2, 4, 8 or 16 bits are aligned in the same way in every byte, so zstd can find
  /// frequent ones; indices of the minimal width are shorter before compression. Runs are for
  /// values that rarely change.
  var layouts: [ValueLayout] {
    let needed = max(1, BitPacking.width(of: UInt64(entryCount - 1)))
    let aligned = 1 << BitPacking.width(of: UInt64(needed - 1))
    let widths = needed == aligned ? [needed] : [needed, aligned]
    let runCount = countRuns()
    var layouts: [ValueLayout] = []
    if runCount * 8 > count {
      layouts += widths.map { .dictionary(bitWidth: $0, runs: false) }
    }
    if runCount * 4 < count {
      layouts += widths.map { .dictionary(bitWidth: $0, runs: true) }
    }
    return layouts
  }

  /// The number of runs of equal values.
  ///
  /// Counted in 32 bits, in which the compiler compares many pairs at once.
  private func countRuns() -> Int {
    var changes: UInt32 = 1
    for index in 0..<max(0, count - 1) {
      changes &+= indices[index] == indices[index &+ 1] ? 0 : 1
    }
    return Int(changes)
  }

  func append(
    _ range: Range<Int>, bitWidth: Int, runs: Bool, to buffer: inout ByteBuffer
  ) {
    buffer.append(UInt8(bitWidth))
    let first = indices + range.lowerBound
    if runs {
      RunLengthHybrid.appendRuns(first, count: range.count, width: bitWidth, to: &buffer)
    } else {
      RunLengthHybrid.appendPacked(first, count: range.count, width: bitWidth, to: &buffer)
    }
  }
}

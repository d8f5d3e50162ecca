/// Integers as differences from the previous one, in blocks with a separate minimum each.
///
/// Differences wrap around in the width of the values, as the format requires, so extreme values
/// need no special case.
enum DeltaBinaryPacked {
  static var blockCount: Int { 128 }
  static var miniblocksPerBlock: Int { 4 }
  static var miniblockCount: Int { blockCount / miniblocksPerBlock }

  static func append<Value: FixedWidthInteger & SignedInteger>(
    _ source: UnsafeBufferPointer<Value>, to buffer: inout ByteBuffer
  ) {
    buffer.append(varint: UInt64(blockCount))
    buffer.append(varint: UInt64(miniblocksPerBlock))
    buffer.append(varint: UInt64(source.count))
    buffer.append(zigzag: Int64(source.first ?? 0))
    withUnsafeTemporaryAllocation(of: Value.self, capacity: blockCount) { deltas in
      withUnsafeTemporaryAllocation(of: UInt64.self, capacity: blockCount) { offsets in
        var start = 1
        while start < source.count {
          let count = min(blockCount, source.count - start)
          var minimum = Value.max
          for index in 0..<count {
            let delta = source[start &+ index] &- source[start &+ index &- 1]
            deltas[index] = delta
            minimum = min(minimum, delta)
          }
          for index in 0..<count {
            offsets[index] = UInt64(
              truncatingIfNeeded: Value.Magnitude(
                truncatingIfNeeded: deltas[index] &- minimum))
          }
          for index in count..<blockCount { offsets[index] = 0 }
          appendBlock(offsets.baseAddress!, count: count, minimum: Int64(minimum), to: &buffer)
          start += count
        }
      }
    }
  }

  /// Appends a block's minimum, the widths of its miniblocks, and all miniblocks with values.
  private static func appendBlock(
    _ offsets: UnsafePointer<UInt64>, count: Int, minimum: Int64, to buffer: inout ByteBuffer
  ) {
    buffer.append(zigzag: minimum)
    var widths: (Int, Int, Int, Int) = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &widths) { bytes in
      let widths = bytes.assumingMemoryBound(to: Int.self)
      for miniblock in 0..<miniblocksPerBlock {
        var all: UInt64 = 0
        for index in 0..<miniblockCount { all |= offsets[miniblock * miniblockCount + index] }
        widths[miniblock] = BitPacking.width(of: all)
        buffer.append(UInt8(widths[miniblock]))
      }
      for miniblock in 0..<miniblocksPerBlock where miniblock * miniblockCount < count {
        BitPacking.pack(
          offsets + miniblock * miniblockCount, count: miniblockCount, width: widths[miniblock],
          into: &buffer)
      }
    }
  }

  /// Reads exactly `target.count` integers from `cursor`, which has slack behind its end.
  static func read<Value: FixedWidthInteger & SignedInteger>(
    from cursor: inout ByteCursor, into target: UnsafeMutableBufferPointer<Value>
  ) throws(ParquetError) {
    let blockCount = try cursor.varint()
    let miniblocksPerBlock = try cursor.varint()
    let total = try cursor.varint()
    guard blockCount > 0, blockCount <= 1 << 16, miniblocksPerBlock > 0,
      blockCount % miniblocksPerBlock == 0, (blockCount / miniblocksPerBlock) % 32 == 0,
      total == UInt64(target.count)
    else {
      throw ParquetError(.corrupt, "a delta header contradicts the format or its page")
    }
    var previous = Value(truncatingIfNeeded: try cursor.zigzag())
    guard !target.isEmpty else { return }
    target[0] = previous
    let miniblockCount = Int(blockCount / miniblocksPerBlock)
    var done = 1
    let offsets = UnsafeMutablePointer<UInt64>.allocate(capacity: miniblockCount)
    defer { offsets.deallocate() }
    while done < target.count {
      let minimum = Value(truncatingIfNeeded: try cursor.zigzag())
      let widths = try cursor.take(Int(miniblocksPerBlock))
      for width in widths where done < target.count {
        guard width <= 64 else { throw ParquetError(.corrupt, "a bit width of \(width)") }
        let packed = try cursor.take(miniblockCount / 8 * Int(width))
        let count = min(miniblockCount, target.count - done)
        if let base = packed.baseAddress {
          BitPacking.unpack(base, count: count, width: Int(width), into: offsets)
        }
        for index in 0..<count {
          previous = previous &+ minimum &+ Value(truncatingIfNeeded: offsets[index])
          target[done &+ index] = previous
        }
        done += count
      }
    }
  }
}

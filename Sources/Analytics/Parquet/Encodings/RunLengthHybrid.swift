/// Parquet's hybrid of runs and bit-packed values, for levels, dictionary indices and booleans.
enum RunLengthHybrid {
  /// Appends numbers as one bit-packed run: the fastest, and often the best input for zstd.
  static func appendPacked(
    _ source: UnsafePointer<UInt16>, count: Int, width: Int, to buffer: inout ByteBuffer
  ) {
    guard count > 0 else { return }
    buffer.append(varint: UInt64((count + 7) / 8) << 1 | 1)
    BitPacking.pack(source, count: count, width: width, into: &buffer)
  }

  /// Appends numbers with eight or more equal ones as a run, and bit-packed ones between.
  static func appendRuns(
    _ source: UnsafePointer<UInt16>, count: Int, width: Int, to buffer: inout ByteBuffer
  ) {
    var packedStart = 0
    var start = 0
    while start < count {
      let value = source[start]
      var end = start + 1
      while end < count && source[end] == value { end += 1 }
      // Packed numbers come in groups of eight, so the run fills up the last group.
      let lent = -(start - packedStart) & 7
      if end - start - lent >= 8 {
        appendPacked(
          source + packedStart, count: start + lent - packedStart, width: width, to: &buffer)
        appendRun(of: value, count: end - start - lent, width: width, to: &buffer)
        packedStart = end
      }
      start = end
    }
    appendPacked(source + packedStart, count: count - packedStart, width: width, to: &buffer)
  }

  /// Appends one value, `count` times.
  static func appendRun(of value: UInt16, count: Int, width: Int, to buffer: inout ByteBuffer) {
    buffer.append(varint: UInt64(count) << 1)
    if width > 8 {
      buffer.append(littleEndian: value)
    } else {
      buffer.append(UInt8(value))
    }
  }

  /// Reads exactly `count` numbers from `cursor`, which has slack behind its end.
  static func read(
    from cursor: inout ByteCursor, count: Int, width: Int,
    into target: UnsafeMutablePointer<UInt32>
  ) throws(ParquetError) {
    guard width <= 32 else { throw ParquetError(.corrupt, "a bit width of \(width)") }
    var done = 0
    while done < count {
      let header = try cursor.varint()
      if header & 1 == 0 {
        let run = Int(min(header >> 1, UInt64(count - done)))
        guard run > 0 else { throw ParquetError(.corrupt, "a run of length zero") }
        var value: UInt32 = 0
        for index in 0..<(width + 7) / 8 {
          value |= UInt32(try cursor.byte()) << UInt32(index * 8)
        }
        (target + done).update(repeating: value, count: run)
        done += run
      } else {
        let groupCount = header >> 1
        guard groupCount > 0, groupCount <= UInt64(Int32.max) else {
          throw ParquetError(.corrupt, "a packed run of \(groupCount) times eight")
        }
        let packed = try cursor.take(Int(groupCount) * width)
        let taken = min(Int(groupCount) * 8, count - done)
        if let base = packed.baseAddress {
          BitPacking.unpack(base, count: taken, width: width, into: target + done)
        } else {
          (target + done).update(repeating: 0, count: taken)
        }
        done += taken
      }
    }
  }
}

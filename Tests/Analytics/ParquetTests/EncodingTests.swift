import TestKit
import Testing

@testable import Parquet

@Suite("Encodings hold every value of every width")
struct EncodingTests {
  @Test("bits packed at any width are unpacked again", arguments: 1...16)
  func packing(width: Int) throws {
    var random = SplitMix64(seed: UInt64(width))
    for count in [0, 1, 7, 8, 9, 31, 64, 100] {
      let values = (0..<count).map { _ in UInt16(random.below(1 << width)) }
      var buffer = ByteBuffer()
      BitPacking.pack(values, count: count, width: width, into: &buffer)
      let byteCount = buffer.count
      #expect(byteCount == (count + 7) / 8 * width)
      var read = [UInt32](repeating: .max, count: count)
      BitPacking.unpack(buffer.base, count: count, width: width, into: &read)
      #expect(read == values.map { UInt32($0) })
    }
  }

  @Test("numbers are packed least significant bit first")
  func packingOrder() {
    // The example of the format's description: 0 to 7 in three bits each.
    var buffer = ByteBuffer()
    BitPacking.pack((0..<8).map { UInt16($0) }, count: 8, width: 3, into: &buffer)
    let bytes = Array(buffer.bytes)
    #expect(bytes == [0b1000_1000, 0b1100_0110, 0b1111_1010])
  }

  @Test("runs and packed stretches of any length alternate", arguments: [1, 4, 9, 16])
  func runs(width: Int) throws {
    var random = SplitMix64(seed: UInt64(width) + 100)
    for _ in 0..<200 {
      var values: [UInt16] = []
      for _ in 0..<random.below(12) {
        let value = UInt16(random.below(1 << width))
        values += [UInt16](repeating: value, count: 1 + random.below(random.oneIn(2) ? 4 : 40))
      }
      var buffer = ByteBuffer()
      RunLengthHybrid.appendRuns(values, count: values.count, width: width, to: &buffer)
      #expect(try read(buffer, count: values.count, width: width) == values.map { UInt32($0) })
    }
  }

  private func read(_ buffer: borrowing ByteBuffer, count: Int, width: Int) throws -> [UInt32] {
    var read = [UInt32](repeating: .max, count: count)
    var cursor = ByteCursor(buffer.bytes)
    try RunLengthHybrid.read(from: &cursor, count: count, width: width, into: &read)
    #expect(cursor.remaining == 0)
    return read
  }

  @Test("a long run takes four bytes")
  func longRun() {
    var buffer = ByteBuffer()
    let values = [UInt16](repeating: 5, count: 10_000)
    RunLengthHybrid.appendRuns(values, count: values.count, width: 3, to: &buffer)
    let bytes = Array(buffer.bytes)
    #expect(bytes == [0xA0, 0x9C, 0x01, 5])
  }

  @Test("differences of any size, up to those that wrap around", arguments: 0...64)
  func deltas(width: Int) throws {
    var random = SplitMix64(seed: UInt64(width) + 7)
    for count in [0, 1, 2, 33, 128, 129, 130, 500] {
      let values = (0..<count).map { _ in
        width == 0 ? 9 : Int64(bitPattern: random.next() >> UInt64(64 - width))
      }
      try expectDelta(values)
      try expectDelta(values.map { Int32(truncatingIfNeeded: $0) })
    }
    try expectDelta([Int64.min, .max, .min, 0, .max])
    try expectDelta([Int32.min, .max, .min, 0, .max])
  }

  private func expectDelta<Value: FixedWidthInteger & SignedInteger & BitwiseCopyable>(
    _ values: [Value]
  ) throws {
    var buffer = ByteBuffer()
    values.withUnsafeBufferPointer { DeltaBinaryPacked.append($0, to: &buffer) }
    var cursor = ByteCursor(buffer.bytes)
    var read = [Value](repeating: 1, count: values.count)
    try read.withUnsafeMutableBufferPointer { (target) throws(ParquetError) in
      try DeltaBinaryPacked.read(from: &cursor, into: target)
    }
    #expect(read == values)
    #expect(cursor.remaining == 0)
  }

  @Test("1 to 5 as differences are the bytes of the format's description")
  func deltaBytes() {
    // Blocks of 128 in 4 miniblocks, 5 values from 1 on; the least difference is 1, so that
    // nothing is left to pack.
    var buffer = ByteBuffer()
    [Int32](1...5).withUnsafeBufferPointer { DeltaBinaryPacked.append($0, to: &buffer) }
    let bytes = Array(buffer.bytes)
    #expect(bytes == [0x80, 0x01, 4, 5, 2, 2, 0, 0, 0, 0])
  }

  @Test("dictionaries are sorted, whether values were tabulated or hashed")
  func dictionaries() {
    for spread: Int64 in [1, 3, 1_000_003] {
      var random = SplitMix64(seed: 1)
      let values = (0..<500).map { _ in (Int64(random.below(40)) - 20) * spread }
      var builder = DictionaryBuilder()
      let isBuilt = values.withUnsafeBufferPointer {
        builder.build($0, bounds: values.min()!...values.max()!)
      }
      #expect(isBuilt)
      let entries = Array(builder.entries)
      let indices = Array(UnsafeBufferPointer(start: builder.indices, count: values.count))
      #expect(entries == Set(values).sorted())
      #expect(indices.map { entries[Int($0)] } == values)
    }
  }

  @Test("no dictionary is made of values that hardly repeat")
  func hopelessDictionary() {
    var builder = DictionaryBuilder()
    let dense = (0..<1000).map { Int64($0) }
    let wide = dense.map { $0 << 40 }
    let isBuilt = (
      dense: dense.withUnsafeBufferPointer { builder.build($0, bounds: 0...999) },
      wide: wide.withUnsafeBufferPointer { builder.build($0, bounds: 0...(999 << 40)) }
    )
    #expect(isBuilt == (false, false))
  }
}

/// Numbers of a fixed width in bits, one after the other, least significant bit first.
enum BitPacking {
  /// The number of bits for numbers from 0 to `maximum`.
  static func width(of maximum: UInt64) -> Int {
    UInt64.bitWidth - maximum.leadingZeroBitCount
  }

  /// Appends `count` numbers of up to 16 bits, and fills the last group of eight with zeros.
  ///
  /// Eight numbers are whole bytes at any width. They are combined into two words without a branch
  /// and stored whole; the next eight overwrite the excess.
  static func pack(
    _ source: UnsafePointer<UInt16>, count: Int, width: Int, into buffer: inout ByteBuffer
  ) {
    precondition(width > 0 && width <= 16)
    let groupCount = (count + 7) / 8
    buffer.reserve(groupCount * width)
    var target = buffer.base + buffer.count
    let full = count / 8
    var group = source
    for _ in 0..<full {
      pack8(group, width: width, to: target)
      group += 8
      target += width
    }
    if full < groupCount {
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 8) { last in
        last.initialize(repeating: 0)
        for index in 0..<count - full * 8 { last[index] = group[index] }
        pack8(last.baseAddress!, width: width, to: target)
      }
    }
    buffer.claim(groupCount * width)
  }

  @inline(__always)
  private static func pack8(
    _ source: UnsafePointer<UInt16>, width: Int, to target: UnsafeMutableRawPointer
  ) {
    let bits = UInt64(truncatingIfNeeded: width)
    let first = pack4(source, bits)
    let second = pack4(source + 4, bits)
    let half = bits &* 4
    // A shift by 64 would be no shift at all, so the widest case is separate.
    let low = width == 16 ? first : first | second &<< half
    let high = width == 16 ? second : second &>> (64 &- half)
    target.storeBytes(of: low.littleEndian, as: UInt64.self)
    target.storeBytes(of: high.littleEndian, toByteOffset: 8, as: UInt64.self)
  }

  @inline(__always)
  private static func pack4(_ source: UnsafePointer<UInt16>, _ bits: UInt64) -> UInt64 {
    UInt64(source[0]) | UInt64(source[1]) &<< bits | UInt64(source[2]) &<< (bits &* 2)
      | UInt64(source[3]) &<< (bits &* 3)
  }

  /// Appends `count` numbers of up to 64 bits; `count` is a multiple of 32, so bytes are whole.
  static func pack(
    _ source: UnsafePointer<UInt64>, count: Int, width: Int, into buffer: inout ByteBuffer
  ) {
    precondition(count % 32 == 0 && width <= 64)
    guard width > 0 else { return }
    buffer.reserve(count / 8 * width)
    var target = buffer.base + buffer.count
    var word: UInt64 = 0
    var filled = 0
    for index in 0..<count {
      let value = source[index]
      word |= value << UInt64(filled)
      filled &+= width
      if filled >= 64 {
        target.storeBytes(of: word.littleEndian, as: UInt64.self)
        target += 8
        filled &-= 64
        word = filled == 0 ? 0 : value >> UInt64(width &- filled)
      }
    }
    if filled > 0 { target.storeBytes(of: word.littleEndian, as: UInt64.self) }
    buffer.claim(count / 8 * width)
  }

  /// Reads `count` numbers of up to 32 bits from memory with at least eight bytes behind them.
  static func unpack(
    _ source: UnsafeRawPointer, count: Int, width: Int, into target: UnsafeMutablePointer<UInt32>
  ) {
    let mask = width == 0 ? 0 : UInt64.max >> UInt64(64 - width)
    var bit = 0
    for index in 0..<count {
      let word = UInt64(
        littleEndian: source.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
      target[index] = UInt32(truncatingIfNeeded: word &>> UInt64(bit & 7) & mask)
      bit &+= width
    }
  }

  /// Reads `count` numbers of up to 64 bits from memory with at least sixteen bytes behind them.
  static func unpack(
    _ source: UnsafeRawPointer, count: Int, width: Int, into target: UnsafeMutablePointer<UInt64>
  ) {
    let mask = width == 0 ? 0 : UInt64.max >> UInt64(64 - width)
    for index in 0..<count {
      let bit = index &* width
      let shift = UInt64(bit & 7)
      let low = UInt64(
        littleEndian: source.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
      let high = UInt64(source.load(fromByteOffset: bit &>> 3 &+ 8, as: UInt8.self))
      target[index] = (low &>> shift | high << (64 &- shift)) & mask
    }
  }
}

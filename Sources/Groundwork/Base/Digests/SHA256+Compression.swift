extension SHA256 {
  /// The state after `blocks`, whose count is a multiple of 64.
  static func compressed(_ state: SIMD8<UInt32>, blocks: UnsafeRawBufferPointer) -> SIMD8<UInt32> {
    var state = state
    constants.withUnsafeBufferPointer { constants in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
        var offset = 0
        while offset < blocks.count {
          fill(schedule, from: blocks, at: offset)
          state = compressed(state, schedule, constants)
          offset += 64
        }
      }
    }
    return state
  }

  /// Expands one block to the 64 words of its rounds.
  @inline(__always)
  private static func fill(
    _ schedule: UnsafeMutableBufferPointer<UInt32>, from blocks: UnsafeRawBufferPointer,
    at offset: Int
  ) {
    for index in 0..<16 {
      let word = blocks.loadUnaligned(fromByteOffset: offset + 4 * index, as: UInt32.self)
      schedule[index] = UInt32(bigEndian: word)
    }
    for index in 16..<64 {
      let early = schedule[index - 15]
      let late = schedule[index - 2]
      let sigmaEarly = rotated(early, 7) ^ rotated(early, 18) ^ early &>> 3
      let sigmaLate = rotated(late, 17) ^ rotated(late, 19) ^ late &>> 10
      schedule[index] = schedule[index - 16] &+ sigmaEarly &+ schedule[index - 7] &+ sigmaLate
    }
  }

  @inline(__always)
  private static func compressed(
    _ state: SIMD8<UInt32>, _ schedule: UnsafeMutableBufferPointer<UInt32>,
    _ constants: UnsafeBufferPointer<UInt32>
  ) -> SIMD8<UInt32> {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    // Eight rounds bring every name back to its place, so none of the words has to move.
    for index in stride(from: 0, to: 64, by: 8) {
      let word = { (step: Int) in schedule[index + step] &+ constants[index + step] }
      round(a, b, c, &d, e, f, g, &h, word(0))
      round(h, a, b, &c, d, e, f, &g, word(1))
      round(g, h, a, &b, c, d, e, &f, word(2))
      round(f, g, h, &a, b, c, d, &e, word(3))
      round(e, f, g, &h, a, b, c, &d, word(4))
      round(d, e, f, &g, h, a, b, &c, word(5))
      round(c, d, e, &f, g, h, a, &b, word(6))
      round(b, c, d, &e, f, g, h, &a, word(7))
    }
    return state &+ SIMD8(a, b, c, d, e, f, g, h)
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
    _ g: UInt32, _ h: inout UInt32, _ word: UInt32
  ) {
    let sigmaE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    let sigmaA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    let choice = g ^ e & (f ^ g)
    let majority = a & b | c & (a | b)
    let grown = h &+ sigmaE &+ choice &+ word
    d &+= grown
    h = grown &+ sigmaA &+ majority
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }
}

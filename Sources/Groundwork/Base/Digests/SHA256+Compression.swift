extension SHA256 {
  /// The state after `blocks`, whose count is a multiple of 64.
  static func compressed(_ state: SIMD8<UInt32>, blocks: UnsafeRawBufferPointer) -> SIMD8<UInt32> {
    var state = state
    constants.withUnsafeBufferPointer { constants in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 128) { room in
        let words = room.baseAddress!
        let sums = words + 64
        var offset = 0
        while offset < blocks.count {
          fill(words, sums, from: blocks, at: offset, constants.baseAddress!)
          state = compressed(state, sums)
          offset += 64
        }
      }
    }
    return state
  }

  /// Expands one block to the 64 words of its rounds; `sums` are the words with their constants.
  @inline(__always)
  private static func fill(
    _ words: UnsafeMutablePointer<UInt32>, _ sums: UnsafeMutablePointer<UInt32>,
    from blocks: UnsafeRawBufferPointer, at offset: Int, _ constants: UnsafePointer<UInt32>
  ) {
    for index in 0..<16 {
      let word = blocks.loadUnaligned(fromByteOffset: offset &+ 4 &* index, as: UInt32.self)
      words[index] = UInt32(bigEndian: word)
      sums[index] = words[index] &+ constants[index]
    }
    for index in stride(from: 16, to: 64, by: 4) {
      for step in 0..<4 {
        let at = index &+ step
        let early = words[at &- 15]
        let late = words[at &- 2]
        // Rotations of rotations: each needs one copy of the word less.
        let sigmaEarly = rotated(rotated(early, 11) ^ early, 7) ^ early &>> 3
        let sigmaLate = rotated(rotated(late, 2) ^ late, 17) ^ late &>> 10
        let word = words[at &- 16] &+ sigmaEarly &+ words[at &- 7] &+ sigmaLate
        words[at] = word
        sums[at] = word &+ constants[at]
      }
    }
  }

  /// The state after the 64 rounds; `sums` are the words with their constants.
  @inline(__always)
  private static func compressed(
    _ state: SIMD8<UInt32>, _ sums: UnsafeMutablePointer<UInt32>
  ) -> SIMD8<UInt32> {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    var differing = b ^ c
    // Eight rounds bring every name back to its place, so none of the words has to move.
    for index in stride(from: 0, to: 64, by: 8) {
      let word = { (step: Int) in sums[index &+ step] }
      round(a, b, &d, e, f, g, &h, &differing, word(0))
      round(h, a, &c, d, e, f, &g, &differing, word(1))
      round(g, h, &b, c, d, e, &f, &differing, word(2))
      round(f, g, &a, b, c, d, &e, &differing, word(3))
      round(e, f, &h, a, b, c, &d, &differing, word(4))
      round(d, e, &g, h, a, b, &c, &differing, word(5))
      round(c, d, &f, g, h, a, &b, &differing, word(6))
      round(b, c, &e, f, g, h, &a, &differing, word(7))
    }
    return state &+ SIMD8(a, b, c, d, e, f, g, h)
  }

  /// One round. `differing` is where `b` and `c` differ, and after it where the next two do.
  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
    _ h: inout UInt32, _ differing: inout UInt32, _ word: UInt32
  ) {
    let sigmaE = rotated(rotated(rotated(e, 14) ^ e, 5) ^ e, 6)
    let sigmaA = rotated(rotated(rotated(a, 9) ^ a, 11) ^ a, 2)
    let choice = g ^ e & (f ^ g)
    let next = a ^ b
    let majority = b ^ next & differing
    differing = next
    let grown = h &+ sigmaE &+ choice &+ word
    d &+= grown
    h = grown &+ sigmaA &+ majority
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }
}

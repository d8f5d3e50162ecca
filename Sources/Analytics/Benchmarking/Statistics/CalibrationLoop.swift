/// A fixed amount of work whose time says how fast the machine is at the moment.
///
/// It does what a run does: it computes with whole numbers, branches on them, and reads and writes
/// memory that fits into the cache of a core. A run that takes as long as before, in such loops,
/// has not become slower.
public enum CalibrationLoop {
  /// The words of memory it works on: 256 KiB.
  private static let words = 32_768

  /// Does the work of a number of rounds and returns what it computed, so that no compiler leaves
  /// the work out.
  public static func run(rounds: Int) -> UInt64 {
    var memory = [UInt64](repeating: 0, count: words)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    memory.withUnsafeMutableBufferPointer { memory in
      for round in 0..<rounds * words {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        let place = Int(truncatingIfNeeded: state >> 40) & (words - 1)
        if state & 3 == 0 {
          memory[place] &+= state
        } else {
          state &+= memory[place] ^ UInt64(truncatingIfNeeded: round)
        }
        // A state of zero would stay zero.
        if state == 0 { state = 0x9E37_79B9_7F4A_7C15 }
      }
    }
    return memory.reduce(state, &+)
  }
}

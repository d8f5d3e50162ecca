/// A set of writes, by their numbers.
struct WriteSet: Equatable, Sendable {
  private var words: [UInt64] = []

  init() {}

  mutating func insert(_ write: Int) {
    while words.count <= write >> 6 { words.append(0) }
    words[write >> 6] |= 1 << UInt64(write & 63)
  }

  mutating func remove(_ write: Int) {
    guard write >> 6 < words.count else { return }
    words[write >> 6] &= ~(1 << UInt64(write & 63))
  }

  func contains(_ write: Int) -> Bool {
    write >> 6 < words.count && words[write >> 6] >> UInt64(write & 63) & 1 == 1
  }

  mutating func formUnion(_ other: WriteSet) {
    while words.count < other.words.count { words.append(0) }
    for place in other.words.indices { words[place] |= other.words[place] }
  }

  /// Those that the other set lacks, in order.
  func subtracting(_ other: WriteSet) -> [Int] {
    var found: [Int] = []
    for (place, word) in words.enumerated() {
      var rest = word & ~(place < other.words.count ? other.words[place] : 0)
      while rest != 0 {
        found.append(place << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return found
  }

  var elements: [Int] { subtracting(WriteSet()) }
}

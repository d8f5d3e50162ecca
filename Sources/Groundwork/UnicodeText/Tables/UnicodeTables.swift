/// The generated tables of one pinned version of Unicode, as text.
///
/// The standard library's answers about characters change with the toolchain, and those of the
/// system with the system. Two devices must agree on which names are equal, so the tables are part
/// of the program. Text is data that the compiler copies into the binary as it stands. A table is
/// decoded when it is first needed, once.
enum UnicodeTables {}

/// Reads the numbers of a table: five bits a character, the lowest first, and a bit for "more".
struct TableReader {
  private let parts: [StaticString]
  private var part = 0
  private var offset = 0

  init(_ parts: [StaticString]) { self.parts = parts }

  init(_ text: StaticString) { self.init([text]) }

  mutating func number() -> UInt32 {
    var value: UInt32 = 0
    var shift: UInt32 = 0
    while true {
      let bits = next()
      value |= (bits & 31) << shift
      if bits < 32 { return value }
      shift += 5
    }
  }

  mutating func signed() -> Int32 {
    let value = number()
    return value & 1 == 0 ? Int32(value >> 1) : -Int32(value / 2 + 1)
  }

  private mutating func next() -> UInt32 {
    if offset == parts[part].utf8CodeUnitCount { (part, offset) = (part + 1, 0) }
    let letter = parts[part].utf8Start[offset]
    offset += 1
    switch letter {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return UInt32(letter - UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return UInt32(letter - UInt8(ascii: "A") + 10)
    case UInt8(ascii: "a")...UInt8(ascii: "z"): return UInt32(letter - UInt8(ascii: "a") + 36)
    case UInt8(ascii: "-"): return 62
    default: return 63
    }
  }
}

/// Ranges of code points, in order, each with a value.
struct CodePointRanges<Value: Sendable>: Sendable {
  private var firsts: [UInt32] = []
  private var lasts: [UInt32] = []
  private var values: [Value] = []

  /// Reads ranges and, with `value`, the value of each.
  init(_ text: StaticString, value: (_ reader: inout TableReader) -> Value) {
    var reader = TableReader(text)
    var end: UInt32 = 0
    for _ in 0..<reader.number() {
      let first = end + reader.number()
      let last = first + reader.number()
      firsts.append(first)
      lasts.append(last)
      values.append(value(&reader))
      end = last + 1
    }
  }

  /// The value of a code point, or nil outside of all ranges. O(log ranges).
  subscript(point: UInt32) -> Value? {
    let place = firsts.lastPlace(notAbove: point)
    return place >= 0 && point <= lasts[place] ? values[place] : nil
  }
}

/// Code points that become other sequences, as runs that go up together.
struct CodePointMapping: Sendable {
  private var firsts: [UInt32] = []
  private var counts: [UInt32] = []
  /// Where in `targets` the sequence of a run's first code point starts; one more entry at the end.
  private var starts: [Int] = [0]
  private var targets: [UInt32] = []

  init(_ text: StaticString) {
    var reader = TableReader(text)
    var end: UInt32 = 0
    for _ in 0..<reader.number() {
      let first = end + reader.number()
      let head = reader.number()
      let count = head & 1 == 0 ? 1 : reader.number() + 2
      for _ in 0..<(head >> 1) {
        targets.append(UInt32(truncatingIfNeeded: Int64(first) + Int64(reader.signed())))
      }
      firsts.append(first)
      counts.append(count)
      starts.append(targets.count)
      end = first + count
    }
  }

  /// Appends what a code point becomes, by default itself. O(log runs).
  func append(_ point: UInt32, to scalars: inout [UInt32]) {
    let place = firsts.lastPlace(notAbove: point)
    guard place >= 0, point - firsts[place] < counts[place] else {
      scalars.append(point)
      return
    }
    guard starts[place] < starts[place + 1] else { return }
    scalars += targets[starts[place]..<starts[place + 1]]
    scalars[scalars.count - 1] += point - firsts[place]
  }
}

extension [UInt32] {
  /// The last place whose number is at most another, or -1. The numbers are in order.
  func lastPlace(notAbove number: UInt32) -> Int {
    var low = -1
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if self[middle] <= number { low = middle } else { high = middle }
    }
    return low
  }
}

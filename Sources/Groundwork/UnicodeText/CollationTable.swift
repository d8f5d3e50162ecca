/// The collation elements of the Default Unicode Collation Element Table, decoded.
///
/// An element has a primary weight of 16 bits, a secondary of 11 and a tertiary of 5.
struct CollationTable: Sendable {
  static let shared = CollationTable()

  /// A sequence of code points that the table has elements for, or a code point without any.
  struct Match {
    /// How many code points.
    var length: Int
    /// The code point, or the number of the sequence.
    fileprivate var node: UInt32
    fileprivate var entry: Int?
  }

  private var points: [UInt32] = []
  /// The entry of each of `points`.
  private var entries: [Int] = []
  /// Where in `weights` the elements of an entry start; one more at the end.
  private var starts = [0]
  private var weights: [UInt32] = []
  /// What follows: of a node and a further code point, the node of both and its entry.
  private var further: [UInt64: (node: UInt32, entry: Int?)] = [:]

  private let ideographs = CodePointRanges(UnicodeTables.ideographs) { _ in true }
  private let scripts = CodePointRanges(UnicodeTables.implicitBases) { reader in
    let base = reader.number()
    return (base: base, origin: reader.number())
  }

  private init() {
    var reader = TableReader(UnicodeTables.elements)
    let patterns = (0..<reader.number()).map { _ in
      let secondary = reader.number()
      return secondary << 5 | reader.number()
    }
    var left = reader.number()
    var (point, primary): (UInt32, UInt32) = (0, 0)
    var record = Record()
    while left > 0 {
      var repeats = reader.number() + 1
      left -= repeats
      record.read(from: &reader)
      while repeats > 0 {
        repeats -= 1
        point = UInt32(truncatingIfNeeded: Int64(point) + Int64(record.step))
        for (pattern, step) in record.elements {
          if let step { primary = UInt32(truncatingIfNeeded: Int64(primary) + Int64(step)) }
          weights.append((step == nil ? 0 : primary << 16) | patterns[pattern])
        }
        add(point, record.later)
      }
    }
  }

  /// An entry as differences from the one before.
  private struct Record {
    var step: Int32 = 0
    var later: [UInt32] = []
    var elements: [(pattern: Int, step: Int32?)] = []

    mutating func read(from reader: inout TableReader) {
      let count = reader.number()
      step = reader.signed()
      later = (0..<count).map { _ in reader.number() }
      elements = (0..<reader.number()).map { _ in
        let head = reader.number()
        return (Int(head >> 1), head & 1 == 0 ? nil : reader.signed())
      }
    }
  }

  /// Adds the entry whose weights were appended last.
  private mutating func add(_ point: UInt32, _ later: [UInt32]) {
    let entry = starts.count - 1
    starts.append(weights.count)
    guard let last = later.last else {
      points.append(point)
      entries.append(entry)
      return
    }
    var node = point
    for scalar in later.dropLast() { node = place(node, scalar).node }
    let whole = place(node, last)
    further[Self.key(node, last)] = (whole.node, entry)
  }

  /// The node of a node and a further code point, made if it is missing.
  private mutating func place(_ node: UInt32, _ scalar: UInt32) -> (node: UInt32, entry: Int?) {
    let key = Self.key(node, scalar)
    if let known = further[key] { return known }
    // Numbers of sequences are above all code points.
    let made = (node: 0x11_0000 + UInt32(further.count), entry: Int?.none)
    further[key] = made
    return made
  }

  private static func key(_ node: UInt32, _ scalar: UInt32) -> UInt64 {
    UInt64(node) << 32 | UInt64(scalar)
  }

  /// The longest sequence from a place on that the table has, at least one code point.
  func longestMatch(in scalars: [UInt32], from index: Int) -> Match {
    let first = scalars[index]
    let place = points.lastPlace(notAbove: first)
    let isKnown = place >= 0 && points[place] == first
    var best = Match(length: 1, node: first, entry: isKnown ? entries[place] : nil)
    var current = best
    for scalar in scalars[(index + 1)...] {
      guard let next = further[Self.key(current.node, scalar)] else { break }
      current = Match(length: current.length + 1, node: next.node, entry: next.entry)
      if next.entry != nil { best = current }
    }
    return best
  }

  /// The match of a sequence and one more code point, if the table has it.
  func match(_ match: Match, and scalar: UInt32) -> Match? {
    guard let next = further[Self.key(match.node, scalar)], let entry = next.entry else {
      return nil
    }
    return Match(length: match.length, node: next.node, entry: entry)
  }

  func elements(of match: Match) -> ArraySlice<UInt32> {
    guard let entry = match.entry else { return implicitElements(of: match.node)[...] }
    return weights[starts[entry]..<starts[entry + 1]]
  }

  /// The elements of a code point that the table does not list (UTS #10, section 10.1.3).
  private func implicitElements(of point: UInt32) -> [UInt32] {
    let (base, rest): (UInt32, UInt32)
    if let script = scripts[point] {
      (base, rest) = (script.base, point - script.origin)
    } else {
      let isCore = (0x4E00...0x9FFF).contains(point) || (0xF900...0xFAFF).contains(point)
      let group: UInt32 = ideographs[point] == nil ? 0xFBC0 : isCore ? 0xFB40 : 0xFB80
      (base, rest) = (group + point >> 15, point & 0x7FFF)
    }
    return [base << 16 | 0x20 << 5 | 2, (rest | 0x8000) << 16]
  }
}

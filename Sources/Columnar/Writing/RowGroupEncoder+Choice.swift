extension RowGroupEncoder {
  /// A way to write a chunk and how to compress it.
  struct Choice {
    var layout: ValueLayout
    var profile: CompressionProfile
  }

  private static var sampleParts: Int { 8 }

  /// The parts of so many values that a layout is tried on: a sixteenth, in eight places from the
  /// beginning to the end, or all when there are few.
  ///
  /// More would tell little more about the whole, and trying took longer than the compression
  /// itself. Parts from all over tell more than as many values from one place.
  private static func sample(of count: Int) -> [Range<Int>] {
    let size = max(256, min(count / (16 * sampleParts), 1_024))
    guard count > sampleParts * size else { return [0..<count] }
    return (0..<sampleParts).map { part in
      let start = (count - size) * part / (sampleParts - 1)
      return start..<start + size
    }
  }

  /// Compresses the dictionary, if there is one, into a buffer of its own and says how large
  /// it is; `page` keeps it uncompressed.
  mutating func compressEntries(of values: some ChunkValues) throws(ParquetError) -> Int {
    guard values.dictionary != nil else { return 0 }
    page.removeAll()
    values.appendEntries(to: &page)
    dictionaryPacked.removeAll()
    return try compressor.compress(page.bytes, .repeats, into: &dictionaryPacked)
  }

  /// The smallest of all layouts and profiles, measured on a sample of the values.
  mutating func choose(
    _ values: some ChunkValues, dictionaryCost: Int
  ) throws(ParquetError) -> Choice {
    var best = (cost: Int.max, choice: Choice(layout: .plain, profile: .repeats))
    guard values.count > 0 else { return best.choice }
    let sample = Self.sample(of: values.count)
    let count = sample.reduce(0) { $0 + $1.count }
    for layout in values.layouts {
      trial.removeAll()
      for part in sample { values.append(part, as: layout, to: &trial) }
      for profile in CompressionProfile.allCases {
        packed.removeAll()
        let size = try compressor.compress(trial.bytes, profile, into: &packed)
        let whole = size * values.count / count
        let cost = whole + (layout.needsDictionary ? dictionaryCost : 0)
        if cost < best.cost {
          best = (cost, Choice(layout: layout, profile: profile))
        }
      }
    }
    return best.choice
  }
}

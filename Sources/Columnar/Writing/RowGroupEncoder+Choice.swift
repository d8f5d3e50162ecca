extension RowGroupEncoder {
  /// A way to write a chunk and how to compress it.
  struct Choice {
    var layout: ValueLayout
    var profile: CompressionProfile
  }

  /// Values that a layout is tried on. More would tell little more about the whole and cost as
  /// much time as the compression itself.
  private static var sampleCount: Int { 8_192 }

  /// Compresses the dictionary, if there is one, into a buffer of its own and says how large
  /// it is; `page` keeps it uncompressed.
  mutating func compressEntries(of values: some ChunkValues) throws(ParquetError) -> Int {
    guard values.dictionary != nil else { return 0 }
    page.removeAll()
    values.appendEntries(to: &page)
    dictionaryPacked.removeAll()
    return try compressor.compress(page.bytes, .repeats, into: &dictionaryPacked)
  }

  /// The smallest of all layouts and profiles, measured on values from the chunk's middle.
  mutating func choose(
    _ values: some ChunkValues, dictionaryCost: Int
  ) throws(ParquetError) -> Choice {
    var best = (cost: Int.max, choice: Choice(layout: .plain, profile: .repeats))
    guard values.count > 0 else { return best.choice }
    let count = min(Self.sampleCount, values.count)
    let start = (values.count - count) / 2
    for layout in values.layouts {
      trial.removeAll()
      values.append(start..<start + count, as: layout, to: &trial)
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

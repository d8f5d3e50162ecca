extension RowGroupEncoder {
  /// A way to write a chunk and how to compress it.
  struct Choice {
    var layout: ValueLayout
    var profile: CompressionProfile
  }

  private static var sampleParts: Int { 8 }

  /// With fewer values a chunk is about as long as a page header, so trying all ways would take
  /// longer than writing it.
  private static var valuesTriedMin: Int { 512 }

  /// The layout that is shortest before compression.
  private mutating func shortest(_ values: some ChunkValues) throws(ParquetError) -> Choice {
    var best = (length: Int.max, layout: ValueLayout.plain)
    var entries = 0
    if values.dictionary != nil {
      trial.removeAll()
      values.appendEntries(to: &trial)
      entries = trial.count
    }
    for layout in values.layouts {
      trial.removeAll()
      values.append(0..<values.count, as: layout, to: &trial)
      let length = trial.count + (layout.needsDictionary ? entries : 0)
      if length < best.length { best = (length, layout) }
    }
    return Choice(
      layout: best.layout, profile: best.length < Self.bytesSearchedMin ? .frequencies : .repeats)
  }

  /// With fewer bytes, allocating the window takes longer than compressing.
  private static var bytesSearchedMin: Int { 512 }

  /// The sample that a layout is tried on: a sixteenth of the values, in eight parts from start to
  /// end, or all values if there are few.
  ///
  /// A larger sample is hardly more representative, and trying would take longer than the
  /// compression itself. Parts from everywhere are more representative than one part.
  private static func sample(of count: Int) -> [Range<Int>] {
    let size = max(48, min(count / (16 * sampleParts), 1_024))
    guard count > sampleParts * size else { return [0..<count] }
    return (0..<sampleParts).map { part in
      let start = (count - size) * part / (sampleParts - 1)
      return start..<start + size
    }
  }

  /// Compresses the dictionary, if there is one, into a separate buffer and returns its size;
  /// `page` keeps it uncompressed.
  mutating func compressEntries(of values: some ChunkValues) throws(ParquetError) -> Int {
    guard values.dictionary != nil else { return 0 }
    page.removeAll()
    values.appendEntries(to: &page)
    dictionaryPacked.removeAll()
    return try compressor.compress(
      page.bytes, page.count < Self.bytesSearchedMin ? .frequencies : .repeats,
      into: &dictionaryPacked)
  }

  /// The smallest of all layouts and profiles, measured on a sample of the values.
  mutating func choose(
    _ values: some ChunkValues, dictionaryCost: Int
  ) throws(ParquetError) -> Choice {
    var best = (cost: Int.max, choice: Choice(layout: .plain, profile: .repeats))
    guard values.count > 0 else { return best.choice }
    // A chunk with a single distinct value has only one sensible layout.
    if let dictionary = values.dictionary, dictionary.entryCount == 1,
      let layout = values.layouts.first(where: \.needsDictionary)
    {
      return Choice(layout: layout, profile: .repeats)
    }
    if values.count < Self.valuesTriedMin { return try shortest(values) }
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
        // If repeats leave little, frequencies cannot save much.
        if size < trial.count / 5 { break }
      }
    }
    return best.choice
  }
}

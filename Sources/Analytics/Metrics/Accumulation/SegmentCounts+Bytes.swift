extension SegmentCounts {
  /// The contents, for `init(bytes:)`. Most numbers are zero, so the bytes compress well.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    Self.append(UInt32(people.count), to: &bytes)
    for (cluster, size) in people.sorted(by: { $0.key < $1.key }) {
      Self.append(cluster, to: &bytes)
      Self.append(size, to: &bytes)
    }
    Self.append(UInt32(pieces.count), to: &bytes)
    bytes.reserveCapacity(bytes.count + pieces.count * Self.bytesPerPiece)
    for piece in pieces {
      Self.append(piece.segment.dimension, to: &bytes)
      Self.append(piece.segment.part, to: &bytes)
      Self.append(piece.cluster, to: &bytes)
      Self.append(piece.people, to: &bytes)
      for sum in piece.truth.sums { Self.append(sum, to: &bytes) }
      for sum in piece.observed.sums { Self.append(sum, to: &bytes) }
    }
    return bytes
  }

  /// Restores the contents; nil if the bytes are of another form.
  public init?(bytes: UnsafeRawBufferPointer) {
    self.init()
    var rest = bytes[...]
    guard let clusters: UInt32 = Self.take(&rest) else { return nil }
    var people: [UInt32: Int64] = [:]
    for _ in 0..<clusters {
      guard let cluster: UInt32 = Self.take(&rest), let size: Int64 = Self.take(&rest) else {
        return nil
      }
      people[cluster] = size
    }
    guard let count: UInt32 = Self.take(&rest), rest.count == Int(count) * Self.bytesPerPiece
    else { return nil }
    let counters = MetricCounterTable.ofMetrics.count
    let pieces = (0..<count).compactMap { _ in Self.piece(&rest, counters: counters) }
    guard people.count == clusters, pieces.count == count else { return nil }
    self.init(pieces: pieces, people: people)
  }

  private static var bytesPerPiece: Int { 20 + 16 * MetricCounterTable.ofMetrics.count }

  private static func piece(
    _ rest: inout Slice<UnsafeRawBufferPointer>, counters: Int
  ) -> Piece? {
    guard let dimension: Int32 = take(&rest), let part: Int32 = take(&rest),
      let cluster: UInt32 = take(&rest), let people: Int64 = take(&rest)
    else { return nil }
    let sums = (0..<4 * counters).compactMap { _ -> UInt32? in take(&rest) }
    guard sums.count == 4 * counters else { return nil }
    return Piece(
      segment: SegmentKey(dimension: dimension, part: part), cluster: cluster, people: people,
      truth: HouseholdCounts(sums: Array(sums[..<(2 * counters)])),
      observed: HouseholdCounts(sums: Array(sums[(2 * counters)...])))
  }

  private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private static func take<Value: FixedWidthInteger & BitwiseCopyable>(
    _ rest: inout Slice<UnsafeRawBufferPointer>
  ) -> Value? {
    let width = MemoryLayout<Value>.size
    guard rest.count >= width else { return nil }
    defer { rest = rest.dropFirst(width) }
    return Value(
      littleEndian: rest.base.loadUnaligned(fromByteOffset: rest.startIndex, as: Value.self))
  }
}

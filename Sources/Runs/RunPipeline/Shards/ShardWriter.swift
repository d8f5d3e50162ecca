import Datasets
import JSONText

/// Writes the file of a shard, frame by frame.
struct ShardWriter {
  private let file: OutputFile
  private var hashes: [[UInt8]] = []

  /// Begins the file of some batches of a run.
  init(_ file: OutputFile, _ identity: ShardIdentity, batches: Range<Int>) throws {
    self.file = file
    let header = JSONNode.object([
      ("first", .integer(batches.lowerBound)), ("count", .integer(batches.count)),
      ("run", identity.json),
    ])
    try append(ShardFormat.headerMark, JSONWriter(.compact).bytes(header), index: nil)
  }

  mutating func append(_ frame: BatchFrame, index: Int) throws {
    let payload = try frame.payload()
    guard payload.count <= ShardFormat.frameBytesMax else {
      throw ShardError(
        "Batch \(index) takes \(payload.count) bytes, more than a frame may: choose smaller "
          + "communities, with 'population.householdsPerCommunity'.")
    }
    try append(ShardFormat.frameMark, payload, index: index)
  }

  /// Writes the trailer.
  func finish() throws {
    var trailer = ShardFormat.trailerMark
    trailer.append(number: UInt64(hashes.count - 1))
    try file.append(trailer)
    try file.append(ShardFormat.hash([trailer] + hashes))
    try file.finish()
  }

  private mutating func append(_ mark: [UInt8], _ content: [UInt8], index: Int?) throws {
    var head = mark
    if let index { head.append(number: UInt64(index)) }
    head.append(number: UInt64(content.count))
    let hash = ShardFormat.hash([head, content])
    hashes.append(hash)
    try file.append(head)
    try file.append(content)
    try file.append(hash)
  }
}

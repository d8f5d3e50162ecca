import Base

/// The parts of a shard file, each with a mark before it and the SHA-256 of itself behind it.
///
/// A header says which run the shard is of and which batches it holds. A frame follows for each
/// batch, and a trailer with their number and the hash of all hashes. Files one behind the other
/// are a stream of shards.
enum ShardFormat {
  static let headerMark = Array("SHKSHARD".utf8)
  static let frameMark = Array("SHKBATCH".utf8)
  static let trailerMark = Array("SHKTRAIL".utf8)
  static let markBytes = 8
  static let hashBytes = 32
  /// A header holds a scenario.
  static let headerBytesMax = 16 << 20
  /// What a byte array of Java holds, for what carries frames.
  static let frameBytesMax = 2_000_000_000

  static func hash(_ parts: [[UInt8]]) -> [UInt8] {
    var hash = SHA256()
    for part in parts { part.withUnsafeBytes { hash.update($0) } }
    return hash.finish()
  }
}

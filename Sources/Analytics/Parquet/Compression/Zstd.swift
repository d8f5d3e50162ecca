import CZstd

/// Compression of whole blocks of bytes, for files other than Parquet.
public enum Zstd {
  /// The version of the library that is loaded: another one may compress the same bytes otherwise.
  public static var libraryVersion: String { String(cString: ZSTD_versionString()) }

  public static func compressed(_ bytes: [UInt8]) throws(ParquetError) -> [UInt8] {
    var compressor = ZstdCompressor(level: ZstdCompressor.levelDefault)
    var target = ByteBuffer()
    try bytes.withUnsafeBufferPointer { (bytes) throws(ParquetError) in
      _ = try compressor.compress(UnsafeRawBufferPointer(bytes), .repeats, into: &target)
    }
    return Array(target.bytes)
  }

  /// The bytes of which `compressed` has made this block, which must be `count`.
  public static func decompressed(
    _ block: UnsafeRawBufferPointer, count: Int
  ) throws(ParquetError) -> [UInt8] {
    var decompressor = ZstdDecompressor()
    var target = ByteBuffer()
    try decompressor.decompress(block, count: count, into: &target)
    return Array(target.bytes)
  }
}

import CZstd

/// Decompresses pages, and reuses the working memory of zstd.
struct ZstdDecompressor: ~Copyable {
  private let context: OpaquePointer

  init() {
    guard let context = ZSTD_createDCtx() else {
      preconditionFailure("no memory for zstd's working state")
    }
    self.context = context
  }

  deinit {
    ZSTD_freeDCtx(context)
  }

  /// Replaces `target` by the contents of the frame in `source`, which must be `count` bytes.
  mutating func decompress(
    _ source: UnsafeRawBufferPointer, count: Int, into target: inout ByteBuffer
  ) throws(ParquetError) {
    // The frame has its size as well; checking it first avoids huge allocations.
    guard ZSTD_getFrameContentSize(source.baseAddress, source.count) == UInt64(count) else {
      throw ParquetError(.corrupt, "a page's size differs from the one in its header")
    }
    target.removeAll()
    target.reserve(count)
    let size = ZSTD_decompressDCtx(
      context, target.base, count, source.baseAddress, source.count)
    guard ZSTD_isError(size) == 0, size == count else {
      let cause = ZSTD_isError(size) == 0 ? "short" : String(cString: ZSTD_getErrorName(size))
      throw ParquetError(.corrupt, "a page cannot be decompressed (\(cause))")
    }
    target.claim(size)
  }
}

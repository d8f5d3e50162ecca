import CZstd

/// Compresses pages with zstd, and reuses its working memory.
struct ZstdCompressor: ~Copyable {
  private let context: OpaquePointer
  private let level: Int32

  /// The default of zstd: higher levels save little for small integers and take much longer.
  static var levelDefault: Int { 3 }

  init(level: Int) {
    precondition((1...19).contains(level), "zstd levels go from 1 to 19")
    guard let context = ZSTD_createCCtx() else {
      preconditionFailure("no memory for zstd's working state")
    }
    self.context = context
    self.level = Int32(level)
    // Readers verify the checksum when they decompress, so damage is always detected.
    set(ZSTD_c_checksumFlag, 1)
  }

  deinit {
    ZSTD_freeCCtx(context)
  }

  /// Appends one frame with the compressed `source` to `target` and returns its length.
  @discardableResult
  mutating func compress(
    _ source: UnsafeRawBufferPointer, _ profile: CompressionProfile,
    into target: inout ByteBuffer
  ) throws(ParquetError) -> Int {
    switch profile {
    case .repeats:
      set(ZSTD_c_compressionLevel, level)
      set(ZSTD_c_strategy, 0)
      set(ZSTD_c_minMatch, 0)
      set(ZSTD_c_hashLog, 0)
    case .frequencies:
      set(ZSTD_c_compressionLevel, 1)
      set(ZSTD_c_strategy, Int32(ZSTD_fast.rawValue))
      set(ZSTD_c_minMatch, 7)
      set(ZSTD_c_hashLog, 6)
    }
    let bound = ZSTD_compressBound(source.count)
    target.reserve(bound)
    let size = ZSTD_compress2(
      context, target.base + target.count, bound, source.baseAddress, source.count)
    guard ZSTD_isError(size) == 0 else {
      throw ParquetError(
        .compressionFailed, "zstd reports “\(String(cString: ZSTD_getErrorName(size)))”")
    }
    target.claim(size)
    return size
  }

  private func set(_ parameter: ZSTD_cParameter, _ value: Int32) {
    let result = ZSTD_CCtx_setParameter(context, parameter, value)
    precondition(ZSTD_isError(result) == 0, "zstd rejected a documented parameter")
  }
}

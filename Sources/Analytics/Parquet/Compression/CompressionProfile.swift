/// What zstd should look for in a page. The encoder tries both and takes the better one.
enum CompressionProfile: CaseIterable {
  /// Repeats and frequent bytes, as thoroughly as the level says.
  case repeats
  /// Mostly frequent bytes: small counts look like noise, in which short accidental repeats cost
  /// more than they save, in bytes and in time.
  case frequencies
}

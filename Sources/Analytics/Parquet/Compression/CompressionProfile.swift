/// What zstd should look for in a page; the better of the two is found by trying.
enum CompressionProfile: CaseIterable {
  /// Repeats as well as frequent bytes, as deep as the level says.
  case repeats
  /// Frequent bytes above all: small counts look like noise, in which the short repeats that
  /// turn up by chance cost more than they save, in bytes as in time.
  case frequencies
}

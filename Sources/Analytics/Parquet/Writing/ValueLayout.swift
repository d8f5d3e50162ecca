/// A way to write a chunk's values; which is best only the values themselves can tell.
///
/// Splitting doubles into streams of bytes would save a few per cent, but Spark's columnar reader
/// does not know that encoding, and the files are for everybody.
enum ValueLayout: Equatable {
  case plain
  /// Indices of `bitWidth` bits into the dictionary, with repeats as runs or all of them packed.
  case dictionary(bitWidth: Int, runs: Bool)
  case delta

  var encoding: Encoding {
    switch self {
    case .plain: .plain
    case .dictionary: .runLengthDictionary
    case .delta: .deltaBinaryPacked
    }
  }

  var needsDictionary: Bool { encoding == .runLengthDictionary }
}

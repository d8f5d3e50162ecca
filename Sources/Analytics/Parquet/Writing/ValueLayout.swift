/// A layout of a chunk's values. Which one is the smallest depends on the values.
///
/// Splitting doubles into streams of bytes would save a few percent, but Spark's columnar reader
/// does not support that encoding.
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

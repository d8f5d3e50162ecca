/// Why a Parquet file could not be written or read.
public struct ParquetError: Error, Sendable, Equatable {
  /// What kind of problem it is.
  public enum Code: String, Sendable {
    /// The bytes do not start and end like a Parquet file.
    case notParquet
    /// A structure extends beyond the end of the file.
    case truncated
    /// The bytes contradict themselves or the format.
    case corrupt
    /// Valid Parquet, but a feature that this reader does not support.
    case unsupported
    /// zstd failed, which for valid input means that memory ran out.
    case compressionFailed
    /// A value is outside the range of its column's kind.
    case valueOutOfRange
    /// A page or row group exceeds the two gigabytes that the format can describe.
    case tooLarge
  }

  public let code: Code
  /// The rest of the sentence: what was expected, what was found, where.
  public let detail: String

  public init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }
}

extension ParquetError: CustomStringConvertible {
  public var description: String {
    let cause =
      switch code {
      case .notParquet: "Not a Parquet file"
      case .truncated: "The Parquet file is truncated"
      case .corrupt: "The Parquet file is damaged"
      case .unsupported: "The Parquet file uses a feature that is not supported here"
      case .compressionFailed: "Compression failed"
      case .valueOutOfRange: "A value does not fit its column"
      case .tooLarge: "A row group is too large"
      }
    return "\(cause): \(detail)."
  }
}

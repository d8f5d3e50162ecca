/// Why a Parquet file could not be written or read.
public struct ParquetError: Error, Sendable, Equatable {
  /// What kind of problem it is.
  public enum Code: String, Sendable {
    /// The bytes do not begin and end as a Parquet file does.
    case notParquet
    /// Something goes on beyond the end of the bytes that should hold it.
    case truncated
    /// The bytes contradict themselves or the format.
    case corrupt
    /// Valid Parquet, but a feature this reader has no need of.
    case unsupported
    /// zstd refused, which for valid input means that memory ran out.
    case compressionFailed
    /// A value lies outside what its column's kind allows.
    case valueOutOfRange
    /// A page or row group exceeds the two gigabytes that the format can describe.
    case tooLarge
  }

  public let code: Code
  /// The sentence after the code: what was expected, what was found, where.
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
      case .truncated: "The Parquet file is cut short"
      case .corrupt: "The Parquet file is damaged"
      case .unsupported: "The Parquet file uses a feature that is not supported here"
      case .compressionFailed: "Compression failed"
      case .valueOutOfRange: "A value does not fit its column"
      case .tooLarge: "A row group is too large"
      }
    return "\(cause): \(detail)."
  }
}

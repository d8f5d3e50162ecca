/// The footer of a Parquet file. The caller keeps the bytes of the file.
public struct ParquetFile: Sendable {
  public let footer: FileFooter

  public var schema: TableSchema { footer.schema }
  public var rowCount: Int { footer.rowCount }
  public var rowGroupCount: Int { footer.rowGroups.count }

  /// Reads and checks the footer of a file whose complete contents are `bytes`.
  public init(_ bytes: UnsafeRawBufferPointer) throws(ParquetError) {
    let magic = ParquetMagic.count
    guard bytes.count >= 2 * magic + 4,
      ParquetMagic.matches(UnsafeRawBufferPointer(rebasing: bytes.prefix(magic)))
    else {
      throw ParquetError(.notParquet, "it does not begin with PAR1 or has under 12 bytes")
    }
    guard ParquetMagic.matches(UnsafeRawBufferPointer(rebasing: bytes.suffix(magic))) else {
      throw ParquetError(.truncated, "it does not end with PAR1")
    }
    let lengthOffset = bytes.count - magic - 4
    let length = Int(
      UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: lengthOffset, as: UInt32.self)))
    guard length <= lengthOffset - magic else {
      throw ParquetError(.truncated, "a footer of \(length) bytes does not fit into the file")
    }
    var reader = ThriftCompactReader(
      UnsafeRawBufferPointer(rebasing: bytes[lengthOffset - length..<lengthOffset]))
    footer = try FileFooter(from: &reader)
  }
}

/// A row group as it will lie in the file, with offsets from its own beginning.
///
/// It depends on nothing but the values, so it does not matter which thread encodes which
/// group, nor when: whoever appends them in the order of the rows gets the same file.
public struct EncodedRowGroup: Sendable, Equatable {
  public let metadata: RowGroupMetadata
  public let bytes: [UInt8]

  public var rowCount: Int { metadata.rowCount }
}

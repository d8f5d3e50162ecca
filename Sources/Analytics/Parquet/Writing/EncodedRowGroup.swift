/// An encoded row group, with offsets from its own start.
///
/// It depends only on the values, so any thread can encode any group at any time. Appending the
/// groups in the order of the rows always gives the same file.
public struct EncodedRowGroup: Sendable, Equatable {
  public let metadata: RowGroupMetadata
  public let bytes: [UInt8]

  public var rowCount: Int { metadata.rowCount }
}

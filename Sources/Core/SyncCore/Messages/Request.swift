public import Base

/// What a device sends: where its copy ends, and the operations that the server may not have.
///
/// Push and pull share one round trip: the answer's page usually covers the verdicts of the very
/// operations in the request, which halves the messages of a session.
///
/// A value that owns all it says, so that it means the same whenever it arrives, and however often.
/// Filling one again keeps its memory.
public struct Request: ~Copyable {
  public var header: RequestHeader
  /// Contiguous in sequence.
  public var operations: FlatArray<Operation>
  /// What somebody newer has put into the operations, by their places.
  public var unknown = UnknownFields()
  /// What somebody newer has put beside them.
  public var unknownFields = FlatArray<UInt8>()
  @usableFromInline let byAddress = AddressOnlyMarker()

  /// A request that nobody has filled yet.
  @inlinable public init() {
    header = .blank
    operations = FlatArray()
  }

  @inlinable @inline(__always) mutating func clear() {
    header = .blank
    operations.removeAll()
    unknown.clear()
    unknownFields.removeAll()
  }
}

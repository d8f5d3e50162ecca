public import Base

/// What a device sends: where its copy ends, and the operations that the server may not have.
///
/// Push and pull share one round trip: the response's page usually covers the verdicts of the very
/// operations in the request, which halves the messages of a session.
///
/// A value that owns its content, so that it means the same whenever it arrives, and however often.
/// Filling one again keeps its memory.
public struct Request: ~Copyable {
  public var header: RequestHeader
  /// Contiguous in sequence.
  public var operations: FlatArray<Operation>
  /// Fields of a later app version in the operations, by their places.
  public var unknown = UnknownFields()
  /// Fields of a later app version beside the operations.
  public var unknownFields = FlatArray<UInt8>()
  @usableFromInline let byAddress = AddressOnlyMarker()

  /// An empty request.
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

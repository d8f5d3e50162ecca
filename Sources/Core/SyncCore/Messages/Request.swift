public import Base
public import Chronology

/// What a device sends: where its copy ends, and the operations that the server may not have.
///
/// Push and pull share one round trip: the response's page usually covers the verdicts of the very
/// operations in the request, which halves the messages of a session.
///
/// A value that owns its content, so that it means the same whenever it arrives, and however often.
/// Filling one again keeps its memory.
public struct Request: ~Copyable {
  public var header: RequestHeader
  /// How it is written as bytes, or was when it was read. Filling it again leaves it as it is.
  public var form = WireForm.compact
  /// One more than the place of the sender's zone in the table of zones; zero if it does not say.
  public var zonePlace: UInt32 = 0
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

  /// The sender's zone, if it says so and this build knows it.
  public var zone: Zone? {
    get { zonePlace > 0 && zonePlace <= Zone.count ? Zone(id: UInt16(zonePlace - 1)) : nil }
    set { zonePlace = newValue.map { UInt32($0.id) + 1 } ?? 0 }
  }

  @inlinable @inline(__always) mutating func clear() {
    header = .blank
    zonePlace = 0
    operations.removeAll()
    unknown.clear()
    unknownFields.removeAll()
  }
}

public import Base
public import Chronology
public import DomainCore

/// What the server answers: how far it knows the site, and a page of the feed.
///
/// A value that owns its rows, so that nobody but the server reads the server's memory, and an
/// answer means the same whenever it arrives, and however often. Filling one again keeps its
/// memory.
public struct Response: ~Copyable {
  public var header: ResponseHeader
  /// The rows at positions `from ..< to` of the feed.
  public var rows: FlatArray<FeedRow>
  /// What a snapshot's rows are folded into: the scope as it was founded.
  public var founders: FlatArray<Member>
  public var firstDay = LocalDay(number: 0)
  /// How many days the server has room for: what spares the device to grow.
  public var dayCapacity: UInt32 = 0
  /// What somebody newer has put into rows and founders, by their places.
  public var unknown = UnknownFields()
  /// What somebody newer has put beside them.
  public var unknownFields = FlatArray<UInt8>()
  @usableFromInline let byAddress = AddressOnlyMarker()

  /// An answer that nobody has filled yet.
  @inlinable public init() {
    header = ResponseHeader(site: 0, scope: 0)
    rows = FlatArray()
    founders = FlatArray()
  }

  @inlinable @inline(__always) mutating func clear() {
    header = ResponseHeader(site: 0, scope: 0)
    rows.removeAll()
    founders.removeAll()
    firstDay = LocalDay(number: 0)
    dayCapacity = 0
    unknown.clear()
    unknownFields.removeAll()
  }
}

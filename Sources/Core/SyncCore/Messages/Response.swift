public import Base
public import Chronology
public import DomainCore

/// What the server responds: how far it knows the site, and a page of the feed.
///
/// A value that owns its rows, so that only the server reads the server's memory, and a response
/// means the same whenever it arrives, and however often. Filling one again keeps its memory.
public struct Response: ~Copyable {
  public var header: ResponseHeader
  /// How it is written as bytes: as the request was.
  public var form = WireForm.compact
  /// The rows at positions `from ..< to` of the feed.
  public var rows: FlatArray<FeedRow>
  /// The initial state that a snapshot's rows are folded into: the scope's genesis.
  public var founders: FlatArray<Member>
  public var firstDay = LocalDay(number: 0)
  /// How many days the server has room for, so that the device need not grow its memory.
  public var dayCapacity: UInt32 = 0
  /// Fields of a later app version in rows and founders, by their places.
  public var unknown = UnknownFields()
  /// Fields of a later app version beside them.
  public var unknownFields = FlatArray<UInt8>()
  @usableFromInline let byAddress = AddressOnlyMarker()

  /// An empty response.
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

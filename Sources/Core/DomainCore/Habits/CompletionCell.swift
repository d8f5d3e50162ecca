/// HAB-2: the one completion of a habit on a local day, as a register of 16 bytes.
public struct CompletionCell: BitwiseCopyable, Hashable, Sendable {
  public var stamp: UInt64
  public var site: UInt32
  /// 0 never written, 1 done, 2 undone.
  public var state: UInt8
  public var source: UInt8
  /// Pads the cell to 16 bytes, so that equal cells have equal bytes.
  var unused: UInt16 = 0

  @inlinable public init(
    version: Version = .never, state: UInt8 = 0, source: CompletionSource = .app
  ) {
    stamp = version.stamp
    site = version.site
    self.state = state
    self.source = source.rawValue
  }

  @inlinable public var version: Version { Version(stamp: stamp, site: site) }
  @inlinable public var isDone: Bool { state == 1 }
  @inlinable public var isWritten: Bool { state != 0 }
}

/// What the server is told of its own clock and limits.
public struct ServerSettings: BitwiseCopyable, Hashable, Sendable {
  /// How far ahead of the server's clock a stamp may lie before it is restamped.
  public var clockSkewBoundMilliseconds: Int64

  @inlinable public init(clockSkewBoundMilliseconds: Int64) {
    self.clockSkewBoundMilliseconds = clockSkewBoundMilliseconds
  }
}

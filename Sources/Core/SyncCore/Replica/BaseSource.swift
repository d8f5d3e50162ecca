public import DomainCore

/// Where a copy's confirmed base comes from.
///
/// A device folds every row that it applies into a state of its own: `OwnBase`, which costs
/// nothing. A simulation has the devices and their server in one process, where a copy at the end
/// of the feed can read the server's state and leave its own behind. What a copy shows does not
/// depend on it.
public protocol BaseSource: BitwiseCopyable {
  /// A copy that folds its rows by itself.
  init()

  /// Whether the copy folds each row when it applies it.
  var foldsRows: Bool { get }

  /// The state of the first `position` rows of the feed: `own`, or one with the same content. Valid
  /// until the copy or the feed changes.
  mutating func state(
    at position: UInt32, own: UnsafeMutablePointer<ScopeState>
  ) -> UnsafePointer<ScopeState>

  /// Folds into `own` what the first `position` rows of the feed have and `own` lacks.
  mutating func settle(at position: UInt32, own: UnsafeMutablePointer<ScopeState>)
}

/// A base that is folded from the rows, as on every device.
public struct OwnBase: BaseSource {
  @inlinable public init() {}

  @inlinable public var foldsRows: Bool { true }

  @inlinable @inline(__always) public mutating func state(
    at position: UInt32, own: UnsafeMutablePointer<ScopeState>
  ) -> UnsafePointer<ScopeState> { UnsafePointer(own) }

  @inlinable @inline(__always) public mutating func settle(
    at position: UInt32, own: UnsafeMutablePointer<ScopeState>
  ) {}
}

extension ScopeState {
  /// Folds rows of the feed that follow the state, as a device does when it applies them.
  public mutating func fold(_ rows: UnsafeBufferPointer<FeedRow>) {
    guard let first = rows.baseAddress else { return }
    for index in 0..<rows.count { fold(first + index) }
  }
}

extension Scope {
  /// Where the server has the state, as long as the scope stays where it is.
  public var stateAddress: UnsafePointer<ScopeState> {
    mutating get { withUnsafePointer(to: &state) { $0 } }
  }
}

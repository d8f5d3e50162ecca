import Base
public import DomainCore
public import SyncCore

/// The base of a copy in a world: folded from the rows, or shared with the server.
///
/// A copy that shares leaves the rows that it applies unfolded. At the end of the feed it reads the
/// server's state, which is the fold of the same rows. When it is read behind the end, it folds
/// what its own state lacks, from the feed, which has the same rows as the pages did.
///
/// So the feed may only grow while copies share: before it is rewritten or deleted, they stop
/// (`World.stopSharing`). The scope may not move either; a server opens all of its scopes before
/// the first copy shares.
public struct SharedBase: BaseSource {
  /// The server's scope; nil where the copy folds its rows by itself.
  private var scope: UnsafeMutablePointer<Scope>?
  /// How many rows the copy's own state has.
  private var rowsFolded: UInt32 = 0

  public init() {}

  /// The base of a copy whose own state has the first rows of the scope's feed.
  init(with scope: UnsafeMutablePointer<Scope>, rowsFolded: UInt32) {
    self.scope = scope
    self.rowsFolded = rowsFolded
  }

  @inline(__always) public var foldsRows: Bool { scope == nil }

  @inline(__always) public mutating func state(
    at position: UInt32, own: UnsafeMutablePointer<ScopeState>
  ) -> UnsafePointer<ScopeState> {
    guard let scope else { return UnsafePointer(own) }
    if scope.pointee.feed.count == Int(position) { return scope.pointee.stateAddress }
    if rowsFolded != position { fold(scope, to: position, into: own) }
    return UnsafePointer(own)
  }

  public mutating func settle(at position: UInt32, own: UnsafeMutablePointer<ScopeState>) {
    guard let scope else { return }
    if rowsFolded != position { fold(scope, to: position, into: own) }
  }

  @inline(never) private mutating func fold(
    _ scope: UnsafeMutablePointer<Scope>, to position: UInt32,
    into own: UnsafeMutablePointer<ScopeState>
  ) {
    scope.pointee.feed.withElements { rows in
      own.pointee.fold(UnsafeBufferPointer(rebasing: rows[Int(rowsFolded)..<Int(position)]))
    }
    rowsFolded = position
  }
}

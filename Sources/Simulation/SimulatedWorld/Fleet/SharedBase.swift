import Base
public import DomainCore
public import SyncCore

/// The base of a copy in a world: folded from the rows, or shared with the server.
///
/// A copy that shares leaves the rows that it applies unfolded. At the end of the feed it reads the
/// server's state, which is the fold of the same rows. When it is read behind the end, it reads the
/// state that trails the server's: all copies of the scope have that one together, and it folds
/// each row of the feed once, when the first of them needs it. Only a copy behind that one folds
/// what its own state lacks, from the feed, which has the same rows as the pages did.
///
/// So the feed may only grow while copies share: before it is rewritten or deleted, they stop
/// (`World.stopSharing`). The scope may not move either; a server opens all of its scopes before
/// the first copy shares.
public struct SharedBase: BaseSource {
  /// The server's scope; nil where the copy folds its rows by itself.
  private var scope: UnsafeMutablePointer<Scope>?
  /// What trails the server's state; there where the scope is.
  private var trailing: UnsafeMutablePointer<TrailingState>?
  /// How many rows the copy's own state has.
  private var rowsFolded: UInt32 = 0
  /// Whether the copy's own state is more than an empty place. A copy that shares from its first
  /// row on has none before it needs it.
  private(set) var isFounded = true

  public init() {}

  /// The base of a copy that has no state of its own yet, and is not read before it shares.
  static var unfounded: SharedBase {
    var base = SharedBase()
    base.isFounded = false
    return base
  }

  /// The base of a copy that shares from now on, and whose own state has the first rows of the
  /// scope's feed.
  func sharing(
    _ scope: UnsafeMutablePointer<Scope>, trailedBy trailing: UnsafeMutablePointer<TrailingState>,
    rowsFolded: UInt32
  ) -> SharedBase {
    var base = self
    (base.scope, base.trailing, base.rowsFolded) = (scope, trailing, rowsFolded)
    return base
  }

  @inline(__always) public var foldsRows: Bool { scope == nil }

  @inline(__always) public mutating func state(
    at position: UInt32, own: UnsafeMutablePointer<ScopeState>
  ) -> UnsafePointer<ScopeState> {
    guard let scope, let trailing else { return UnsafePointer(own) }
    if scope.pointee.feed.count == Int(position) { return scope.pointee.stateAddress }
    if rowsFolded == position && isFounded { return UnsafePointer(own) }
    if let state = trailing.pointee.state(at: position, of: scope) { return state }
    fold(scope, to: position, into: own)
    return UnsafePointer(own)
  }

  public mutating func settle(at position: UInt32, own: UnsafeMutablePointer<ScopeState>) {
    guard let scope else { return }
    if rowsFolded != position || !isFounded { fold(scope, to: position, into: own) }
  }

  @inline(never) private mutating func fold(
    _ scope: UnsafeMutablePointer<Scope>, to position: UInt32,
    into own: UnsafeMutablePointer<ScopeState>
  ) {
    if !isFounded { own.pointee = scope.pointee.founded() }
    isFounded = true
    scope.pointee.feed.withElements { rows in
      own.pointee.fold(UnsafeBufferPointer(rebasing: rows[Int(rowsFolded)..<Int(position)]))
    }
    rowsFolded = position
  }
}

/// A state of a scope behind the end of its feed.
struct TrailingState: ~Copyable {
  /// Founded when it is needed first.
  private var state: UnsafeMutablePointer<ScopeState>?
  private var rowsFolded: UInt32 = 0

  init() {}

  deinit {
    state?.deinitialize(count: 1)
    state?.deallocate()
  }

  /// The state of the first rows of a scope's feed, unless this one is ahead of them. Valid until
  /// the feed changes or a copy is read that has more rows.
  @inline(__always) mutating func state(
    at position: UInt32, of scope: UnsafeMutablePointer<Scope>
  ) -> UnsafePointer<ScopeState>? {
    if position != rowsFolded || state == nil {
      guard position > rowsFolded || state == nil else { return nil }
      advance(to: position, in: scope)
    }
    return UnsafePointer(state)
  }

  @inline(never) private mutating func advance(
    to position: UInt32, in scope: UnsafeMutablePointer<Scope>
  ) {
    let own = state ?? .allocate(capacity: 1)
    if state == nil { own.initialize(to: scope.pointee.founded()) }
    state = own
    scope.pointee.feed.withElements { rows in
      own.pointee.fold(UnsafeBufferPointer(rebasing: rows[Int(rowsFolded)..<Int(position)]))
    }
    rowsFolded = position
  }

  /// The feed is about to change: what comes next is folded again.
  mutating func forget() {
    guard let own = state else { return }
    own.deinitialize(count: 1)
    own.deallocate()
    state = nil
    rowsFolded = 0
  }
}

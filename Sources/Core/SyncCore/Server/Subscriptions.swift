public import Base

/// GRP-8: which sites are online, and so must be woken when their scope's feed grows.
///
/// `Server.respond` hands every row it commits to its carrier, with the scope in the row. The
/// carrier asks here which sites to wake; a woken site requests the feed, also when a response to
/// an earlier request is still in flight, for that one may have been cut before the row existed.
/// So a row needs four messages from the author's tap to another screen: the push, the wake, the
/// request and the page.
///
/// P12: only members are connected; a newcomer must not even learn that others are active.
///
/// Pure, like the server: it knows of no connection, only of numbers. O(1) to connect and
/// disconnect, O(online sites of the scope) to wake.
public struct Subscriptions: ~Copyable {
  /// A site's place among the sites of its scope that are online.
  @usableFromInline struct SubscriberNode: BitwiseCopyable {
    @usableFromInline var scope: UInt32 = .max
    @usableFromInline var previous: UInt32 = .max
    @usableFromInline var next: UInt32 = .max

    @usableFromInline init() {}
  }

  @usableFromInline struct SubscriberList: BitwiseCopyable {
    @usableFromInline var first: UInt32 = .max
    @usableFromInline var last: UInt32 = .max

    @usableFromInline init() {}
  }

  /// By site.
  @usableFromInline var lines: FlatArray<SubscriberNode>
  /// By scope.
  @usableFromInline var ends: FlatArray<SubscriberList>

  public init() {
    lines = FlatArray()
    ends = FlatArray()
  }

  /// Whether a site is online.
  public func isOnline(_ site: UInt32) -> Bool {
    Int(site) < lines.count && lines[Int(site)].scope != .max
  }

  /// A site that reads `scope` is online now. To connect twice is to connect once.
  public mutating func connect(_ site: UInt32, to scope: UInt32) {
    precondition(scope != .max)
    if isOnline(site) { disconnect(site) }
    lines.extend(to: Int(site) + 1, repeating: SubscriberNode())
    ends.extend(to: Int(scope) + 1, repeating: SubscriberList())
    let last = ends[Int(scope)].last
    lines[Int(site)].scope = scope
    lines[Int(site)].previous = last
    if last == .max { ends[Int(scope)].first = site } else { lines[Int(last)].next = site }
    ends[Int(scope)].last = site
  }

  /// A site is no longer online; it sends a request itself when it is again.
  public mutating func disconnect(_ site: UInt32) {
    guard isOnline(site) else { return }
    let line = lines[Int(site)]
    let scope = Int(line.scope)
    if line.previous == .max {
      ends[scope].first = line.next
    } else {
      lines[Int(line.previous)].next = line.next
    }
    if line.next == .max {
      ends[scope].last = line.previous
    } else {
      lines[Int(line.next)].previous = line.previous
    }
    lines[Int(site)] = SubscriberNode()
  }

  /// The sites to wake because a scope's feed has grown: its online sites except the one that
  /// pushed, which has the rows in its response. In the order of connecting.
  @inlinable public func wake(
    readersOf scope: UInt32, except author: UInt32, _ body: (UInt32) -> Void
  ) {
    guard Int(scope) < ends.count else { return }
    var site = ends[Int(scope)].first
    while site != .max {
      if site != author { body(site) }
      site = lines[Int(site)].next
    }
  }
}

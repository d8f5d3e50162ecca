public import DomainCore

/// What a response has done to a replica.
public enum ApplyResult: Hashable, Sendable {
  /// The copy advanced by so many rows, none if it has everything.
  case page(rows: Int, hasMore: Bool)
  /// The copy restarted from the genesis of the scope, with so many rows.
  case snapshot(rows: Int)
  /// P12: the device dropped everything, for this reason.
  case purged(Refusal)
  /// FAM-8: the user must sign in before the server accepts anything else.
  case needsSignIn
  /// FAM-8: a new session has started.
  case signedIn
  /// FAM-8: the account can no longer sign in on this site.
  case signInRefused(Refusal)
  /// The copy is unchanged.
  case ignored(IgnoredReason)

  /// Why a replica ignored a response.
  public enum IgnoredReason: UInt8, CaseIterable, Sendable {
    /// It has nothing new: a later response was faster, or it is a duplicate.
    case stale
    /// It is for another site or another scope.
    case otherSite
    /// It belongs to a different feed from the copy's, or would lead back to an earlier one.
    case otherEpoch
    /// It begins beyond the end of the copy, so rows between would be missing.
    case gap
    /// It lacks rows that its header announces.
    case truncated
    /// It decides operations of this site that this site has not made, or not in their order.
    case outOfOrder
    /// No server sends this: a snapshot of nothing, a purge without a reason.
    case malformed
    /// The server does not know this site.
    case siteUnknown
    /// It has nothing new, like a stale one, but its header shows that the feed goes on beyond the
    /// copy: the faster response did not have everything.
    case overtaken

    /// Whether its only problem is that other responses were faster.
    public var isBelated: Bool { self == .stale || self == .overtaken }
  }

  /// Whether the copy has changed.
  @inlinable public var hasAdvanced: Bool {
    switch self {
    case .page(let rows, _): rows > 0
    case .snapshot, .purged: true
    case .needsSignIn, .signedIn, .signInRefused, .ignored: false
    }
  }

  /// The number of applied rows.
  @inlinable public var rowsApplied: Int {
    switch self {
    case .page(let rows, _), .snapshot(let rows): rows
    case .purged, .needsSignIn, .signedIn, .signInRefused, .ignored: 0
    }
  }

  /// Whether more rows are available, so that another request is worthwhile.
  @inlinable public var hasMore: Bool {
    switch self {
    case .page(_, let hasMore): hasMore
    case .ignored(let reason): reason == .overtaken
    case .snapshot, .purged, .needsSignIn, .signedIn, .signInRefused: false
    }
  }

  /// Why the replica ignored the response, if it did.
  @inlinable public var ignored: IgnoredReason? {
    if case .ignored(let reason) = self { reason } else { nil }
  }
}

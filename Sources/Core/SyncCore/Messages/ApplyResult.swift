public import DomainCore

/// What an answer has done to a replica.
public enum ApplyResult: Hashable, Sendable {
  /// The copy has moved on by so many rows, none if it has everything.
  case page(rows: Int, hasMore: Bool)
  /// The copy was started again from the scope as it was founded, with so many rows.
  case snapshot(rows: Int)
  /// P12: everything was dropped, for this reason.
  case purged(Refusal)
  /// FAM-8: somebody must sign in before anything else is said.
  case needsSignIn
  /// FAM-8: the session has begun anew.
  case signedIn
  /// FAM-8: nobody can sign in there any more.
  case signInRefused(Refusal)
  /// The copy is what it was.
  case ignored(IgnoredReason)

  /// Why an answer was ignored.
  public enum IgnoredReason: UInt8, CaseIterable, Sendable {
    /// It has nothing that is new: a later answer was faster, or it is one's double.
    case stale
    /// It is for another site or another scope.
    case otherSite
    /// It belongs to another feed than the copy, or would lead back to an earlier one.
    case otherEpoch
    /// It begins behind the end of the copy, so rows between would be missing.
    case gap
    /// It has not the rows that it says it has.
    case truncated
    /// It decides operations of this site that this site has not made, or not in their order.
    case outOfOrder
    /// It says what no server says: a snapshot of nothing, a purge for no reason.
    case malformed
    /// The server does not know this site.
    case siteUnknown
    /// It has nothing that is new, as one that is stale, but says that the feed goes on beyond
    /// what the copy has: what was faster was not all.
    case overtaken

    /// Whether all that is wrong with it is that others were faster.
    public var isBelated: Bool { self == .stale || self == .overtaken }
  }

  /// Whether the copy is another one now.
  @inlinable public var hasMovedOn: Bool {
    switch self {
    case .page(let rows, _): rows > 0
    case .snapshot, .purged: true
    case .needsSignIn, .signedIn, .signInRefused, .ignored: false
    }
  }

  /// How many rows were applied.
  @inlinable public var rowsApplied: Int {
    switch self {
    case .page(let rows, _), .snapshot(let rows): rows
    case .purged, .needsSignIn, .signedIn, .signInRefused, .ignored: 0
    }
  }

  /// Whether more rows wait, so that it is worth asking again.
  @inlinable public var hasMore: Bool {
    switch self {
    case .page(_, let hasMore): hasMore
    case .ignored(let reason): reason == .overtaken
    case .snapshot, .purged, .needsSignIn, .signedIn, .signInRefused: false
    }
  }

  /// Why the answer was ignored, if it was.
  @inlinable public var ignored: IgnoredReason? {
    if case .ignored(let reason) = self { reason } else { nil }
  }
}

public import Chronology
public import DomainCore

/// An entry of a server's journal: something it has decided or was configured with.
///
/// The journal records the outcome of a request and not the request, so a server with different
/// rules replays the same outcome.
public enum JournalEntry: Hashable, Sendable {
  /// From here on it is another incarnation of the server: the former one may have had more.
  case incarnation(UInt32)
  case scopeOpened(members: [Member], firstDay: LocalDay, dayCapacity: Int)
  case siteRegistered(UInt32, scope: UInt32, MemberHandle, AccountHandle, InstallNonce)
  case accountOpened(AccountKind)
  /// GRP-11: its owner's birthday, and whether a parent allows them to share in groups.
  case accountBirth(AccountHandle, LocalDay)
  case sharingAllowed(AccountHandle, Bool)
  case accountDeleted(AccountHandle, Instant)
  case scopeDeleted(UInt32, Instant)
  case memberErased(MemberHandle, scope: UInt32, Instant)
  case tokenRegistered(DeviceToken, AccountHandle)
  case tokenDropped(DeviceToken)
  /// The row at a position of a scope's feed, with the fields that travel beside it; `erase` of the
  /// storage empties those.
  case row(FeedRow, scope: UInt32, position: UInt32, unknown: [UInt8])
  /// GRP-3: a newcomer's rejected operation, on the site that submitted it, with its fields.
  case newcomerRefused(FeedRow, site: UInt32, unknown: [UInt8])
  /// These rows of a scope have no letters in this journal, which was replicated before their
  /// deletion: their texts are three dots from here on, and all others have other handles.
  case textsLost(rows: [UInt32], scope: UInt32)
  /// A site contacted the server, and this is its record now.
  case site(UInt32, SiteRecord, Instant)
  /// What the carrier of the messages keeps in the same transactions, such as who has signed in;
  /// the server does not read it.
  case carrier([UInt8])
}

extension JournalEntry {
  /// The entry without the fields that travel beside its row, if it has the named ones.
  public func erased(_ fields: Set<JournalFields>) -> JournalEntry {
    switch self {
    case .row(let row, let scope, let position, _)
    where fields.contains(.row(scope: scope, position: position)):
      .row(row, scope: scope, position: position, unknown: [])
    case .row(let row, let scope, let position, let unknown)
    where fields.contains(.joining(scope: scope, position: position)):
      .row(
        row, scope: scope, position: position,
        unknown: TextFields.staying(ofJoining: row.operation.fact, unknown))
    case .newcomerRefused(let row, let site, _) where fields.contains(.refusal(site: site)):
      .newcomerRefused(row, site: site, unknown: [])
    default: self
    }
  }
}

public import Chronology
public import DomainCore

/// Something that a server has decided or was told, as it stands in its journal.
///
/// The journal says what came of a request and not what was asked, so a server that goes by other
/// rules makes the same of it.
public enum JournalEntry: Hashable, Sendable {
  /// From here on it is another incarnation of the server: what it had before may have been more.
  case incarnation(UInt32)
  case scopeOpened(members: [Member], firstDay: LocalDay, dayCapacity: Int)
  case siteRegistered(UInt32, scope: UInt32, MemberHandle, AccountHandle, InstallNonce)
  case accountOpened(AccountKind)
  /// FAM-5: devices of the account are told why.
  case accountClosed(AccountHandle, Refusal)
  case accountReopened(AccountHandle)
  /// GRP-11: when its owner was born, and whether a parent lets them share in groups.
  case accountBirth(AccountHandle, LocalDay)
  case sharingAllowed(AccountHandle, Bool)
  case accountDeleted(AccountHandle, Instant)
  case scopeDeleted(UInt32, Instant)
  case memberErased(MemberHandle, scope: UInt32, Instant)
  case tokenRegistered(DeviceToken, AccountHandle)
  case tokenDropped(DeviceToken)
  /// The row at a position of a scope's feed, with what somebody newer has put into it.
  case row(FeedRow, scope: UInt32, position: UInt32, unknown: [UInt8])
  /// GRP-3: what was refused a newcomer, on the site that has tried it.
  case newcomerRefused(FeedRow, site: UInt32)
  /// A site was in touch, and this is what is known of it now.
  case site(UInt32, SiteRecord, Instant)
}

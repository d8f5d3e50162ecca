import Base
public import Chronology
public import DomainCore

extension Server {
  /// GRP-3: what an account sees when it opens an invitation, before it confirms.
  ///
  /// An unknown scope, and a scope that is not a group, look like a wrong code.
  public mutating func preview(
    of scope: UInt32, presenting code: GroupCode, to account: AccountHandle, now: Instant
  ) -> GroupPreview {
    meter.note(BackendUse(reads: 1), at: now)
    if let closed = directory.closed(account) { return .hidden(because: closed) }
    guard Int(scope) < scopes.count else { return .hidden(because: .groupInvitationUnknown) }
    var preview = scopes[Int(scope)].state.group.groupPreview(
      presenting: code, scopes[Int(scope)].state.shared)
    let isShown = preview.response == nil || preview.response == .groupFull
    if isShown && directory.isInGroup(account) { preview.response = .alreadyInGroup }
    return preview
  }
}

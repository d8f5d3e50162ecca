import Base
import Chronology
public import DomainCore
public import SyncCore

/// GRP-3: the content of a link or code that invites to a group.
public struct GroupInvitation: Hashable, Sendable {
  /// The two numbers of a link.
  public let group: UInt32
  public let secret: UInt64

  /// Whatever a link contains; a wrong one is an invitation to nothing.
  public init(group: UInt32, secret: UInt64) {
    self.group = group
    self.secret = secret
  }

  var code: GroupCode { GroupCode(secret) }
}

/// GRP-3: what an account sees when it opens an invitation, before it confirms.
public struct GroupInvitationPreview: Hashable, Sendable {
  /// Why the account cannot join, or nil.
  public let refusal: Refusal?
  public let name: String
  public let memberCount: Int
}

extension FamilyServer {
  /// GRP-2: creates a group with the person of a session as its admin.
  ///
  /// `secret` makes the invitation impossible to guess: 64 bits of the system's randomness, which
  /// the core does not have.
  public mutating func createGroup(
    _ name: String, as displayName: String, secret: UInt64,
    by session: borrowing Session<MemoryStorage>
  ) throws(Refusal) -> GroupSession<MemoryStorage> {
    guard session.texts.handle(of: name) != .empty else { throw .groupNameEmpty }
    let group = server.open(Scope(state: .emptyGroup(openedOn: session.today)))
    do throws(Refusal) {
      return try takeSeat(in: group, session) { texts in
        .foundGroup(
          named: texts.handle(of: name), code: GroupCode(secret), as: texts.handle(of: displayName))
      }
    } catch {
      server.deleteScope(group, now: clock())
      throw error
    }
  }

  /// GRP-3: the preview of an invitation for the person of a session.
  public mutating func preview(
    of invitation: GroupInvitation, by session: borrowing Session<MemoryStorage>
  ) -> GroupInvitationPreview {
    let preview = server.preview(
      of: invitation.group, presenting: invitation.code, to: account(of: session), now: clock())
    return GroupInvitationPreview(
      refusal: preview.response, name: text(preview.name, in: invitation.group),
      memberCount: preview.memberCount)
  }

  /// GRP-1, GRP-3: joins the group of an invitation, or throws why that is refused.
  public mutating func joinGroup(
    _ invitation: GroupInvitation, as displayName: String,
    by session: borrowing Session<MemoryStorage>
  ) throws(Refusal) -> GroupSession<MemoryStorage> {
    // Checked here, because the number of a family is not a way into it either.
    if let refusal = preview(of: invitation, by: session).refusal { throw refusal }
    return try takeSeat(in: invitation.group, session) { texts in
      .joinGroup(code: invitation.code, as: texts.handle(of: displayName))
    }
  }

  private func text(_ handle: TextHandle, in group: UInt32) -> String {
    guard Int(group) < server.scopes.count else { return "" }
    return server.scopes[Int(group)].texts?.text(of: handle) ?? ""
  }

  /// GRP-1: only the server knows whether there is a seat, so joining needs a connection.
  private mutating func takeSeat(
    in group: UInt32, _ session: borrowing Session<MemoryStorage>,
    by command: (ScopeTexts) -> Command
  ) throws(Refusal) -> GroupSession<MemoryStorage> {
    let site = server.register(scope: group, member: .newcomer, account: account(of: session))
    let genesis = ScopeGenesis(
      members: server.scopes[Int(group)].founders.copy(),
      firstDay: server.scopes[Int(group)].state.firstDay)
    var replica = Replica<MemoryStorage>(
      site: site, scope: group, state: genesis.founded(), texts: ScopeTexts())
    let kept = replica.commit(
      command(replica.texts), author: .newcomer, day: session.today, zone: session.zone,
      now: session.now)
    let membership: Entity
    switch kept {
    case .success(let operation): membership = operation.fact.identity
    case .failure(let refused): throw refused.refusal
    }
    var seat = GroupSession(
      replica, membership: membership, zone: session.zone, clock: session.clock)
    seat.exchange(with: &self)
    if let refusal = seat.refusals.first { throw refusal }
    return seat
  }

  private func account(of session: borrowing Session<MemoryStorage>) -> AccountHandle {
    server.sites[Int(session.replica.site)].account
  }
}

import Base
import Chronology
import DomainCore
import SyncCore

/// FAM-15: a person's account at a server, in however many families and groups they are.
///
/// Its quotas, its group, its sign-ins and its notification settings are the person's, not a
/// family's.
public struct AccountID: Hashable, Sendable {
  let handle: AccountHandle
}

/// Which member of which family an account belongs to.
struct AccountPlace {
  let family: UInt32
  let person: MemberHandle
  let account: AccountHandle
}

extension FamilyServer {
  /// FAM-15: the account of a session's person; give it to `createFamily` or `openSession` for the
  /// same person's membership in another family.
  public func account(of session: borrowing Session<MemoryStorage>) -> AccountID {
    AccountID(handle: server.sites[Int(session.replica.site)].account)
  }

  /// The account of a member: the known one, the given one, or a new one.
  ///
  /// A member has one account for good: another one would have another quota and another group.
  mutating func account(
    of person: MemberHandle, in family: UInt32, as wanted: AccountID?
  ) throws(Refusal) -> AccountHandle {
    if let known = accounts.first(where: { $0.family == family && $0.person == person }) {
      guard wanted == nil || wanted?.handle == known.account else { throw .valueNotPossible }
      return known.account
    }
    if let wanted {
      guard Int(wanted.handle.raw) < server.directory.accounts.count else { throw .accountNeeded }
      // Two members of one family are two people.
      let isMember = accounts.contains { $0.family == family && $0.account == wanted.handle }
      guard !isMember else { throw .valueNotPossible }
      accounts.append(AccountPlace(family: family, person: person, account: wanted.handle))
      return wanted.handle
    }
    let role = server.scopes[Int(family)].state.member(person).role
    let account = server.directory.open(AccountKind(of: role))
    accounts.append(AccountPlace(family: family, person: person, account: account))
    return account
  }
}

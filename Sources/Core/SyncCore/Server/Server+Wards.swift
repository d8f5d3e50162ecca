import Base
public import Chronology
public import DomainCore

// FAM-5: parents' decisions on a child's own account apply in a group too.
//
// A group has no parents and knows no one's age. So the server remembers for each account the
// family in which its owner is a child or an athlete, and checks there: as long as a parent's
// consent is missing it accepts nothing for a group, and when it is withdrawn the child's devices
// must purge the group like the family. Nor does a child under 13 share workouts before a
// parent has agreed to that (FAM-12). For a child in no family the directory knows the birthday and
// whether a parent has agreed (GRP-11); for an adult, the birthday comes from their family.
extension Server {
  /// Remembers where parents answer for the owner of an account; the first such family stays. For
  /// any other account it remembers the birthday, which outlasts the membership.
  @usableFromInline mutating func noteWard(
    _ account: AccountHandle, member: MemberHandle, of scope: UInt32
  ) {
    guard account != .none, Int(member.index) < scopes[Int(scope)].state.memberCount else { return }
    let known = scopes[Int(scope)].state.shared.members[Int(member.index)]
    guard known != .blank else { return }
    switch known.role {
    case .groupMember: return
    case .parent, .observer, .coach:
      if directory.accounts[Int(account.raw)].born == nil {
        directory.setBirth(of: account, to: known.born)
      }
    case .child, .athlete:
      guard directory.accounts[Int(account.raw)].family == nil else { return }
      directory.accounts[Int(account.raw)].family = FamilyPlace(scope: scope, member: member)
    }
  }

  /// Why an account may not receive anything of a group, or nil: a parent has withdrawn consent.
  @usableFromInline func wardExclusion(of account: AccountHandle, now: Instant) -> Refusal? {
    guard let family = family(of: account) else { return nil }
    let member = scopes[Int(family.scope)].state.member(family.member)
    let isClosed = member.needsConsent(on: now.utcDay) && member.consent == .withdrawn
    return isClosed ? .accountWithoutConsent : nil
  }

  /// Why a group may not accept a fact from an account, or nil: consent to the account is missing,
  /// or to the sharing of workouts (FAM-12).
  @usableFromInline func wardRefusal(of fact: Fact, from account: AccountHandle) -> Refusal? {
    guard let family = family(of: account) else {
      return directory.guardianRefusal(of: fact, from: account)
    }
    let member = scopes[Int(family.scope)].state.member(family.member)
    // A deleted family no longer answers for its members, and knows no one's age.
    if member == .blank { return directory.guardianRefusal(of: fact, from: account) }
    if let refusal = member.refusalWithoutConsent(on: fact.day, at: fact.version) {
      return refusal
    }
    guard fact.sharesWorkouts, member.needsConsent(on: fact.day) else { return nil }
    return scopes[Int(family.scope)].state.families.sharesWorkouts(
      family.member, scopes[Int(family.scope)].state.shared) ? nil : .parentNeeded
  }

  private func family(of account: AccountHandle) -> FamilyPlace? {
    account == .none ? nil : directory.accounts[Int(account.raw)].family
  }
}

import Base
public import Chronology
public import DomainCore

// FAM-5: what parents have said to a child's own account holds in a group too.
//
// A group has no parents and knows nobody's age. So the server remembers of an account in which
// family its owner is a child or an athlete, and asks there: as long as a parent's consent is
// missing nothing is taken for a group, and when it is withdrawn the child's devices are told to
// purge the group like the family. Nor does a child under 13 share workouts before a parent has
// agreed to that (FAM-12). Of a child in no family the server knows when it was born, and whether a
// parent has agreed, by what was said to the directory (GRP-11); of a grown-up, the birthday that
// their family was told.
extension Server {
  /// Remembers where parents answer for the owner of an account; the first such family stays. Of
  /// anybody else it remembers the birthday, which outlives their membership.
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

  /// Why nothing of a group may reach an account, or nil: a parent has withdrawn consent.
  @usableFromInline func wardExclusion(of account: AccountHandle, now: Instant) -> Refusal? {
    guard let family = family(of: account) else { return nil }
    let member = scopes[Int(family.scope)].state.member(family.member)
    let isClosed = member.needsConsent(on: now.utcDay) && member.consent == .withdrawn
    return isClosed ? .accountWithoutConsent : nil
  }

  /// Why a fact about a group may not be taken from an account, or nil: for want of consent to the
  /// account, or FAM-12 to the sharing of workouts.
  @usableFromInline func wardRefusal(of fact: Fact, from account: AccountHandle) -> Refusal? {
    guard let family = family(of: account) else {
      return directory.guardianRefusal(of: fact, from: account)
    }
    let member = scopes[Int(family.scope)].state.member(family.member)
    // A family that was deleted answers for nobody any more, and knows nobody's age.
    if member == .blank { return directory.guardianRefusal(of: fact, from: account) }
    if let refusal = member.refusalWithoutConsent(on: fact.day, at: fact.version) {
      return refusal
    }
    guard fact.sharesWorkouts, member.needsConsent(on: fact.day) else { return nil }
    return scopes[Int(family.scope)].state.sharesWorkouts(family.member) ? nil : .parentNeeded
  }

  private func family(of account: AccountHandle) -> FamilyPlace? {
    account == .none ? nil : directory.accounts[Int(account.raw)].family
  }
}

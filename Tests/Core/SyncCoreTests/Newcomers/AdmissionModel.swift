import Base
import Chronology
import DomainCore

@testable import SyncCore

/// A model of who is in which scope, which reads one verdict after the other and keeps lists of
/// members. It knows nothing of epochs, positions and devices.
struct AdmissionModel {
  /// A member's place in a scope, in the order of joining.
  struct Place {
    var account: AccountHandle
    /// The install that joined; nil for a founder.
    var site: UInt32?
    var isIn = true
  }

  /// By scope.
  var places: [[Place]]
  var isEnded: [Bool]
  /// The number of a family's latest invitation, and the outcome of each.
  var invitations: [(code: UInt64, role: Role, isUsed: Bool)] = []
  private var deleted: Set<AccountHandle> = []
  private let family: UInt32
  private let codes: [GroupCode]

  init(_ town: Town, mother: AccountHandle) {
    family = town.family
    places = [[], [], [Place(account: mother)]]
    isEnded = [false, false, false]
    codes = town.groups.map { town.code(of: $0) }
  }

  /// The place of an install's account, if it is in the scope: where it joined with that install,
  /// or the place that it claimed.
  func isIn(_ install: Install) -> Bool {
    let list = places[Int(install.scope)]
    if isEnded[Int(install.scope)] { return false }
    if let known = install.registered { return list[Int(known.index)].isIn }
    return list.contains { $0.site == install.site && $0.isIn }
  }

  /// Whether an install's account joined at some time, or was a founder.
  func wasIn(_ install: Install) -> Bool {
    install.registered != nil
      || places[Int(install.scope)].contains { $0.site == install.site }
  }

  func isGone(_ account: AccountHandle) -> Bool { deleted.contains(account) }

  /// The group that an account is in.
  func group(of account: AccountHandle) -> UInt32? {
    (0..<2 as Range<UInt32>).first { group in
      !isEnded[Int(group)]
        && places[Int(group)].contains { $0.isIn && $0.account == account }
    }
  }

  /// The expected verdict on a newcomer's operation, in the order in which reasons count.
  func respond(to fact: Fact, from install: Install) -> Refusal? {
    let scope = Int(install.scope)
    switch fact.kind {
    case .groupJoined:
      let join = GroupJoin(fact.payload)
      guard install.scope != family else { return .groupUnknown }
      let count = places[scope].count { $0.isIn }
      if places[scope].isEmpty {
        if !join.isFounding { return .groupUnknown }
      } else {
        if join.isFounding { return .groupFounded }
        if join.code != codes[scope] { return .groupInvitationUnknown }
        if isEnded[scope] { return .groupDeleted }
        if count == 10 { return .groupFull }
      }
      return group(of: install.account) == nil ? nil : .alreadyInGroup
    case .memberJoined:
      guard install.scope == family else { return .invitationUnknown }
      let joining = MemberJoining(fact.payload)
      guard !isEnded[scope],
        let invitation = invitations.first(where: { $0.code == joining.code.raw })
      else { return .invitationUnknown }
      if invitation.isUsed { return .invitationUsed }
      // Its author is no longer a member.
      if !places[scope][0].isIn { return .invitationRevoked }
      return invitation.role.rawValue == joining.roleNumber ? nil : .invitationForAnother
    default:
      return .authorUnknown
    }
  }

  /// Records a verdict.
  mutating func note(_ row: FeedRow, from install: Install) {
    guard !row.verdict.isRejected else { return }
    let fact = row.operation.fact
    let scope = Int(row.operation.scope)
    switch fact.kind {
    case .groupJoined, .memberJoined:
      places[scope].append(Place(account: install.account, site: install.site))
      let code = fact.payload.first
      for index in invitations.indices where fact.kind == .memberJoined {
        if invitations[index].code == code { invitations[index].isUsed = true }
      }
    case .groupLeft, .groupMemberRemoved, .memberEnded:
      places[scope][Int(fact.subject.index)].isIn = false
      if scope < 2 && !places[scope].contains(where: \.isIn) { isEnded[scope] = true }
    case .groupDeleted:
      isEnded[scope] = true
    default:
      break
    }
  }

  /// Records that an account was deleted, and that a family ends with its last parent.
  mutating func delete(_ account: AccountHandle, parents: [AccountHandle]) {
    deleted.insert(account)
    for scope in 0..<3 {
      let wasThere = places[scope].contains { $0.account == account && $0.isIn }
      for index in places[scope].indices where places[scope][index].account == account {
        places[scope][index].isIn = false
      }
      let isLast = scope < 2 ? !places[scope].contains(where: \.isIn) : parents == [account]
      if wasThere && isLast { isEnded[scope] = true }
    }
  }
}

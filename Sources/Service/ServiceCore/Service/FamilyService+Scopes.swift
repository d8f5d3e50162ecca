import Base
import Chronology
import DomainCore
import JSONText
import SyncCore

private let roles: [(name: String, value: Role)] = [
  ("parent", .parent), ("child", .child), ("observer", .observer), ("coach", .coach),
  ("athlete", .athlete),
]
private let membersMax = 100
private let daysBefore = 4_000
private let daysAfter = 366

/// A member of a family that is to be created.
private struct Founder {
  var member: Member
  var claim: SecretHash?

  init(_ node: JSONNode, place: Int) throws(Problem) {
    let fields = try JSONFields(node, "Member \(place)", known: ["role", "born", "claim"])
    guard let role = try fields.choice("role", roles) else {
      throw fields.invalid(
        "role",
        "Member \(place) lacks the field 'role'; it can be 'parent', 'child', 'observer', "
          + "'coach' or 'athlete'.")
    }
    guard let born = try fields.day("born") else {
      throw fields.invalid(
        "born", "Member \(place) lacks the field 'born'; it can be a day such as \"2014-02-03\".")
    }
    member = Member(role: role, born: born)
    claim = fields.has("claim") ? try fields.secret("claim") : nil
  }
}

extension FamilyService where Storage: ~Copyable {
  // MARK: Families

  mutating func createFamily(
    _ call: ServiceCall, _ session: SignedInInstall, now: Instant
  ) throws(Problem) -> ServiceAnswer {
    let fields = try JSONFields(
      call.body, known: ["firstDay", "dayCapacity", "members", "self"])
    let today = now.utcDay
    let days = today.adding(days: -daysBefore)...today.adding(days: daysAfter)
    let expected = "a day from \(days.lowerBound) to \(days.upperBound)"
    let firstDay = try fields.required("firstDay", expected) { node in
      node.string.flatMap { LocalDay($0) }.flatMap { days.contains($0) ? $0 : nil }
    }
    let dayCapacity = try fields.number("dayCapacity", in: 0...4_096) ?? 128
    let nodes = try fields.required("members", "a list of 1 to \(membersMax) members") { node in
      node.elements.flatMap { (1...membersMax).contains($0.count) ? $0 : nil }
    }
    let own = try fields.number("self", in: 0...nodes.count - 1) ?? 0
    var founders: [Founder] = []
    for (place, node) in nodes.enumerated() { founders.append(try Founder(node, place: place)) }
    let key = try creationKey(of: call, by: [UInt64(session.account)])
    if let known = try creation(key, .family, call.body) { return siteAnswer(known.number) }

    var members = FlatArray<Member>()
    for founder in founders { members.append(founder.member) }
    let genesis = ScopeGenesis(members: members, firstDay: firstDay, dayCapacity: dayCapacity)
    let scope = try ask { (server) throws(StorageError) in try server.open(genesis) }
    for (place, founder) in founders.enumerated() where place != own {
      guard let claim = founder.claim else { continue }
      try keep(.claim(scope: scope, member: UInt16(place), claim))
    }
    let site = try addSite(in: scope, as: MemberHandle(UInt16(own)), session, claiming: nil)
    try note(key, .family, call.body, site)
    return siteAnswer(site)
  }

  /// GRP-2: an empty group; its first operation founds it.
  mutating func openGroup(
    _ call: ServiceCall, _ session: SignedInInstall, now: Instant
  ) throws(Problem) -> ServiceAnswer {
    let fields = try JSONFields(call.body, known: ["code", "openedOn"])
    let code = try fields.word("code")
    let today = now.utcDay
    let days = today.adding(days: -daysBefore)...today
    let expected = "a day from \(days.lowerBound) to \(days.upperBound)"
    let openedOn = try fields.optional("openedOn", expected) { node in
      node.string.flatMap { LocalDay($0) }.flatMap { days.contains($0) ? $0 : nil }
    }
    let key = try creationKey(of: call, by: [UInt64(session.account)])
    if let known = try creation(key, .group, call.body) { return siteAnswer(known.number) }
    let scope = try ask { (server) throws(StorageError) in
      try server.open(.emptyGroup(openedOn: openedOn ?? today))
    }
    try keep(.groupCode(scope: scope, Self.hash(of: code)))
    let site = try addSite(in: scope, as: .newcomer, session, claiming: nil)
    try note(key, .group, call.body, site)
    return siteAnswer(site)
  }

  private static func hash(of code: UInt64) -> SecretHash {
    SecretHash(of: (0..<8).map { UInt8(truncatingIfNeeded: code >> UInt64(56 - 8 * $0)) })
  }

  // MARK: Sites

  /// OFF-3: registers the install of a token.
  mutating func register(
    _ call: ServiceCall, _ session: SignedInInstall, scope: UInt32, now: Instant
  ) throws(Problem) -> ServiceAnswer {
    let fields = try JSONFields(call.body, known: ["member", "claim", "invitation", "claimed"])
    guard !(fields.has("invitation") && (fields.has("member") || fields.has("claim"))) else {
      throw fields.invalid(
        "invitation", "Either 'invitation' is possible, or 'member' with 'claim', or neither.")
    }
    let claimed = try fields.number("claimed", in: 0...UInt32.max - 1)
    let member: MemberHandle
    if fields.has("invitation") {
      let code = try fields.word("invitation")
      guard isOpen(scope), opens(scope, code) else { throw .scopeUnknown }
      member = .newcomer
    } else if fields.has("member") || fields.has("claim") {
      let place = try fields.required("member", "the place of a member") {
        $0.integer(as: UInt16.self)
      }
      let claim = try fields.secret("claim")
      member = try claimedMember(place, claim, of: scope, session)
    } else {
      member = try knownMember(of: scope, session, now: now)
    }
    return siteAnswer(try addSite(in: scope, as: member, session, claiming: claimed))
  }

  private func isOpen(_ scope: UInt32) -> Bool {
    Int(scope) < server.core.scopes.count && !server.core.scopes[Int(scope)].isDeleted
  }

  /// Whether a code leads into a scope: a family's invitation, or the code of a group.
  private func opens(_ scope: UInt32, _ code: UInt64) -> Bool {
    let place = Int(scope)
    guard let opened = records.groupCodes[scope] else {
      return server.core.scopes[place].state.families.invitation(opening: InvitationCode(code))
        .map {
          server.core.scopes[place].state.families.isOpen(
            $0, server.core.scopes[place].state.shared)
        }
        ?? false
    }
    return server.core.scopes[place].state.group.head.isFounded
      ? server.core.scopes[place].state.group.head.code == GroupCode(code)
      : opened == Self.hash(of: code)
  }

  private func claimedMember(
    _ place: UInt16, _ claim: SecretHash, of scope: UInt32, _ session: SignedInInstall
  ) throws(Problem) -> MemberHandle {
    let key = MemberKey(scope: scope, member: place)
    guard isOpen(scope), Int(place) < server.core.scopes[Int(scope)].state.memberCount,
      records.claims[key] == claim
    else { throw .scopeUnknown }
    let owner = records.accounts[key]
    guard owner == nil || owner == session.account else {
      throw Problem(409, "claim-used", "Another account has used the claim.")
    }
    // Two members of one family are two people.
    for own in records.sites(of: session.account) where own.scope == scope {
      let member = server.core.sites[Int(own.site)].member
      guard member == .newcomer || member.index == place else {
        throw Problem(409, "member-already", "The account is another member of this scope.")
      }
    }
    return MemberHandle(place)
  }

  /// Whom an account has in a scope: the member that it last became, or a newcomer.
  private func knownMember(
    of scope: UInt32, _ session: SignedInInstall, now: Instant
  ) throws(Problem) -> MemberHandle {
    guard isOpen(scope) else { throw .scopeUnknown }
    let own = records.sites(of: session.account).last { $0.scope == scope }
    guard let own, server.core.hasAccess(own.site, now: now) else { throw .scopeUnknown }
    return server.core.sites[Int(own.site)].member
  }

  private mutating func addSite(
    in scope: UInt32, as member: MemberHandle, _ session: SignedInInstall, claiming claimed: UInt32?
  ) throws(Problem) -> UInt32 {
    let account = AccountHandle(session.account)
    if let known = server.core.site(
      of: session.install, account, in: scope, as: member, claiming: claimed)
    {
      return known
    }
    let site = try ask { (server) throws(StorageError) in
      try server.register(
        scope: scope, member: member, account: account, install: session.install, claiming: claimed)
    }
    records.note(.siteRegistered(site, scope: scope, member, account, session.install))
    return site
  }

  /// What an install needs of its site before the first exchange.
  private func siteAnswer(_ site: UInt32) -> ServiceAnswer {
    let record = server.core.sites[Int(site)]
    let scope = Int(record.scope)
    var genesis = ScopeGenesis(
      firstDay: server.core.scopes[scope].state.firstDay,
      dayCapacity: min(4_096, server.core.scopes[scope].state.dayCapacity))
    // P12: a newcomer gets nothing of the scope.
    if !record.isNewcomer { genesis.members = server.core.scopes[scope].founders.copy() }
    let members = (0..<genesis.members.count).map { place -> JSONNode in
      let member = genesis.members[place]
      let role = roles.first { $0.value == member.role }?.name ?? "groupMember"
      return ["role": .string(role), "born": .string(member.born.description)]
    }
    let firstDay = genesis.firstDay
    let dayCapacity = genesis.dayCapacity
    let bytes = Registration(
      site: site, scope: record.scope, member: record.member, genesis: genesis
    ).encoded()
    return ServiceAnswer(
      201,
      json: [
        "scope": .integer(record.scope), "site": .integer(site),
        "member": record.isNewcomer ? .null : .integer(record.member.index),
        "install": .string(Hexadecimal.text(record.install.raw)),
        "firstDay": .string(firstDay.description), "dayCapacity": .integer(dayCapacity),
        "members": .array(members), "registration": .string(Base64.text(bytes)),
      ])
  }

  // MARK: Members and invitations

  mutating func setClaim(
    _ call: ServiceCall, _ session: SignedInInstall, scope: UInt32, member: UInt16, now: Instant
  ) throws(Problem) -> ServiceAnswer {
    let claim = try JSONFields(call.body, known: ["claim"]).secret("claim")
    let asker = try knownMember(of: scope, session, now: now)
    let count = server.core.scopes[Int(scope)].state.memberCount
    guard Int(asker.index) < count, Int(member) < count else { throw .scopeUnknown }
    let own = server.core.scopes[Int(scope)].state.member(asker)
    guard own.isActive, own.role == .parent || own.role == .coach else {
      throw Problem(403, "parent-needed", "Only a parent or a coach may do this.")
    }
    let key = MemberKey(scope: scope, member: member)
    guard records.accounts[key] == nil else {
      throw Problem(409, "claim-used", "The member has an account.")
    }
    if records.claims[key] != claim { try keep(.claim(scope: scope, member: member, claim)) }
    return .done
  }

  /// GRP-3: what an account sees of a group before it joins.
  mutating func invitation(
    to group: UInt32, code: UInt64, _ session: SignedInInstall, now: Instant
  ) throws(Problem) -> ServiceAnswer {
    let preview = server.preview(
      of: group, presenting: GroupCode(code), to: AccountHandle(session.account), now: now)
    guard preview.response != .groupInvitationUnknown else {
      throw Problem(404, "invitation-unknown", "No group has this invitation.")
    }
    let name =
      Int(group) < server.core.scopes.count
      ? server.core.scopes[Int(group)].texts?.text(of: preview.name) ?? "" : ""
    return ServiceAnswer(
      200,
      json: [
        "group": .integer(group), "name": .string(name), "members": .integer(preview.memberCount),
        "refusal": preview.response.map { .string("\($0)") } ?? .null,
      ])
  }
}

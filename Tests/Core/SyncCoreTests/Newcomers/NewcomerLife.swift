import Base
import Chronology
import DomainCore

@testable import SyncCore

/// A short random run around two groups and a family: accounts try to join, are refused, join,
/// leave, are removed and return, over a network that loses, duplicates and reorders. The same
/// number gives the same run.
final class NewcomerLife {
  let town = Town()
  private let randomness: Randomness
  private var step: Int32 = 0
  private var slot: UInt16 = 0
  private let mother: Install
  private let people: [AccountHandle]
  private var requests: [(install: Install, request: Asked)] = []
  private var responses: [(install: Install, response: ChangedResponse)] = []
  private(set) var complaint: String?

  // The model.
  private var doors: AdmissionModel
  /// By site and sequence.
  private var verdicts: [[UInt32]: FeedRow] = [:]
  private var invitationsMade: UInt64 = 0
  private(set) var met: Set<String> = []

  init(number: UInt64, asBytes: Bool = false) {
    randomness = Randomness(seed: number)
    town.travelsAsBytes = asBytes
    mother = town.install(town.family, town.person(), as: Town.mother)
    people = (0..<13).map { [town] _ in town.person() }
    doors = AdmissionModel(town, mother: mother.account)
    // A group that is empty, half full, or has a seat or none left.
    for person in people.prefix([0, 5, 9, 10][draw(4)]) {
      let install = town.install(town.groups[0], person)
      if person == people[0] { _ = try? install.founds() } else { _ = try? install.joins() }
      roundTrip(install)
    }
  }

  private func draw(_ bound: Int) -> Int {
    slot += 1
    return Int(
      randomness.draw(RandomPurpose(1), who: 0, day: step, slot: slot).integer(below: UInt64(bound))
    )
  }

  private func complain(unless isTrue: Bool, _ what: @autoclosure () -> String) {
    if !isTrue && complaint == nil { complaint = "step \(step): \(what())" }
  }

  func live(steps: Int) {
    for _ in 0..<steps where complaint == nil {
      step += 1
      slot = 0
      switch draw(24) {
      case 0, 1: comes()
      case 2..<6: tries(town.installs[draw(town.installs.count)])
      case 6, 7: submits(town.installs[draw(town.installs.count)])
      case 8: goes(town.installs[draw(town.installs.count)])
      case 9..<12: ask()
      case 12..<15: deliverRequest(keeps: draw(4) == 0)
      case 15..<18: deliverResponse(keeps: draw(4) == 0)
      case 18: lose()
      case 19: if draw(25) == 0 { delete(people[draw(people.count)]) }
      case 20: invites()
      default: roundTrip(town.installs[draw(town.installs.count)])
      }
    }
    if complaint == nil { heal() }
  }

  // MARK: Users

  /// An account opens an invitation on a new install.
  private func comes() {
    guard town.installs.count < 40 else { return }
    let scope = [town.groups[0], town.groups[0], town.groups[1], town.family][draw(4)]
    _ = town.install(scope, people[draw(people.count)])
  }

  /// An install tries to join, with the right invitation or with another; also a member's.
  private func tries(_ install: Install) {
    let code = draw(4) == 0 ? GroupCode(5) : town.code(of: install.scope)
    let invitation = InvitationCode(UInt64(1 + draw(Int(invitationsMade) + 2)))
    let role: Role = draw(3) == 0 ? .parent : .observer
    switch draw(8) {
    case 0: _ = try? install.founds()
    case 1 where town.memberCount(install.scope) > 0:
      _ = try? install.joins(with: invitation, as: role)
    case _ where install.scope == town.family: _ = try? install.joins(with: invitation, as: role)
    default: _ = try? install.joins(with: code)
    }
  }

  /// A member acts, or manipulated software does.
  private func submits(_ install: Install) {
    let name = TextHandle(UInt32(200 + step))
    guard let member = install.member else {
      if draw(4) == 0 && install.replica.revocation == nil {
        install.submitsUnchecked(.renameGroup(name, by: MemberHandle(0)), as: .newcomer)
      }
      return
    }
    _ =
      install.scope == town.family
      ? try? install.does(.setProfile(.name, of: member, to: name))
      : try? install.does(.setDisplayName(of: member, to: name))
  }

  /// A member leaves, or removes another, or deletes the group.
  private func goes(_ install: Install) {
    guard let member = install.member else { return }
    if install.scope == town.family {
      _ = try? install.does(.removeMember(draw(2) == 0 ? member : MemberHandle(UInt16(draw(4)))))
      return
    }
    let seats = install.replica.store.state.group.seats.count
    let other = MemberHandle(UInt16(draw(max(1, seats))))
    switch draw(9) {
    case 0: _ = try? install.does(.deleteGroup(by: member))
    case 1..<5 where Int(other.index) < seats:
      let membership = install.replica.store.state.group.seats[Int(other.index)].entity
      _ = try? install.does(.removeFromGroup(other, membership: membership))
    default: _ = try? install.does(.leaveGroup(member))
    }
  }

  private func invites() {
    guard mother.member != nil else { return }
    let role: Role = draw(3) == 0 ? .parent : .observer
    let code = InvitationCode(invitationsMade + 1)
    guard (try? mother.does(.invite(as: role, code: code, by: Town.mother))) != nil else { return }
    invitationsMade += 1
  }

  private func delete(_ account: AccountHandle) {
    let parents = town.parents(of: town.family)
    town.server.deleteAccount(account, now: town.now)
    doors.delete(account, parents: parents)
    for install in town.installs where install.account == account {
      let kept = town.server.refusal(of: install.site)?.operation.fact.payload
      complain(unless: kept ?? Payload() == Payload(), "what a deleted account tried is kept")
    }
    met.insert("deleted")
  }

  // MARK: The network

  private func ask() {
    let install = town.installs[draw(town.installs.count)]
    requests.append(
      (install, install.asks(pushMax: 1 + draw(3), pageMax: UInt32(1 + draw(6)))))
  }

  private func deliverRequest(keeps: Bool) {
    guard !requests.isEmpty else { return }
    let place = draw(requests.count)
    let (install, request) = requests[place]
    if !keeps { requests.remove(at: place) }
    responses.append((install, serve(request, from: install)))
  }

  private func deliverResponse(keeps: Bool) {
    guard !responses.isEmpty else { return }
    let place = draw(responses.count)
    let (install, response) = responses[place]
    if !keeps { responses.remove(at: place) }
    install.applies(response)
  }

  private func lose() {
    if draw(2) == 0 {
      if !requests.isEmpty { requests.remove(at: draw(requests.count)) }
    } else if !responses.isEmpty {
      responses.remove(at: draw(responses.count))
    }
  }

  private func roundTrip(_ install: Install) {
    install.applies(serve(install.asks(), from: install))
  }

  // MARK: Checks

  private func areOwn(_ response: ChangedResponse, _ install: Install) -> Bool {
    response.rows.allSatisfy { $0.operation.site == install.site }
  }

  private func serve(_ request: Asked, from install: Install) -> ChangedResponse {
    let (wasIn, wasEver) = (doors.isIn(install), doors.wasIn(install))
    let before = town.decided.count
    let response = town.serve(request)
    for row in town.decided[before...] { check(row, from: install) }
    let isNewcomer = !doors.wasIn(install)
    met.insert("\(isNewcomer ? "newcomer" : "member") \(response.kind)")
    if wasEver && !wasIn || doors.isGone(install.account) {
      complain(unless: town.decided.count == before, "accepted from \(install.site) without access")
    }
    if !doors.isIn(install) {
      complain(unless: areOwn(response, install), "rows of others reached \(install.site)")
      complain(
        unless: Int(response.header.end) <= install.saved.count, "the end of the feed is revealed")
    }
    if isNewcomer && !doors.isGone(install.account) {
      complain(unless: response.kind == .page, "a newcomer got \(response.kind)")
    } else if !doors.isIn(install) {
      complain(unless: response.kind == .purge, "an install without access got \(response.kind)")
      complain(unless: response.rows.isEmpty, "a row reached \(install.site) without access")
    }
    return response
  }

  private func check(_ row: FeedRow, from install: Install) {
    let key = [row.operation.site, row.operation.sequence]
    complain(unless: row.operation.site == install.site, "a verdict on another's operation")
    complain(unless: verdicts[key] == nil, "two verdicts on \(key)")
    if !doors.wasIn(install) {
      let expected = doors.respond(to: row.operation.fact, from: install)
      // For operations that only members may submit, the reason of the rejection does not matter.
      let isRight =
        row.operation.fact.kind.admits
        ? row.verdict.refusal == expected : row.verdict.isRejected
      complain(
        unless: isRight,
        "\(install.site) received \(row.verdict.refusal as Any), not \(expected as Any)")
      met.insert(expected.map { "\($0)" } ?? "admitted")
    }
    verdicts[key] = row
    doors.note(row, from: install)
    if row.operation.fact.kind == .invitationMade && !row.verdict.isRejected {
      let role = Role(rawValue: UInt8(row.operation.fact.payload.second))!
      doors.invitations.append((UInt64(doors.invitations.count + 1), role, false))
    }
    if let last = town.feed(install.scope).last {
      let author = town.installs[Int(last.operation.site)]
      complain(unless: doors.wasIn(author), "members read a newcomer's attempt")
    }
  }

  /// All installs exchange until they are up to date, and every copy is compared.
  private func heal() {
    for _ in 0..<8 { for install in town.installs { roundTrip(install) } }
    for scope in 0..<3 {
      complain(unless: town.isDeleted(UInt32(scope)) == doors.isEnded[scope], "end of \(scope)")
    }
    for person in people {
      let known = town.server.directory.activeGroup(of: person)
      complain(unless: known == doors.group(of: person), "the group of \(person)")
    }
    for install in town.installs where complaint == nil { compare(install) }
  }

  private func compare(_ install: Install) {
    let name = "install \(install.site)"
    complain(
      unless: install.pendingCount == 0 && !install.replica.hasUnsent,
      "\(name) has pending operations")
    if doors.isIn(install) {
      complain(unless: town.isSame(install), "\(name) differs from the server")
    } else if doors.wasIn(install) || doors.isGone(install.account) {
      complain(unless: install.replica.revocation != nil, "\(name) was not purged")
      complain(unless: install.replica.store.position == 0, "\(name) holds something")
      let blanks = install.replica.store.state.memberCount
      for place in 0..<blanks {
        let member = install.replica.store.state.member(MemberHandle(UInt16(place)))
        complain(unless: member == .blank, "\(name) has a member")
      }
    } else {
      complain(unless: install.knowsNothing, "\(name) has data")
    }
    for operation in install.saved { compare(operation, on: install) }
  }

  /// Every acknowledged operation has a verdict and was reported once if it was rejected; or it was
  /// dropped when access was lost, and was reported as dropped.
  private func compare(_ operation: Operation, on install: Install) {
    let refusals = install.replica.rejections.filter {
      $0.operation.fact.identity == operation.fact.identity
    }
    let name = "operation \(operation.sequence) of install \(install.site)"
    complain(unless: refusals.count <= 1, "\(name) is reported twice")
    let verdict = verdicts[[operation.site, operation.sequence]]?.verdict
    if doors.isGone(install.account) {
      // The departure was submitted for them, under one of their numbers.
      complain(unless: refusals.isEmpty || verdict == nil, "\(name) was reported though decided")
    } else if install.replica.revocation != nil {
      let reasons: [Refusal] = [.memberRemoved, .scopeDeleted, .accountDeleted]
      let isReported = refusals.first.map { reasons.contains($0.reason) } ?? false
      complain(unless: isReported == (verdict == nil), "\(name) is lost, or wrongly reported")
    } else if let verdict {
      complain(unless: refusals.first?.reason == verdict.refusal, "\(name) has another reason")
    } else {
      complain(unless: false, "\(name) has no verdict")
    }
  }
}

extension Town {
  /// The accounts of the parents who are in a family.
  func parents(of scope: UInt32) -> [AccountHandle] {
    (0..<memberCount(scope)).compactMap { place in
      let member = server.scopes[Int(scope)].state.member(MemberHandle(UInt16(place)))
      guard member.isActive, member.role == .parent else { return nil }
      return installs.first {
        $0.registered == MemberHandle(UInt16(place))
          || $0.saved.contains { $0.fact.identity == member.entity && member.entity != .none }
      }?.account
    }
  }
}

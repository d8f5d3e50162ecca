import Base
import Chronology
import DomainCore
import SyncCore
import Testing

/// A device in a user's hands: a replica for each scope of its owner.
final class Device {
  let name: String
  let owner: Person
  unowned let stage: Stage
  private(set) var isOnline = true
  private var copies: [UInt32: Copy] = [:]

  init(name: String, owner: Person, stage: Stage) {
    self.name = name
    self.owner = owner
    self.stage = stage
  }

  // MARK: Scopes

  /// Installs the scope on the device: as a newcomer, or as the member that the owner is.
  func opens(_ scope: UInt32, as member: MemberHandle? = nil) {
    let site = stage.media.register(
      scope: scope, member: member ?? .newcomer, account: owner.account)
    let genesis = member == nil ? stage.unread(scope) : stage.genesis(of: scope)
    copies[scope] = Copy(
      site: site, scope: scope, genesis: genesis, member: member, on: stage.media)
    exchange(scope)
  }

  func copy(_ scope: UInt32) -> Copy { copies[scope]! }

  func has(_ scope: UInt32) -> Bool { copies[scope] != nil }

  var scopes: [UInt32] { copies.keys.sorted() }

  /// The owner's place in the scope's list, once the log has assigned it.
  func member(_ scope: UInt32) -> MemberHandle? {
    let copy = copies[scope]!
    if let known = copy.knownMember { return known }
    guard let joined = copy.joined else { return nil }
    copy.knownMember = copy.replica.store.state.shared.member(joinedBy: joined)
    return copy.knownMember
  }

  var today: LocalDay {
    owner.zone.localDay(at: stage.now)
  }

  // MARK: The owner's actions

  /// A tap, as a command. Returns the operation if it was saved.
  @discardableResult
  func does(_ what: String, in scope: UInt32, _ command: Command) -> Operation? {
    doesAll(what, in: scope, [command]).first
  }

  /// Several commands as one transaction.
  @discardableResult
  func doesAll(_ what: String, in scope: UInt32, _ commands: [Command]) -> [Operation] {
    let copy = copies[scope]!
    let author = commands[0].kind.admits ? .newcomer : member(scope) ?? .newcomer
    let outcome = copy.commit(
      commands, author: author, day: today, zone: owner.zone, now: stage.now, isOnline: isOnline)
    if case .failure(let refused) = outcome {
      stage.record(name, "\(what): refused. \(refused.refusal.sentence)")
      return []
    }
    let pending = copy.replica.store.pendingCount
    let made = (pending - commands.count..<pending).map { copy.replica.store.pending($0) }
    if commands[0].kind.admits { copy.joined = made[0].fact.identity }
    stage.record(name, isOnline ? what : "\(what) (offline, pending)")
    if isOnline { exchange(scope) }
    return made
  }

  func goesOffline(_ why: String) {
    isOnline = false
    stage.record(name, "offline: \(why)")
  }

  func comesOnline(_ why: String) {
    isOnline = true
    let pending = copies.values.reduce(0) { $0 + $1.replica.store.pendingCount }
    stage.record(name, "online again: \(why); \(pending) pending")
    for scope in copies.keys.sorted() { exchange(scope) }
  }

  // MARK: Messages

  /// Exchanges until the device is up to date, then wakes the others.
  func exchange(_ scope: UInt32) {
    guard isOnline, let copy = copies[scope] else { return }
    let before = stage.server.scopes[Int(scope)].feed.count
    let rejectedBefore = copy.replica.rejectedCount
    let revokedBefore = copy.replica.revocation
    for _ in 0..<50 where isBehind(copy, scope) { exchangeOnce(copy) }
    if let reason = copy.replica.revocation, revokedBefore == nil {
      stage.record(name, "drops everything: \(reason.sentence)")
    }
    // A device that dropped everything only has the operations that it could not send any more.
    let rejectedFrom = min(rejectedBefore, copy.replica.rejectedCount)
    for index in rejectedFrom..<copy.replica.rejectedCount {
      let sentence = copy.replica.rejected(index).verdict.refusal?.sentence ?? "refused"
      stage.record(name, "shows the rejection: \(sentence)")
    }
    if stage.server.scopes[Int(scope)].feed.count != before {
      stage.wakeOthers(of: scope, but: self)
    }
  }

  /// Whether the device has nothing of the scope any more, because it lost access.
  func isPurged(_ scope: UInt32) -> Bool { copies[scope]!.replica.revocation != nil }

  private func isBehind(_ copy: Copy, _ scope: UInt32) -> Bool {
    guard copy.replica.revocation == nil else { return false }
    if copy.replica.hasUnsent { return true }
    return !isOutside(scope)
      && Int(copy.replica.store.position) != stage.server.scopes[Int(scope)].feed.count
  }

  /// Whether the owner was never admitted, so that there is nothing for them to receive.
  func isOutside(_ scope: UInt32) -> Bool {
    stage.server.sites[Int(copies[scope]!.replica.site)].isNewcomer
  }

  /// One round trip, also when there seems to be nothing to send or to receive.
  func exchangeOnce(_ scope: UInt32) {
    let wasRevoked = isPurged(scope)
    exchangeOnce(copies[scope]!)
    if let reason = copies[scope]!.replica.revocation, !wasRevoked {
      stage.record(name, "drops everything: \(reason.sentence)")
    }
  }

  private func exchangeOnce(_ copy: Copy) {
    copy.exchange(now: stage.now)
  }

  // MARK: What it shows

  /// Records what a screen shows and compares it with the expectation.
  func shows(
    _ what: String, _ shown: String, _ expected: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    stage.record(name, "shows \(what): \(shown.isEmpty ? "nothing" : shown)")
    #expect(shown == expected, "\(name) shows \(what)", sourceLocation: location)
  }

  /// Reads the whole visible state of the device.
  func look<Result>(_ scope: UInt32, _ question: (borrowing ScopeState) -> Result) -> Result {
    question(copies[scope]!.replica.shown.pointee)
  }
}

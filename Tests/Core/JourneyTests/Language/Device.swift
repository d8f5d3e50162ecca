import Base
import Chronology
import DomainCore
import SyncCore
import Testing

/// A device in somebody's hands: a replica for each scope that its owner belongs to.
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

  /// The owner's place in the scope's list, once the log has given it.
  func member(_ scope: UInt32) -> MemberHandle? {
    let copy = copies[scope]!
    if let known = copy.knownMember { return known }
    guard let joined = copy.joined else { return nil }
    copy.knownMember = copy.replica.store.state.member(joinedBy: joined)
    return copy.knownMember
  }

  var today: LocalDay {
    owner.zone.localDay(at: stage.now)
  }

  // MARK: What its owner does

  /// A tap: what the person does, as a command. Returns the operation if it was saved.
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
      stage.tell(name, "\(what): refused. \(refused.refusal.sentence)")
      return []
    }
    let pending = copy.replica.store.pendingCount
    let made = (pending - commands.count..<pending).map { copy.replica.store.pending($0) }
    if commands[0].kind.admits { copy.joined = made[0].fact.identity }
    stage.tell(name, isOnline ? what : "\(what) (offline, waits)")
    if isOnline { exchange(scope) }
    return made
  }

  func goesOffline(_ why: String) {
    isOnline = false
    stage.tell(name, "offline: \(why)")
  }

  func comesOnline(_ why: String) {
    isOnline = true
    let waiting = copies.values.reduce(0) { $0 + $1.replica.store.pendingCount }
    stage.tell(name, "online again: \(why); \(waiting) waiting")
    for scope in copies.keys.sorted() { exchange(scope) }
  }

  // MARK: Messages

  /// Exchanges until nothing is left to say or to hear, then tells the others.
  func exchange(_ scope: UInt32) {
    guard isOnline, let copy = copies[scope] else { return }
    let before = stage.server.scopes[Int(scope)].feed.count
    let rejectedBefore = copy.replica.rejectedCount
    let revokedBefore = copy.replica.revocation
    for _ in 0..<50 where isBehind(copy, scope) { exchangeOnce(copy) }
    if let reason = copy.replica.revocation, revokedBefore == nil {
      stage.tell(name, "drops everything: \(reason.sentence)")
    }
    // A device that dropped everything has nothing but what it could not send any more.
    let rejectedFrom = min(rejectedBefore, copy.replica.rejectedCount)
    for index in rejectedFrom..<copy.replica.rejectedCount {
      let sentence = copy.replica.rejected(index).verdict.refusal?.sentence ?? "refused"
      stage.tell(name, "is told: \(sentence)")
    }
    if stage.server.scopes[Int(scope)].feed.count != before {
      stage.tellOthers(of: scope, but: self)
    }
  }

  /// Whether the device holds nothing of the scope any more, because it may not.
  func isPurged(_ scope: UInt32) -> Bool { copies[scope]!.replica.revocation != nil }

  private func isBehind(_ copy: Copy, _ scope: UInt32) -> Bool {
    guard copy.replica.revocation == nil else { return false }
    if copy.replica.hasUnsent { return true }
    return !isOutside(scope)
      && Int(copy.replica.store.position) != stage.server.scopes[Int(scope)].feed.count
  }

  /// Whether the owner was never let in, so that there is nothing for them to hear.
  func isOutside(_ scope: UInt32) -> Bool {
    stage.server.sites[Int(copies[scope]!.replica.site)].isNewcomer
  }

  /// One round trip, also when there seems to be nothing to say or to hear.
  func exchangeOnce(_ scope: UInt32) {
    let wasRevoked = isPurged(scope)
    exchangeOnce(copies[scope]!)
    if let reason = copies[scope]!.replica.revocation, !wasRevoked {
      stage.tell(name, "drops everything: \(reason.sentence)")
    }
  }

  private func exchangeOnce(_ copy: Copy) {
    copy.exchange(now: stage.now)
  }

  // MARK: What it shows

  /// Writes down what a screen shows and expects it to be so.
  func shows(
    _ what: String, _ shown: String, _ expected: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    stage.tell(name, "shows \(what): \(shown.isEmpty ? "nothing" : shown)")
    #expect(shown == expected, "\(name) shows \(what)", sourceLocation: location)
  }

  /// Looks at the whole state that the device shows.
  func look<Result>(_ scope: UInt32, _ question: (borrowing ScopeState) -> Result) -> Result {
    question(copies[scope]!.replica.shown.pointee)
  }
}

import Base
import Chronology

@testable import DomainCore

/// A group as a server keeps it, with the directory of accounts and explicit times and zones.
///
/// Account n writes from site n + 1, as its current member of the group.
final class TestGroup {
  /// A Monday.
  static let monday = LocalDay(year: 2026, month: 3, day: 2)
  static let code = GroupCode(0x9F3C_22A1_0D5E_7B64)

  enum Outcome: Equatable {
    case refused(Refusal)
    case changed
    case superseded
  }

  var state = ScopeState.emptyGroup(openedOn: monday)
  var directory = Directory()
  var names = NameTable()
  /// The time of facts and commits, by default.
  var now = TestGroup.at(0, hour: 12)
  let scope: UInt32
  /// The latest place of each account in the list of members.
  private(set) var member: [Int: MemberHandle] = [:]
  /// Every accepted fact with the time of its commit.
  private(set) var log: [(fact: Fact, committed: Instant)] = []
  private var sequences: [UInt32: UInt32] = [:]
  private var ticks: UInt64 = 0

  init(accounts: Int = 14, scope: UInt32 = 7) {
    self.scope = scope
    for _ in 0..<accounts { _ = directory.open() }
  }

  /// A group of that many consenting members, founded on Monday at noon.
  convenience init(of members: Int, zone: Zone = .utc) {
    self.init()
    for account in 0..<members {
      join(account, zone: zone)
      agree(account, zone: zone)
    }
  }

  // MARK: Time

  static func day(_ index: Int) -> LocalDay { monday.adding(days: index) }

  /// A wall time of a day counted from the first Monday.
  static func at(_ day: Int, hour: Double, in zone: Zone = .utc) -> Instant {
    zone.instant(of: Self.day(day), millisecondOfDay: Int32(hour * 3_600_000))
  }

  // MARK: Facts

  func fact(
    _ command: Command, by account: Int, at tapped: Instant? = nil, zone: Zone = .utc,
    site: UInt32? = nil, author: MemberHandle? = nil
  ) -> Fact {
    let tapped = tapped ?? now
    let site = site ?? UInt32(account + 1)
    ticks += 1
    sequences[site, default: 0] += 1
    let joins = command.kind == .groupJoined
    return Fact(
      command: command,
      version: Version(stamp: UInt64(tapped.milliseconds) << 16 | ticks, site: site),
      sequence: sequences[site]!,
      author: author ?? (joins ? .newcomer : member[account] ?? MemberHandle(999)),
      day: zone.localDay(at: tapped), zone: zone)
  }

  func refusal(
    of fact: Fact, by account: Int, at place: DecisionPlace = .server
  ) -> Refusal? {
    if let refusal = decide(fact, at: place, now: now, on: state) { return refusal }
    guard place == .server else { return nil }
    return directory.refusal(
      of: fact, from: Caller(account: AccountHandle(UInt32(account)), scope: scope), now: now)
  }

  /// Commits a fact now, wherever and whenever it was created.
  @discardableResult
  func submit(_ fact: Fact, by account: Int) -> Outcome {
    if let refusal = refusal(of: fact, by: account) { return .refused(refusal) }
    let caller = Caller(account: AccountHandle(UInt32(account)), scope: scope)
    directory.accepted(fact, from: caller, now: now)
    let effect = state.apply(fact, committed: now)
    log.append((fact, now))
    if fact.kind == .groupJoined {
      member[account] = MemberHandle(UInt16(state.memberCount - 1))
    }
    return effect == .changed ? .changed : .superseded
  }

  @discardableResult
  func does(_ command: Command, _ account: Int, zone: Zone = .utc) -> Outcome {
    submit(fact(command, by: account, zone: zone), by: account)
  }

  // MARK: Actions

  func name(of account: Int) -> TextHandle {
    names.handle(of: String(UnicodeScalar(UInt8(97 + account))))
  }

  func joining(_ account: Int, code: GroupCode = code) -> Command {
    state.group.head.isFounded
      ? .joinGroup(code: code, as: name(of: account))
      : .foundGroup(named: names.handle(of: "Gym Bros"), code: code, as: name(of: account))
  }

  @discardableResult
  func join(_ account: Int, zone: Zone = .utc, code: GroupCode = code) -> Outcome {
    does(joining(account, code: code), account, zone: zone)
  }

  @discardableResult
  func agree(_ account: Int, _ given: Bool = true, zone: Zone = .utc) -> Outcome {
    does(.setGroupConsent(of: handle(account), to: given), account, zone: zone)
  }

  @discardableResult
  func share(_ account: Int, _ on: Bool) -> Outcome {
    does(.setGroupSharing(of: handle(account), to: on), account)
  }

  @discardableResult
  func leave(_ account: Int, erasing: Bool = false) -> Outcome {
    does(.leaveGroup(handle(account), erasingWorkouts: erasing), account)
  }

  func removal(of account: Int) -> Command {
    .removeFromGroup(
      handle(account), membership: state.group.seats[Int(handle(account).index)].entity)
  }

  /// Trains and shares the workout at once; `number` distinguishes workouts.
  @discardableResult
  func train(
    _ account: Int, _ number: Int, at tapped: Instant? = nil, zone: Zone = .utc,
    committed: Instant? = nil
  ) -> Outcome {
    if let committed { now = committed } else if let tapped { now = tapped }
    let made = workout(account, number, at: tapped ?? now, zone: zone)
    return submit(made, by: account)
  }

  func workout(_ account: Int, _ number: Int, at tapped: Instant, zone: Zone = .utc) -> Fact {
    fact(
      .shareWorkout(
        Self.workout(number), of: handle(account), on: zone.localDay(at: tapped), calories: 300),
      by: account, at: tapped, zone: zone)
  }

  static func workout(_ number: Int) -> Entity { Entity(site: 500, sequence: UInt32(number + 1)) }

  func handle(_ account: Int) -> MemberHandle { member[account] ?? MemberHandle(999) }

  // MARK: What members see

  func account(of handle: MemberHandle) -> Int {
    let entity = state.group.seats[Int(handle.index)].entity
    return Int(entity.raw >> 32) - 1
  }

  /// A board as "rank letter value" rows, such as "1 a 5".
  func board(_ challenge: GroupChallenge, week: Int = 0) -> [String] {
    lines(
      state.group.board(
        week: Self.day(week * 7), challenge: challenge, now: now, nameOrder: isBefore))
  }

  /// GRP-9: an archived board, or nil.
  func archive(_ challenge: GroupChallenge, week: Int = 0) -> [String]? {
    state.group.archive(
      week: Self.day(week * 7), challenge: challenge, now: now, nameOrder: isBefore
    ).map(lines)
  }

  func isFinal(week: Int) -> Bool { state.group.isGroupWeekFinal(Self.day(week * 7), now: now) }

  func isBefore(_ left: TextHandle, _ right: TextHandle) -> Bool {
    names.text(of: left) < names.text(of: right)
  }

  private func lines(_ board: GroupBoard) -> [String] {
    board.rows.map { "\($0.rank) \(names.text(of: $0.name)) \($0.value)" }
  }

  var activeAccounts: [Int] {
    (0..<state.group.active.count).map { account(of: state.group.active[$0]) }
  }

  var admin: Int { account(of: state.group.head.admin) }

  var isDeleted: Bool { state.group.head.isDeleted }

  /// The feed of an account as short sentences; a star marks unread ones.
  func feed(_ account: Int) -> [String] {
    state.group.groupFeed(of: handle(account), now: now).map { item in
      let star = item.isUnread ? "*" : ""
      switch item.event.kind {
      case .memberJoined: return star + "joined " + letter(item.event.member)
      case .rankLost:
        let boards = GroupChallenge.allCases.filter { item.event.isAbout($0) }.map { "\($0)" }
        return star + "lost " + boards.joined(separator: "+")
      case .rankGained:
        let boards = GroupChallenge.allCases.filter { item.event.isAbout($0) }.map {
          "\($0) \(item.event.ranks[Int($0.rawValue)])"
        }
        return star + "gained " + boards.joined(separator: "+")
      case .weekEnded: return star + "ended \(item.event.week)"
      }
    }
  }

  private func letter(_ member: MemberHandle) -> String {
    names.text(of: state.group.seats[Int(member.index)].name)
  }

  /// Views everything that the feed shows.
  @discardableResult
  func view(_ account: Int, zone: Zone = .utc) -> Outcome {
    does(
      .viewGroupFeed(of: handle(account), through: state.group.groupEventsEnd), account, zone: zone)
  }

  // MARK: Copies

  func isIdenticalToCopy() -> Bool {
    let copy = state.copy()
    return copy.isIdentical(to: state) && copy.digest == state.digest
  }

  /// Whether a fold of the same log gives the same state.
  func isIdenticalToReplay() -> Bool {
    var replay = ScopeState.emptyGroup(openedOn: Self.monday)
    for row in log { replay.apply(row.fact, committed: row.committed) }
    return replay.isIdentical(to: state) && replay.digest == state.digest
  }
}

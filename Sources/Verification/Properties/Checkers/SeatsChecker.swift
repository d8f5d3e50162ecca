import Base
public import Chronology
import DomainCore
public import SyncCore

// P13 of seats: a group never has more than ten members, and no person reads that it is full
// while a seat is free, or that they have a seat that they do not have (GRP-1).
//
// Counted as the server decides, since a rejected newcomer enters no log.
@usableFromInline struct SeatsChecker: ~Copyable {
  /// How many members a group may have at once.
  private static var seatsMax: UInt8 { 10 }

  /// Per scope, how many have joined its group and not left it.
  private var taken: [UInt8] = []
  /// By account, the person's seat: its scope, and the operation by which they joined.
  private var seats: [AccountHandle: Seat] = [:]

  private struct Seat {
    var scope: UInt32
    var membership: Entity
  }

  init() {}

  /// A row of a group, which may take or free a seat.
  @usableFromInline mutating func checkTaken(
    _ row: FeedRow, scope: UInt32, at now: Instant, _ shared: inout MonitorState
  ) {
    if row.operation.fact.kind == .groupJoined { shared.tally.count(.caps) }
    note(row, of: shared.standings[Int(row.operation.site)].account, scope: scope)
    if row.operation.fact.kind == .groupJoined, count(scope) > Self.seatsMax,
      row.verdict.kind == .accepted
    {
      shared.report(
        .caps, row.operation, scope, now, "a group has more members than seats",
        expected: "at most \(Self.seatsMax)", found: "\(count(scope))")
    }
  }

  /// A newcomer's operation was rejected.
  func checkNewcomerRefused(
    _ row: FeedRow, scope: UInt32, at now: Instant, _ shared: inout MonitorState
  ) {
    if row.verdict.refusal == .alreadyInGroup {
      shared.tally.count(.caps)
      let account = shared.standings[Int(row.operation.site)].account
      if account != .none && seats[account] == nil {
        shared.report(
          .caps, row.operation, scope, now,
          "a person was shown a seat that they do not have")
      }
    }
    guard row.verdict.refusal == .groupFull else { return }
    shared.tally.count(.caps)
    if count(scope) < Self.seatsMax {
      shared.report(
        .caps, row.operation, scope, now, "a person was rejected although a seat was free",
        expected: "\(Self.seatsMax) seats taken", found: "\(count(scope))")
    }
  }

  /// Starts over after a failover, with the seats of the new server.
  mutating func begin(with server: borrowing Server) {
    taken = []
    seats = [:]
    for scope in 0..<server.scopes.count {
      for position in 0..<server.scopes[scope].feed.count {
        let row = server.scopes[scope].feed[position]
        let account = server.sites[Int(row.operation.site)].account
        note(row, of: account, scope: UInt32(scope))
      }
    }
  }

  /// At quiescence: the server knows the seat of each person who has one, and no other.
  func checkSeated(_ server: borrowing Server, at now: Instant, _ shared: inout MonitorState) {
    for place in 0..<server.directory.accounts.count {
      let account = AccountHandle(UInt32(place))
      guard server.directory.closed(account) == nil else { continue }
      shared.tally.count(.caps)
      let (shown, expected) = (server.directory.activeGroup(of: account), seats[account]?.scope)
      if shown != expected {
        shared.tally.report(
          Violation(
            .caps, at: now, scope: expected ?? shown ?? 0,
            what: "a person's seat differs from the one that they took",
            expected: expected.map { "one in scope \($0)" } ?? "none",
            found: shown.map { "one in scope \($0)" } ?? "none"))
      }
    }
  }

  private mutating func note(_ row: FeedRow, of account: AccountHandle, scope: UInt32) {
    guard row.verdict.kind == .accepted else { return }
    while taken.count <= Int(scope) { taken.append(0) }
    let fact = row.operation.fact
    switch fact.kind {
    case .groupJoined:
      taken[Int(scope)] &+= 1
      seats[account] = Seat(scope: scope, membership: fact.identity)
    case .groupLeft:
      taken[Int(scope)] &-= 1
      seats[account] = nil
    case .groupMemberRemoved:
      taken[Int(scope)] &-= 1
      seats = seats.filter { $0.value.membership != fact.entity }
    case .groupDeleted: seats = seats.filter { $0.value.scope != scope }
    default: break
    }
  }

  private func count(_ scope: UInt32) -> UInt8 {
    Int(scope) < taken.count ? taken[Int(scope)] : 0
  }
}

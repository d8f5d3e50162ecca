import Base
public import Chronology
import DomainCore
import Oracles
public import SyncCore

// P13: caps, at every position of a log. A group never has more than ten members, and nobody is
// told that it is full while a seat is free (GRP-1); a duty that somebody has is nobody else's, and
// none that is free is refused as taken (SCH-5); points are spent once, and a claim that they
// suffice for is not refused (REW-5).
//
// Seats are counted as the server decides, since who is turned away enters no log; the others at
// quiescence, where the log is read once more.
extension PropertyWatch {
  /// How many sit in a group at once.
  private static var seatsMax: UInt8 { 10 }

  /// Counts a seat that a row takes or frees.
  @usableFromInline mutating func noteSeat(_ row: FeedRow, scope: UInt32) {
    guard row.verdict.kind == .accepted else { return }
    switch row.operation.fact.kind {
    case .groupJoined:
      seatsTaken.extend(to: Int(scope) + 1, repeating: 0)
      seatsTaken[Int(scope)] &+= 1
    case .groupLeft, .groupMemberRemoved:
      seatsTaken.extend(to: Int(scope) + 1, repeating: 0)
      seatsTaken[Int(scope)] &-= 1
    default: break
    }
  }

  /// A row was decided that may take or free a seat.
  @usableFromInline mutating func checkSeats(_ row: FeedRow, scope: UInt32, at now: Instant) {
    noteSeat(row, scope: scope)
    guard row.operation.fact.kind == .groupJoined, row.verdict.kind == .accepted else { return }
    tally.count(.caps)
    if seatsTaken[Int(scope)] > Self.seatsMax {
      report(.caps, row.operation, scope, now, "more people are in a group than it has seats")
    }
  }

  /// Somebody was turned away: not because a group is full that is not.
  mutating func checkTurnedAwayForSeats(_ row: FeedRow, scope: UInt32, at now: Instant) {
    guard row.verdict.refusal == .groupFull else { return }
    tally.count(.caps)
    let taken = Int(scope) < seatsTaken.count ? seatsTaken[Int(scope)] : 0
    if taken < Self.seatsMax {
      report(.caps, row.operation, scope, now, "somebody was turned away while a seat was free")
    }
  }
}

extension LogWalk {
  /// What a row of the log was decided on, as the retellings have it just before the row.
  mutating func checkCaps(_ row: FeedRow) {
    let fact = row.operation.fact
    switch fact.kind {
    case .dutyClaimed:
      let duty = DutyPayload(fact).duty
      tally.count(.caps)
      if row.verdict.kind == .accepted, let holder = duties.holder(of: duty),
        holder != fact.author
      {
        report(.caps, row.operation.fact.identity, "a duty was given to a second person")
      } else if row.verdict.refusal == .dutyTaken, duties.isFree(duty), !wasErased {
        report(.caps, row.operation.fact.identity, "a duty was refused that nobody had")
      }
    case .rewardClaimed where row.verdict.refusal == .balanceTooLow && !wasErased:
      tally.count(.caps)
      if balances.balance(of: fact.subject) >= Int(truncatingIfNeeded: fact.payload.second) {
        report(.caps, row.operation.fact.identity, "a claim was refused that could be paid")
      }
    default: break
    }
  }
}

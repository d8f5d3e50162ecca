import Base
import Chronology
import DomainCore
import Oracles
import SyncCore

// P13: caps, at every position of a log. A group never has more than ten members, and nobody is
// told that it is full while a seat is free (GRP-1); a duty that somebody has is nobody else's, and
// none that is free is refused as taken (SCH-5); points are spent once, and a claim that they
// suffice for is not refused (REW-5).
//
// Seats are counted as the server decides, since who is turned away enters no log; the others at
// quiescence, where the log is read once more.
struct SeatBook {
  /// How many sit in a group at once.
  private static var seatsMax: UInt8 { 10 }

  /// Per scope, how many have joined its group and not left it.
  private var taken: [UInt8] = []

  /// Takes in a row that takes or frees a seat. Returns what is wrong with it.
  mutating func note(_ row: FeedRow, scope: UInt32) -> String? {
    guard row.verdict.kind == .accepted else { return nil }
    while taken.count <= Int(scope) { taken.append(0) }
    switch row.operation.fact.kind {
    case .groupJoined:
      taken[Int(scope)] &+= 1
      return taken[Int(scope)] > Self.seatsMax
        ? "more people are in a group than it has seats" : nil
    case .groupLeft, .groupMemberRemoved:
      taken[Int(scope)] &-= 1
      return nil
    default: return nil
    }
  }

  /// Nobody sits in a scope's group.
  mutating func clear(_ scope: Int) {
    if scope < taken.count { taken[scope] = 0 }
  }

  /// Whether a group has no seat left.
  func isFull(_ scope: UInt32) -> Bool {
    Int(scope) < taken.count && taken[Int(scope)] >= Self.seatsMax
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
      let plan = activity.plan
      guard duties.isCertain(duty, in: plan) else { return }
      let isFree = duties.isFree(duty, in: plan)
      if row.verdict.kind == .accepted, !isFree, duties.holder(of: duty, in: plan) != fact.author {
        report(.caps, row.operation.fact.identity, "a duty was given to a second person")
      } else if row.verdict.refusal == .dutyTaken, isFree, !wasErased {
        report(.caps, row.operation.fact.identity, "a duty was refused that nobody had")
      }
    case .rewardClaimed where !wasErased: checkClaim(row)
    case .photoAnalysed: checkPhotos(row)
    default: break
    }
  }

  /// REW-5: nobody pays another price than they agreed to, and nobody is refused the right one, or
  /// for want of points that are there.
  private mutating func checkClaim(_ row: FeedRow) {
    let fact = row.operation.fact
    let price = fields.price(of: Entity(raw: fact.payload.first))
    tally.count(.caps)
    switch row.verdict.refusal {
    case .balanceTooLow:
      if balances.balance(of: fact.subject) >= Int(truncatingIfNeeded: fact.payload.second) {
        report(.caps, fact.identity, "a claim was refused that could be paid")
      }
    case .rewardPriceChanged:
      if price == fact.payload.second {
        report(.caps, fact.identity, "a claim was refused that names the price of the reward")
      }
    case nil:
      if price != fact.payload.second {
        report(.caps, fact.identity, "a reward was had at another price than it has")
      }
    default: break
    }
  }

  /// NUT-7: three a day, and no fewer.
  private mutating func checkPhotos(_ row: FeedRow) {
    let fact = row.operation.fact
    let used = food.photos(of: fact.author, on: fact.day)
    tally.count(.caps)
    if !row.verdict.isRejected && used >= 3 {
      report(.caps, fact.identity, "more photos of a day were analysed than there are")
    } else if row.verdict.refusal == .photosUsedUp && used < 3 && !wasErased {
      report(.caps, fact.identity, "a photo was refused while some were left")
    }
  }

  /// SCH-5, FAM-6: who has a duty has it, and what nobody has nobody does; P14.
  mutating func checkDuties(_ state: borrowing ScopeState) {
    if wasErased { return }
    let plan = activity.plan
    for duty in duties.all where duties.isCertain(duty, in: plan) {
      tally.count(.derivedState)
      if state[duty].holder != duties.holder(of: duty, in: plan) ?? .newcomer {
        report(
          .derivedState, duty.occurrence.trainingClass, "a duty has another driver than the log")
      }
    }
  }
}

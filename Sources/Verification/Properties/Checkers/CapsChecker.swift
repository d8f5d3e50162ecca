import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// P13: caps, at every position of a log. A duty has at most one driver, and a claim of a free duty
// is not rejected as taken (SCH-5); points are spent once, and a claim that the balance can pay is
// not rejected (REW-5).
//
// Checked at quiescence by replaying the log. `SeatsChecker` checks the seats of groups.
extension LogReplay {
  /// Checks a row against the state of the reference models just before it.
  mutating func checkCaps(_ row: FeedRow) {
    let fact = row.operation.fact
    switch fact.kind {
    case .dutyClaimed where !wasErased:
      let duty = DutyPayload(fact).duty
      tally.count(.caps)
      let plan = activity.plan
      let isFree = duties.isFree(duty, in: plan)
      if row.verdict.kind == .accepted, !isFree, duties.holder(of: duty, in: plan) != fact.author {
        report(
          .caps, row.operation.fact.identity, "a duty was assigned to a second person",
          expected: Self.words(duties.holder(of: duty, in: plan)), found: Self.words(fact.author))
      } else if row.verdict.refusal == .dutyTaken, isFree {
        report(
          .caps, row.operation.fact.identity,
          "a claim of a duty was rejected although the duty was free")
      }
    case .rewardClaimed where !wasErased: checkClaim(row)
    case .photoAnalyzed: checkPhotos(row)
    default: break
    }
  }

  /// REW-5: a claim pays the agreed price only, and is rejected neither at the right price nor for
  /// lack of points that the balance has.
  private mutating func checkClaim(_ row: FeedRow) {
    let fact = row.operation.fact
    let price = fields.price(of: Entity(raw: fact.payload.first))
    tally.count(.caps)
    switch row.verdict.refusal {
    case .balanceTooLow:
      if balances.balance(of: fact.subject) >= Int(truncatingIfNeeded: fact.payload.second) {
        report(
          .caps, fact.identity, "a claim was rejected that the balance could pay",
          expected: "less than \(fact.payload.second) points",
          found: "\(balances.balance(of: fact.subject))")
      }
    case .rewardPriceChanged:
      if price == fact.payload.second {
        report(.caps, fact.identity, "a claim was rejected although it names the reward's price")
      }
    case nil:
      if price != fact.payload.second {
        report(
          .caps, fact.identity, "a reward was claimed at a price other than its own",
          expected: price.map { "\($0) points" } ?? "no price", found: "\(fact.payload.second)")
      }
    default: break
    }
  }

  /// NUT-7: three photos a day, and no fewer.
  private mutating func checkPhotos(_ row: FeedRow) {
    let fact = row.operation.fact
    let used = food.photos(of: fact.author, on: fact.day)
    tally.count(.caps)
    if !row.verdict.isRejected && used >= 3 {
      report(
        .caps, fact.identity, "more photos of a day were analyzed than the limit allows",
        expected: "at most 3", found: "\(used + 1)")
    } else if row.verdict.refusal == .photosUsedUp && used < 3 && !wasErased {
      report(.caps, fact.identity, "a photo was rejected although the limit was not reached")
    }
  }

  /// SCH-5, FAM-6, P14: each duty has the driver that the log says, or none.
  mutating func checkDuties(_ state: borrowing ScopeState) {
    if wasErased { return }
    let plan = activity.plan
    for duty in duties.all {
      tally.count(.derivedState)
      if state[duty].holder != duties.holder(of: duty, in: plan) ?? .newcomer {
        report(
          .derivedState, duty.occurrence.trainingClass, "a duty's driver differs from the log",
          expected: Self.words(duties.holder(of: duty, in: plan)),
          found: Self.words(state[duty].holder))
      }
    }
  }
}

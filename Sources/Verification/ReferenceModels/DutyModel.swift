public import Chronology
public import DomainCore

/// A reference model of SCH-5 and FAM-6, computed from the log alone: who has which duty, and their
/// requests to others.
///
/// Which duties a former member keeps depends on when they take place, which the schedule model
/// computes.
public struct DutyModel {
  private struct Hold {
    var driver: MemberHandle
    var asksForCover = false
    /// The swap that the driver has offered: to whom, and for which duty.
    var offer: (partner: MemberHandle, wanted: Duty)?
    /// When the driver's membership first ended after they claimed it.
    var ended: Instant?
  }

  private var holds: [Duty: Hold] = [:]

  public init() {}

  /// The driver of a duty, if any.
  ///
  /// A former member permanently loses the duties that were still ahead; those done by then remain
  /// theirs: a drop-off from the start of its occurrence, a pick-up from the end.
  public func holder(of duty: Duty, in plan: ScheduleModel) -> MemberHandle? {
    guard let hold = holds[duty] else { return nil }
    guard let ended = hold.ended, let time = plan.time(of: duty.occurrence) else {
      return hold.driver
    }
    return (duty.kind == .dropOff ? time.start : time.end) <= ended ? hold.driver : nil
  }

  /// Whether the next claim of a duty succeeds: it has no driver, or the driver asks for a
  /// substitute.
  public func isFree(_ duty: Duty, in plan: ScheduleModel) -> Bool {
    holds[duty]?.asksForCover ?? true || holder(of: duty, in: plan) == nil
  }

  /// Whether the current driver of a duty asks for a substitute.
  public func asksForCover(_ duty: Duty, in plan: ScheduleModel) -> Bool {
    holds[duty]?.asksForCover ?? false && holder(of: duty, in: plan) != nil
  }

  /// Whether the driver of a duty has offered a swap, and both still have the duties to swap.
  public func isOffered(_ duty: Duty, in plan: ScheduleModel) -> Bool {
    guard let offer = holds[duty]?.offer, holder(of: duty, in: plan) != nil else { return false }
    return holder(of: offer.wanted, in: plan) == offer.partner
  }

  /// Every duty that was ever claimed and not released, in order.
  public var all: [Duty] { holds.keys.sorted() }

  /// Processes the next effective fact of the log, with the time of its commit.
  public mutating func ingest(_ fact: Fact, committed: Instant) {
    switch fact.kind {
    case .dutyClaimed: holds[DutyPayload(fact).duty] = Hold(driver: fact.author)
    case .dutyAssigned: holds[DutyPayload(fact).duty] = Hold(driver: fact.subject)
    case .dutyReleased: holds[DutyPayload(fact).duty] = nil
    case .dutyCoverageSet:
      let payload = DutyPayload(fact)
      holds[payload.duty]?.asksForCover = payload.isOn
    case .dutySwapChanged:
      let swap = SwapPayload(fact)
      guard swap.step == .accepted else {
        let isProposed = swap.step == .proposed
        holds[swap.given]?.offer = isProposed ? (fact.subject, swap.wanted) : nil
        return
      }
      holds[swap.wanted] = Hold(driver: fact.subject)
      holds[swap.given] = Hold(driver: fact.author)
    case .memberEnded:
      for (duty, hold) in holds where hold.driver == fact.subject && hold.ended == nil {
        holds[duty]?.ended = committed
      }
    default: break
    }
  }
}

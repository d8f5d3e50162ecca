public import Chronology
public import DomainCore

/// SCH-5, FAM-6 told from the log alone: who has which duty, and what they ask of others.
///
/// What somebody drives who has left hangs on when it takes place, which the plan tells.
public struct DutyModel {
  private struct Hold {
    var driver: MemberHandle
    var asksForCover = false
    /// Whom the driver has offered it to, and for what.
    var offer: (partner: MemberHandle, wanted: Duty)?
    /// When the driver's membership ended for the first time since they took it on.
    var ended: Instant?
  }

  private var holds: [Duty: Hold] = [:]

  public init() {}

  /// Whom a duty has, if anybody.
  ///
  /// Who has left gives back what was still ahead, for good; what was done by then stays theirs: a
  /// drop-off with the start of its occurrence, a pick-up with the end.
  public func holder(of duty: Duty, in plan: ScheduleModel) -> MemberHandle? {
    guard let hold = holds[duty] else { return nil }
    guard let ended = hold.ended, let time = plan.time(of: duty.occurrence) else {
      return hold.driver
    }
    return (duty.kind == .dropOff ? time.start : time.end) <= ended ? hold.driver : nil
  }

  /// Whether the next one who claims a duty gets it: nobody has it, or who has it asks for somebody
  /// else.
  public func isFree(_ duty: Duty, in plan: ScheduleModel) -> Bool {
    holds[duty]?.asksForCover ?? true || holder(of: duty, in: plan) == nil
  }

  /// Whether who has a duty asks for somebody else, and still has it.
  public func asksForCover(_ duty: Duty, in plan: ScheduleModel) -> Bool {
    holds[duty]?.asksForCover ?? false && holder(of: duty, in: plan) != nil
  }

  /// Whether who has a duty has offered to swap it, and both still have what they would give.
  public func isOffered(_ duty: Duty, in plan: ScheduleModel) -> Bool {
    guard let offer = holds[duty]?.offer, holder(of: duty, in: plan) != nil else { return false }
    return holder(of: offer.wanted, in: plan) == offer.partner
  }

  /// Every duty that somebody ever took on and did not give back, in order.
  public var all: [Duty] { holds.keys.sorted() }

  /// Takes in the next fact of the log that has changed something, and when the server took it.
  public mutating func ingest(_ fact: Fact, committed: Instant) {
    switch fact.kind {
    case .dutyClaimed: holds[DutyPayload(fact).duty] = Hold(driver: fact.author)
    case .dutyAssigned: holds[DutyPayload(fact).duty] = Hold(driver: fact.subject)
    case .dutyReleased: holds[DutyPayload(fact).duty] = nil
    case .dutyCoverageSet:
      let said = DutyPayload(fact)
      holds[said.duty]?.asksForCover = said.isOn
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

public import DomainCore

/// SCH-5 told from the log alone: who has which duty.
///
/// A duty may fall free by other things than what is said of it: its driver leaves (FAM-6), its
/// class is deleted. The retelling forgets it then, and says nothing of it until it is taken again.
public struct PlainDuties {
  private var holders: [Duty: MemberHandle] = [:]
  /// What nobody knows any more how it stands.
  private var unsure: Set<Duty> = []

  public init() {}

  /// Whom a duty has, for certain; nil for nobody, or for who knows.
  public func holder(of duty: Duty) -> MemberHandle? { holders[duty] }

  /// Every duty that somebody has for certain, in order, and who.
  public var held: [(duty: Duty, holder: MemberHandle)] {
    holders.keys.sorted().compactMap { duty in holders[duty].map { (duty: duty, holder: $0) } }
  }

  /// Whether nobody has a duty, for certain.
  public func isFree(_ duty: Duty) -> Bool { holders[duty] == nil && !unsure.contains(duty) }

  /// Takes in the next fact of the log that has changed something.
  public mutating func hear(_ fact: Fact) {
    switch fact.kind {
    case .dutyClaimed: take(DutyPayload(fact).duty, fact.author)
    case .dutyAssigned: take(DutyPayload(fact).duty, fact.subject)
    case .dutyReleased:
      let duty = DutyPayload(fact).duty
      holders[duty] = nil
      unsure.remove(duty)
    case .dutySwapSaid:
      let swap = SwapPayload(fact)
      guard swap.step == .accepted else { return }
      take(swap.wanted, fact.subject)
      take(swap.given, fact.author)
    case .dutyCoverageSet:
      // Whoever asks for cover is not rid of the duty, but others may take it.
      let duty = DutyPayload(fact).duty
      holders[duty] = nil
      unsure.insert(duty)
    case .memberEnded, .memberRoleSet, .sportDeleted, .classDeleted, .sportFieldSet, .classFieldSet,
      .classRuleSet, .occurrenceFieldSet, .memberActivated:
      forget()
    default: break
    }
  }

  private mutating func take(_ duty: Duty, _ member: MemberHandle) {
    holders[duty] = member
    unsure.remove(duty)
  }

  private mutating func forget() {
    unsure.formUnion(holders.keys)
    holders = [:]
  }
}

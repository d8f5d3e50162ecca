public import Base
public import Chronology
import Scenarios

extension Behavior {
  /// The actions of a person in a session in which their family changes the same records, in order.
  public func contention(
    _ person: Person, in household: UInt32, on day: LocalDay, session: Int
  ) -> ContentionPlan? {
    let slot = UInt16(session) << 8
    let draw = draw(PopulationRandomPurpose.contention, person, day, slot: slot)
    guard draw.chance(Probability(contention.contendedSessionProbability)) else { return nil }
    let count = 1 + draw.second.choice(of: contention.actionsPerSessionMax)
    let period = day.number / Int32(contention.daysPerSubject)
    return ContentionPlan(
      subject: randomness.draw(
        PopulationRandomPurpose.contendedSubject, who: RandomSubject.household(household),
        day: period),
      simultaneousKinds: contention.simultaneousKinds,
      things: (0..<count).map { number in
        let own = self.draw(
          PopulationRandomPurpose.contention, person, day, slot: slot | UInt16(1 + number))
        let isTogether =
          own.first.choice(of: 1_000) < Int(contention.transactionProbability * 1_000)
        return ContentionPlan.ContendedAction(draw: own, isTogether: isTogether)
      })
  }
}

/// The actions of a person in a session in which their whole family changes the same records.
public struct ContentionPlan: Sendable {
  /// The draw by which all devices of the family choose the same records.
  public var subject: RandomBits
  public var simultaneousKinds: Int
  public var things: [ContendedAction]

  /// One of the actions, and whether it is submitted in one transaction with the next one.
  public struct ContendedAction: Sendable {
    public var draw: RandomBits
    public var isTogether: Bool
  }
}

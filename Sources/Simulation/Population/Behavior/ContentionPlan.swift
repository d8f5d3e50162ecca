public import Base
public import Chronology
import Scenarios

extension Behavior {
  /// What somebody does in a session of what their family is at, in order.
  public func contention(
    _ person: Person, in household: UInt32, on day: LocalDay, session: Int
  ) -> ContentionPlan? {
    let slot = UInt16(session) << 8
    let draw = draw(PopulationRandomPurpose.contention, person, day, slot: slot)
    guard draw.chance(Probability(contention.contendedSessionProbability)) else { return nil }
    let count = 1 + Int(draw.second % UInt64(contention.actionsPerSessionMax))
    let period = day.number / Int32(contention.daysPerSubject)
    return ContentionPlan(
      subject: randomness.draw(
        PopulationRandomPurpose.contendedSubject, who: RandomSubject.household(household),
        day: period),
      simultaneousKinds: contention.simultaneousKinds,
      things: (0..<count).map { number in
        let own = self.draw(
          PopulationRandomPurpose.contention, person, day, slot: slot | UInt16(1 + number))
        let isTogether = own.first % 1_000 < UInt64(contention.transactionProbability * 1_000)
        return ContentionPlan.ContendedAction(draw: own, isTogether: isTogether)
      })
  }
}

/// What somebody does in a session of what their whole family is at.
public struct ContentionPlan: Sendable {
  /// By which the family's devices choose the same things.
  public var subject: RandomBits
  public var simultaneousKinds: Int
  public var things: [ContendedAction]

  /// One of the things, and whether it is said with the next one.
  public struct ContendedAction: Sendable {
    public var draw: RandomBits
    public var isTogether: Bool
  }
}

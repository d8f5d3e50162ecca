import Base
import Chronology
import Scenarios

/// The hours at which a person uses their phone, by how late their day is.
struct SessionHours: Sendable {
  private let randomness: Randomness
  private let hours: DiscreteTable
  private let counts: [Int]
  private let weekendMinutes: Int

  /// Nil if sessions are spread evenly over the day.
  init?(_ scenario: Scenario) {
    guard scenario.rhythm.enabled else { return nil }
    randomness = Randomness(seed: scenario.seed)
    hours = DiscreteTable(weights: scenario.rhythm.hours.map(\.weight))
    counts = scenario.rhythm.hours.map(\.count)
    weekendMinutes = scenario.rhythm.weekendMinutes
  }

  private static var minute: Int32 { 60_000 }
  private static var day: Int32 { 24 * 60 * minute }

  /// The millisecond of the day at which each of so many sessions begins, in order.
  ///
  /// A person whose day continues past midnight starts the next day with the end of the previous
  /// one, so that sessions do not pile up at midnight.
  func starts(of count: Int, _ person: Person, on day: LocalDay) -> SIMD8<Int32> {
    let shift = person.traits.chronotypeMinutes + (day.weekday >= 6 ? weekendMinutes : 0)
    var starts = SIMD8<Int32>(repeating: .max)
    for session in 0..<count {
      let draw = randomness.draw(
        PopulationRandomPurpose.sessionHour, who: RandomSubject.person(person.index),
        day: day.number,
        slot: UInt16(session))
      let within = Int32(draw.second.scaled(below: UInt64(60 * Self.minute)))
      let hour = Int32(counts[draw.index(in: hours)] * 60 + shift) * Self.minute
      starts[session] = ((hour + within) % Self.day + Self.day) % Self.day
    }
    // An insertion sort, since there are at most eight.
    for end in 1..<DayPlan.sessionsMax {
      var place = end
      while place > 0 && starts[place - 1] > starts[place] {
        (starts[place - 1], starts[place]) = (starts[place], starts[place - 1])
        place -= 1
      }
    }
    return starts
  }
}

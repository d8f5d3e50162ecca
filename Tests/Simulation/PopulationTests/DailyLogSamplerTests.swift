import Base
import Chronology
import DomainCore
import Testing

@testable import Population
@testable import Scenarios

@Suite("A person's log of a day")
struct DailyLogSamplerTests {
  private static let firstDay = LocalDay(year: 2026, month: 1, day: 5)
  private let behavior = Behavior(Scenario())
  private let person = Person(
    index: 7, role: .parent, born: LocalDay(year: 1985, month: 2, day: 3), logsForItself: true,
    deviceCount: 1, habitCount: 3, motivation: 0)

  /// Everything that is logged on a day, session by session.
  private func logged(
    on day: LocalDay, of sessions: Int, _ days: inout DailyLogSampler
  ) -> [[String]] {
    days.turn(1, person, to: day, of: sessions)
    return (0..<sessions).map { session in
      var things: [String] = []
      for number in days.meals(of: 1, session: session) {
        things.append("meal \(number): \(days.meal(number, of: 1))")
      }
      for number in days.waters(of: 1, session: session) {
        things.append("drink \(number): \(days.water(number, of: 1, minuteOfDay: 720))")
      }
      for number in 0..<20 where days.doesHabit(number, of: 1, person, session: session) {
        things.append("habit \(number)")
      }
      if let score = days.checkIn(of: 1, session: session) { things.append("\(score)") }
      return things
    }
  }

  @Test("has every drawn item in exactly one session", arguments: 1...4)
  func once(sessions: Int) {
    var days = DailyLogSampler(of: behavior, people: 2)
    for number in 0..<30 {
      let day = Self.firstDay.adding(days: number)
      let things = logged(on: day, of: sessions, &days).flatMap { $0 }
      #expect(Set(things).count == things.count)
      let habits = (0..<20).filter {
        behavior.session(ofHabit: $0, person, on: day, of: sessions) != nil
      }
      let checkIns = behavior.checkIn(person, on: day, of: sessions) == nil ? 0 : 1
      #expect(
        things.count == behavior.mealCount(person, on: day)
          + behavior.waterCount(person, on: day) + habits.count + checkIns)
    }
  }

  @Test("is the same when another day was read in between")
  func again() {
    var days = DailyLogSampler(of: behavior, people: 2)
    let first = logged(on: Self.firstDay, of: 3, &days)
    #expect(first.contains { !$0.isEmpty })
    let other = logged(on: Self.firstDay.adding(days: 1), of: 3, &days)
    #expect(other != first)
    let again = logged(on: Self.firstDay, of: 3, &days)
    #expect(again == first)
  }
}

import Testing

@testable import Metrics

@Suite("Who cannot do a thing is not counted among those who did not")
struct OnlookerTests {
  /// A person of whom everything is known that a figure might count.
  private func person(_ household: Int, _ traits: PersonTraits) -> PersonFixture {
    PersonFixture(
      household: household, traits: traits,
      truth: .init(
        active: [0, 1, 2],
        [.streakBest: [2: 7], .meals: [0: 1], .workouts: [0: 1], .sessions: [0: 2]]))
  }

  private let parent = PersonTraits(usedSchedule: true, usedGoals: true, usedRewards: true)
  /// A person who opens the app all week, and whose role lets them log nothing.
  private let coach = PersonTraits(mayLog: false, maySchedule: false)
  private let observer = PersonTraits(mayLog: false)

  private static let ofLogging = [
    "pc.dau", "ct.dau", "pc.core_weekly", "pc.streak7", "ct.adoption.nutrition",
    "ct.adoption.goals", "ct.adoption.rewards",
  ]

  @Test("in figures of core actions neither coach nor observer", arguments: ofLogging)
  func logging(id: String) {
    let alone = MetricAccumulator.over([person(1, parent)], days: 7)
    let idle = PersonFixture(household: 2, traits: coach, truth: .init([.sessions: [0: 2]]))
    let other = PersonFixture(household: 3, traits: observer, truth: .init([.sessions: [0: 1]]))
    let together = MetricAccumulator.over([person(1, parent), idle, other], days: 7)
    #expect(alone.ratio(id) != "none")
    #expect(together.ratio(id) == alone.ratio(id))
  }

  @Test("in that of the schedule no coach, but an observer, who may give a ride back")
  func schedule() {
    let people = [person(1, parent), person(2, coach), person(3, observer)]
    #expect(MetricAccumulator.over(people, days: 7).ratio("ct.adoption.scheduling") == "1/2")
  }

  @Test("in that of groups' workouts neither on either side")
  func workouts() {
    func inGroup(_ traits: PersonTraits) -> PersonTraits {
      var traits = traits
      traits.groupDay = 0
      return traits
    }
    let idle = PersonFixture(household: 4, traits: observer, truth: .init())
    let people = [
      person(1, inGroup(parent)), person(2, parent),
      PersonFixture(household: 3, traits: inGroup(coach), truth: .init()), idle,
    ]
    let accumulator = MetricAccumulator.over(people, days: 7)
    #expect(accumulator.ratio("ft.workouts_uplift") == "1/7")
    #expect(accumulator.estimate("ft.workouts_uplift")?.value == 0)
  }

  @Test("and everybody in figures of the app itself, which all of them open")
  func sessions() {
    let people = [person(1, parent), person(2, coach)]
    let accumulator = MetricAccumulator.over(people, days: 7)
    #expect(accumulator.ratio("pc.session_seconds") == "0/4")
    #expect(accumulator.ratio("pc.organic") == "0/2")
  }
}

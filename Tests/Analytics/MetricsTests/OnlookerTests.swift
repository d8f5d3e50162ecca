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
  private let coach = PersonTraits(isAdult: false, mayLog: false, maySchedule: false)
  private let observer = PersonTraits(isAdult: false, mayLog: false)

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

  @Test("a metric without a value says whether time, people or cases are missing")
  func absences() throws {
    func absence(_ id: String, _ people: [PersonFixture], days: Int) throws -> MetricAbsence? {
      let results = MetricAccumulator.over(people, days: days).results()
      let result = try #require(results.first { $0.id == id })
      return result.truth == nil ? result.absence : nil
    }
    let idle = PersonFixture(household: 2, traits: parent, truth: .init([.sessions: [0: 2]]))
    // Day 30 after a first active day does not come within seven days.
    #expect(try absence("pc.retention.d30", [person(1, parent)], days: 7) == .immature)
    // Coaches never have a first active day, and parents without one had a chance.
    let visitor = PersonFixture(household: 1, traits: coach, truth: .init([.sessions: [0: 2]]))
    #expect(try absence("pc.retention.d30", [visitor], days: 40) == .notApplicable)
    #expect(try absence("pc.retention.d30", [idle], days: 40) == .noCases)
    #expect(try absence("pc.dau", [person(1, observer)], days: 7) == .notApplicable)
    #expect(try absence("ct.adoption.scheduling", [person(1, coach)], days: 7) == .notApplicable)
    #expect(try absence("lk.meals", [person(1, parent)], days: 7) == .notApplicable)
    #expect(try absence("ct.push_delivery", [person(1, parent)], days: 7) == .noCases)
    // There is no one to compare with.
    #expect(try absence("ft.workouts_uplift", [person(1, parent)], days: 7) == .notApplicable)
    #expect(try absence("pc.dau", [person(1, parent)], days: 7) == nil)
  }

  @Test("in those of groups no child on either side, who logs no workout and joins no group")
  func children() {
    let child = PersonTraits(isAthlete: true, isAdult: false)
    func inGroup(_ traits: PersonTraits) -> PersonTraits {
      var traits = traits
      traits.groupDay = 0
      return traits
    }
    let adults = [person(1, inGroup(parent)), person(2, parent)]
    let alone = MetricAccumulator.over(adults, days: 40)
    let together = MetricAccumulator.over(
      adults + [person(3, child), person(4, inGroup(child))], days: 40)
    for id in [
      "ft.workouts_uplift", "ft.adoption", "ft.retention30_uplift", "ft.weekly_retention_uplift",
    ] {
      #expect(together.ratio(id) == alone.ratio(id), "\(id)")
      #expect(together.estimate(id)?.value == alone.estimate(id)?.value, "\(id)")
    }
    #expect(alone.estimate("ft.workouts_uplift") != nil)
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

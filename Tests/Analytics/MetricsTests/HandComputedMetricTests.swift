import Testing

@testable import Metrics

@Suite("Metrics of histories small enough to count by hand")
struct HandComputedMetricTests {
  @Test("retention counts from the first active day, not from joining")
  func retentionCohort() {
    let person = PersonFixture(joinedDay: 0, truth: .init(active: [2, 3, 9]))
    let accumulator = MetricAccumulator.over([person], days: 12)
    #expect(accumulator.ratio("pc.retention.d1") == "1/1")
    #expect(accumulator.ratio("pc.retention.d7") == "1/1")
    #expect(accumulator.ratio("pc.retention.d30") == "none")
    #expect(accumulator.ratio("pc.retention.d1", .observed) == "none")
    let curve = accumulator.retentionCurve
    #expect(curve.map(\.day) == Array(0...30))
    #expect(curve[0].truth?.value == 1)
    #expect(curve[2].truth?.value == 0)
    #expect(curve[9].truth?.denominator == 1)
    #expect(curve[10].truth == nil)
  }

  @Test("retention waits until the day is over and late operations had their time")
  func retentionMaturity() {
    // First active on day 2: day 7 after it is day 9, which ends with the run's tenth day.
    let person = PersonFixture(truth: .init(active: [2, 9]))
    let over = { (days, lateness) in
      MetricAccumulator.over([person], days: days, allowedLatenessDays: lateness)
        .ratio("pc.retention.d7")
    }
    #expect(over(10, 0) == "1/1")
    #expect(over(10, 1) == "none")
    #expect(over(12, 2) == "1/1")
    #expect(over(12, 3) == "none")
    #expect(over(12, 40) == "none")
  }

  @Test("retention pools people, whatever the sizes of their cohorts")
  func retentionPools() {
    let people =
      (0..<9).map { _ in PersonFixture(truth: .init(active: [0, 1])) }
      + [PersonFixture(truth: .init(active: [5]))]
    #expect(MetricAccumulator.over(people, days: 10).ratio("pc.retention.d1") == "9/10")
  }

  @Test("a person who left stays in the retention of those who came with them")
  func retentionKeepsLeavers() {
    let person = PersonFixture(joinedDay: 0, leftDay: 1, truth: .init(active: [0, 1]))
    let accumulator = MetricAccumulator.over([person], days: 40)
    #expect(accumulator.ratio("pc.retention.d1") == "1/1")
    #expect(accumulator.ratio("pc.retention.d7") == "0/1")
    #expect(accumulator.ratio("pc.retention.d30") == "0/1")
  }

  @Test("daily active counts days from joining to leaving, both included")
  func dailyActive() {
    let person = PersonFixture(
      joinedDay: 2, leftDay: 5, truth: .init(active: [2, 4, 5]),
      observed: .init(active: [1, 2, 6]))
    let accumulator = MetricAccumulator.over([person], days: 10)
    #expect(accumulator.ratio("pc.dau") == "3/4")
    #expect(accumulator.ratio("pc.dau", .observed) == "1/4")
    let days = accumulator.dayCounts
    #expect(days.map(\.enrolled) == [0, 0, 1, 1, 1, 1, 0, 0, 0, 0])
    #expect(days.map(\.joined) == [0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
    #expect(days.map(\.truth.active) == [0, 0, 1, 0, 1, 1, 0, 0, 0, 0])
    #expect(days.map(\.observed.active) == [0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
    #expect(accumulator.personDays == 4)
    #expect(accumulator.people == 1)
  }

  @Test("habits count on enrolled days only")
  func habits() {
    let person = PersonFixture(
      joinedDay: 1, leftDay: 2,
      truth: .init([
        .habitsDue: [0: 5, 1: 4, 2: 3, 3: 2], .habitsDone: [0: 5, 1: 3, 2: 0, 3: 1],
      ]))
    let accumulator = MetricAccumulator.over([person], days: 4)
    #expect(accumulator.ratio("pc.habits_completed") == "3/7")
    #expect(accumulator.ratio("pc.habits_completed", .observed) == "none")
    #expect(accumulator.dayCounts.map(\.truth.habitsDue) == [0, 4, 3, 0])
    #expect(accumulator.dayCounts.map(\.truth.habitsDone) == [0, 3, 0, 0])
  }

  @Test("streaks and operations count people and operations")
  func streaksAndOperations() {
    let people = [
      PersonFixture(
        household: 1,
        truth: .init([
          .streakBest: [3: 6, 4: 7], .operationsDue: [0: 10], .operationsWithinDeadline: [0: 9],
        ])),
      PersonFixture(
        household: 2, truth: .init([.operationsDue: [0: 4], .operationsWithinDeadline: [0: 4]])),
      PersonFixture(household: 2, joinedDay: 10, truth: .init([.streakBest: [9: 7]])),
    ]
    let accumulator = MetricAccumulator.over(people, days: 10)
    #expect(accumulator.ratio("pc.streak7") == "1/2")
    #expect(accumulator.ratio("pc.streak7", .observed) == "0/2")
    #expect(accumulator.ratio("pc.sync_success") == "13/14")
    #expect(accumulator.ratio("pc.sync_success", .observed) == "none")
  }

  @Test("a run no one joined has no figures, and says so")
  func emptyRun() {
    let accumulator = MetricAccumulator(days: 3, allowedLatenessDays: 0)
    for result in accumulator.results() {
      let isNumber = [.count, .monthly].contains(result.form)
      #expect(result.truth?.value == (isNumber ? 0 : nil), "\(result.id)")
      #expect(result.target == nil || result.verdict == .notApplicable)
    }
    #expect(accumulator.dayCounts.map(\.enrolled) == [0, 0, 0])
  }

  @Test("figures come in the order of their definitions, with their targets")
  func definitions() {
    let results = MetricAccumulator(days: 3, allowedLatenessDays: 0).results()
    #expect(results.map(\.id) == MetricDefinition.all.map(\.id))
    #expect(results.prefix(3).map(\.target) == [0.85, 0.70, 0.40])
    #expect(Set(results.map(\.id)).count == results.count)
  }

  private var athlete: PersonTraits { PersonTraits(isAthlete: true, groupDay: 3) }

  @Test("athletes' figures leave out those who do not train")
  func athletes() {
    let logged: [DayMeasure: [Int: Int]] = [
      .meals: [0: 3, 1: 1], .waters: [1: 4], .mental: [0: 7, 3: 5],
    ]
    let people = [
      PersonFixture(household: 1, traits: athlete, truth: .init(active: [0, 1], logged)),
      PersonFixture(household: 1, truth: .init(active: [0, 1, 2, 3], logged)),
    ]
    let accumulator = MetricAccumulator.over(people, days: 4)
    #expect(accumulator.ratio("lk.dau") == "2/4")
    #expect(accumulator.ratio("lk.checkin") == "2/4")
    #expect(accumulator.estimate("lk.meals")?.value == 1)
    #expect(accumulator.estimate("lk.water")?.value == 1)
  }

  @Test("sessions are those of days with a core action, and nothing a server knows")
  func sessions() {
    let person = PersonFixture(
      truth: .init(
        active: [1, 2], [.sessions: [0: 5, 1: 3, 2: 2], .sessionSeconds: [1: 90, 2: 60]]))
    let accumulator = MetricAccumulator.over([person], days: 4)
    #expect(accumulator.ratio("pc.sessions_per_day") == "5/2")
    #expect(accumulator.ratio("pc.session_seconds") == "150/10")
    #expect(accumulator.estimate("pc.sessions_per_day", .observed) == nil)
  }

  @Test("weeks count where they were simulated from end to end")
  func weeks() {
    let people = [
      PersonFixture(household: 1, truth: .init(active: [0, 13])),
      // Joined in the midst of the first week, left in the midst of the third.
      PersonFixture(household: 2, joinedDay: 3, leftDay: 17, truth: .init(active: [3, 17])),
    ]
    #expect(MetricAccumulator.over(people, days: 20).ratio("pc.core_weekly") == "2/3")
  }

  @Test("stickiness looks back thirty days, and not before joining")
  func stickiness() {
    let person = PersonFixture(truth: .init(active: [0, 30]))
    // Days 29 to 59 have a month; on days 29 to 59 someone was active within it all along.
    #expect(MetricAccumulator.over([person], days: 60).ratio("pc.stickiness") == "1/31")
    #expect(MetricAccumulator.over([person], days: 62).ratio("pc.stickiness") == "1/31")
    let early = PersonFixture(truth: .init(active: [0, 20]))
    #expect(MetricAccumulator.over([early], days: 29).ratio("pc.stickiness") == "none")
  }

  @Test("retention has other names where it counts other days")
  func otherRetention() {
    let people = [
      PersonFixture(household: 1, truth: .init(active: [0, 12])),
      PersonFixture(household: 2, truth: .init(active: [0, 18])),
    ]
    let accumulator = MetricAccumulator.over(people, days: 20)
    #expect(accumulator.ratio("pc.retention.d7") == "0/2")
    #expect(accumulator.ratio("pc.retention.rolling7") == "2/2")
    #expect(accumulator.ratio("pc.retention.week2") == "1/2")
  }

  @Test("groups are compared with all others, as a multiple or as a number")
  func uplift() {
    func person(_ household: Int, isInGroup: Bool, days: Set<Int>, workouts: Int) -> PersonFixture {
      PersonFixture(
        household: household, traits: PersonTraits(groupDay: isInGroup ? 0 : nil),
        truth: .init(active: days, [.workouts: [0: workouts]]))
    }
    let people = [
      person(1, isInGroup: true, days: [0, 30], workouts: 8),
      person(2, isInGroup: true, days: [0, 8], workouts: 4),
      person(3, isInGroup: false, days: [0, 30], workouts: 2),
      person(4, isInGroup: false, days: [0], workouts: 0),
      person(5, isInGroup: false, days: [0, 9], workouts: 0),
      person(6, isInGroup: false, days: [0], workouts: 0),
    ]
    let accumulator = MetricAccumulator.over(people, days: 35)
    // Half of the group and a quarter of all others came back: twice as many.
    #expect(accumulator.estimate("ft.retention30_uplift")?.value == 1)
    #expect(accumulator.ratio("ft.retention30_uplift") == "1/2")
    // 12 workouts in 70 days against 2 in 140, a week.
    let difference = accumulator.estimate("ft.workouts_uplift")?.value
    #expect(difference == 12.0 * 7 / 70 - 2.0 * 7 / 140)
    #expect(accumulator.ratio("ft.adoption") == "2/4")
    let nobody = MetricAccumulator.over([people[2]], days: 35)
    #expect(nobody.estimate("ft.retention30_uplift") == nil)
  }

  @Test("a household of the first month counts once, and people for each month of the run")
  func arrivals() {
    let people = [
      PersonFixture(household: 1, truth: .init()), PersonFixture(household: 1, truth: .init()),
      PersonFixture(household: 2, joinedDay: 29, truth: .init()),
      PersonFixture(household: 3, joinedDay: 30, truth: .init()),
    ]
    let accumulator = MetricAccumulator.over(people, days: 60)
    #expect(accumulator.estimate("ct.families_month1")?.value == 2)
    #expect(accumulator.estimate("pc.signups_month")?.value == 2)
  }

  @Test("completions are known exactly where both sides have as many")
  func integrity() {
    let person = PersonFixture(
      truth: .init([.habitsDone: [0: 2, 1: 1, 3: 1]]),
      observed: .init([.habitsDone: [0: 2, 1: 0, 2: 1, 3: 1]]))
    let accumulator = MetricAccumulator.over([person], days: 6)
    #expect(accumulator.ratio("at.integrity") == "3/3")
    #expect(accumulator.ratio("at.integrity", .observed) == "2/4")
  }

  @Test("leaving is the first gap of fourteen days that can be seen to its end")
  func leaving() {
    let people = [
      PersonFixture(household: 1, truth: .init(active: [0, 4])),
      PersonFixture(household: 2, truth: .init(active: [2, 17])),
      PersonFixture(household: 3, truth: .init(active: [0, 14])),
    ]
    // Gaps that begin up to day 16 of 30 are seen: at 5 the first left, on day 3 the second, who
    // had come on day 2; on day 15 the third.
    let curve = MetricAccumulator.over(people, days: 30).survival(.truth)
    #expect(curve.points.map(\.day) == [1, 5, 15])
    #expect(curve.points.map(\.atRisk) == [3, 2, 1])
    #expect(curve.points.last?.survival == 0)
    // The last gap is just seen to its end, and then just not.
    let justSeen = MetricAccumulator.over(people, days: 29).survival(.truth)
    #expect(justSeen.points.map(\.day) == [1, 5, 15])
    let short = MetricAccumulator.over(people, days: 28).survival(.truth)
    #expect(short.points.map(\.day) == [1, 5])
  }
}

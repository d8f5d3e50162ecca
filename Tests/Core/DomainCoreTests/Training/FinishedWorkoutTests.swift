import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("Finished workouts, logged and imported")
struct FinishedWorkoutTests {
  private let athlete = TestFamily.athlete
  private let honolulu = Zone(named: "Pacific/Honolulu")!
  private let tokyo = Zone(named: "Asia/Tokyo")!

  private func family() -> TestFamily {
    let family = TestFamily.withCoaches()
    family.today = 20
    return family
  }

  /// Minutes are counted from the first midnight of UTC.
  static func instant(_ minute: Int) -> Instant {
    Instant(milliseconds: Int64(TestFamily.firstDay.number) * Span.day) + Int64(minute)
      * Span.minute
  }

  static func sample(
    _ number: UInt64, _ minute: Int, _ length: Int, revision: UInt32 = 1, burned: UInt16 = 200
  ) -> ImportedWorkout {
    ImportedWorkout(
      sample: number, revision: revision, start: instant(minute),
      durationMilliseconds: UInt32(length) * 60_000, kind: WorkoutKind.running.rawValue,
      kilocalories: burned)
  }

  static func log(
    _ minute: Int, _ length: Int, day: Int? = nil, burned: UInt16 = 300
  ) -> WorkoutLog {
    WorkoutLog(
      .strength, start: instant(minute), duration: UInt32(length) * 60_000, calories: burned,
      day: day.map { TestFamily.day($0) } ?? instant(minute).utcDay)
  }

  private func log(_ family: TestFamily, _ log: WorkoutLog) -> Entity {
    family.make(.logWorkout(for: athlete, log), by: athlete)
  }

  private func take(
    _ family: TestFamily, _ workout: ImportedWorkout, in zone: Zone = .utc, site: UInt32 = 1
  ) {
    let fact = family.fact(
      .importWorkout(workout, of: athlete), by: athlete, site: site, zone: zone)
    #expect(family.submit(fact) != .refused(.amountOutOfRange))
  }

  /// A person's workouts by day: "3 log", "3 sample", "3 both".
  private func days(_ family: TestFamily, _ days: ClosedRange<Int> = -1...21) -> [String] {
    days.flatMap { day in
      let local = TestFamily.day(day)
      let shown = family.state.training.workouts(of: athlete, on: local, family.state.shared)
      #expect(shown.allSatisfy { $0.day == local })
      #expect(
        family.state.training.workoutCount(of: athlete, on: local, family.state.shared)
          == shown.count)
      #expect(
        family.state.training.workoutTotals(of: athlete, on: local, family.state.shared).count
          == shown.count)
      return shown.map { one in
        "\(day) \(one.imported == nil ? "log" : one.logged == nil ? "sample" : "both")"
      }
    }
  }

  @Test("TRN-3: an imported workout counts, and once with the log of it")
  func once() {
    let family = family()
    let noon = 10 * 1_440 + 720
    take(family, Self.sample(1, noon, 60))
    #expect(days(family) == ["10 sample"])
    let alone = family.state.training.workouts(
      of: athlete, on: TestFamily.day(10), family.state.shared)[0]
    #expect(alone.kind == .running && alone.calories == 200)
    #expect(alone.start == Self.instant(noon) && alone.end == Self.instant(noon + 60))
    // Also logged by hand, overlapping by half of the log.
    let logged = log(family, Self.log(noon + 30, 60))
    #expect(days(family) == ["10 both"])
    let both = family.state.training.workouts(
      of: athlete, on: TestFamily.day(10), family.state.shared)[0]
    #expect(both.logged?.entity == logged && both.imported?.sample == 1)
    // The logged record has the kind and the calories.
    #expect(both.kind == .strength && both.calories == 300)
    #expect(both.start == Self.instant(noon + 30))
    take(family, Self.sample(2, noon + 300, 30))
    #expect(days(family) == ["10 both", "10 sample"])
    #expect(
      family.state.training.workoutTotals(of: athlete, on: TestFamily.day(10), family.state.shared)
        == WorkoutTotals(count: 2, calories: 500))
    #expect(family.state.training.loggedWorkoutCount(of: athlete, on: TestFamily.day(10)) == 1)
    // No other person has a workout.
    #expect(
      family.state.training.workouts(
        of: TestFamily.child, on: TestFamily.day(10), family.state.shared
      ).isEmpty)
    // A workout that is deleted in one source still exists in the other.
    family.submit(.deleteTrainingLog(logged, of: athlete), by: athlete)
    #expect(days(family) == ["10 sample", "10 sample"])
    family.submit(.removeImportedWorkout(1, of: athlete), by: athlete)
    #expect(days(family) == ["10 sample"])
  }

  @Test("TRN-3, HAB-3: an import counts for the local day where it was first reported")
  func zones() {
    let late = Self.sample(1, 10 * 1_440 + 300, 60)
    for (zone, day) in [(Zone.utc, 10), (honolulu, 9), (tokyo, 10)] {
      let family = family()
      take(family, late, in: zone)
      #expect(days(family) == ["\(day) sample"])
      // Neither a device at home nor a correction moves it.
      take(family, late, in: .utc, site: 2)
      take(family, Self.sample(1, 10 * 1_440 + 300, 90, revision: 2), in: tokyo, site: 3)
      #expect(days(family) == ["\(day) sample"])
      // A correction of the start moves it to that day, in the same zone.
      take(family, Self.sample(1, 11 * 1_440 + 300, 90, revision: 3), in: .utc, site: 2)
      #expect(days(family) == ["\(day + 1) sample"])
    }
    // A zone that no build knows counts as UTC.
    for minute in [1, 1_438] {
      let family = family()
      let early = Self.sample(1, 10 * 1_440 + minute, 30)
      var fact = family.fact(.importWorkout(early, of: athlete), by: athlete, zone: honolulu)
      fact.zone = .max
      #expect(family.submit(fact) == .changed)
      #expect(days(family) == ["10 sample"])
    }
  }

  @Test("TRN-3: a workout across midnight counts once, on the day of its log or import")
  func midnight() {
    let family = family()
    take(family, Self.sample(1, 10 * 1_440 - 5, 60))
    #expect(days(family) == ["9 sample"])
    let logged = log(family, Self.log(10 * 1_440 + 1, 50))
    #expect(days(family) == ["10 both"])
    family.submit(.deleteTrainingLog(logged, of: athlete), by: athlete)
    // The day is the frozen one, whatever UTC says.
    _ = log(family, Self.log(10 * 1_440 + 1, 50, day: 9))
    #expect(days(family) == ["9 both"])
  }

  @Test("TRN-3: the pairs do not depend on the day that is asked for")
  func chain() {
    let family = family()
    // Each overlaps the next one for longer and longer: the pairs follow only from the end of the
    // chain.
    var start = 2 * 1_440
    for number in 0..<8 {
      if number.isMultiple(of: 2) {
        _ = log(family, Self.log(start, 1_440))
      } else {
        take(family, Self.sample(UInt64(number), start, 1_440))
      }
      start += 720 - 20 * number - 1
    }
    #expect(days(family).filter { $0.hasSuffix("both") }.count == 4)
    #expect(days(family).count == 4)
  }

  @Test("TRN-3: each counts once on one day, whatever the order of arrival", arguments: 0..<100)
  func anyOrder(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let maker = family()
    let zones = [Zone.utc, honolulu, tokyo]
    var facts: [Fact] = []
    var (logs, samples): ([Entity: WorkoutLog], [UInt64: ImportedWorkout]) = ([:], [:])
    var reportedIn: [UInt64: Zone] = [:]
    for _ in 0..<20 {
      let (start, length) = (5 * 1_440 + dice.roll(24) * 60, 30 + dice.roll(4) * 60)
      if dice.chance(1, in: 2) {
        let log = Self.log(start, length)
        let fact = maker.fact(.logWorkout(for: athlete, log), by: athlete)
        logs[fact.identity] = log
        facts.append(fact)
      } else {
        let number = UInt64(1 + dice.roll(6))
        let revision = 1 + (samples[number]?.revision ?? 0)
        let sample = Self.sample(number, start, length, revision: revision)
        let zone = dice.pick(zones)
        if reportedIn[number] == nil { reportedIn[number] = zone }
        samples[number] = sample
        facts.append(
          maker.fact(.importWorkout(sample, of: athlete), by: athlete, zone: zone))
      }
    }
    let family = family()
    for fact in dice.shuffled(facts) { family.submit(fact) }
    let records =
      logs.map { entity, log in
        WorkoutSpan(start: log.start, end: log.end, source: .hand, identity: entity)
      } + samples.values.map(\.span)
    var expected: [String] = []
    for one in WorkoutMatching.distinct(records) {
      let day =
        one.hand.map { logs[$0.identity]!.day }
        ?? reportedIn[one.span.identity.raw]!.localDay(at: one.span.start)
      expected.append(
        "\(TestFamily.firstDay.distance(to: day)) "
          + (one.store == nil ? "log" : one.hand == nil ? "sample" : "both"))
    }
    #expect(days(family).sorted() == expected.sorted())
    // Two states that received the facts in different orders are identical.
    let other = self.family()
    for fact in dice.shuffled(facts) { other.submit(fact) }
    #expect(family.isIdentical(to: other) && family.state.digest == other.state.digest)
    let copy = family.state.copy()
    #expect(copy.isIdentical(to: family.state) && copy.digest == family.state.digest)
  }

  @Test("NOT-7, TRN-3: a report has the workouts of its days, imported ones as well, each once")
  func report() {
    let family = family()
    for day in 8...11 { take(family, Self.sample(UInt64(day), day * 1_440 + 600, 60)) }
    _ = log(family, Self.log(10 * 1_440 + 610, 60))
    _ = log(family, Self.log(10 * 1_440 + 900, 60))
    let report = family.state.report(
      of: athlete, from: TestFamily.day(9), through: TestFamily.day(10))
    #expect(report.workouts == 3)
  }

  @Test("TRN-3: a day outside every calendar has no workouts")
  func noDay() {
    let family = family()
    take(family, Self.sample(1, 10 * 1_440, 60))
    for number in [Int32.min, -(1 << 30), 1 << 30, .max] {
      let day = LocalDay(number: number)
      #expect(family.state.training.workouts(of: athlete, on: day, family.state.shared).isEmpty)
      #expect(family.state.training.workoutCount(of: athlete, on: day, family.state.shared) == 0)
    }
  }
}

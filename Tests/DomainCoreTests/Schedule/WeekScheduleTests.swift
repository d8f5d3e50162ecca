import Chronology
import Testing

@testable import DomainCore

@Suite("A merged week")
struct WeekScheduleTests {
  private static let child = TestFamily.child

  private static func item(
    _ source: WeekItem.Source, _ number: UInt64, _ day: Int, _ minute: UInt16? = nil
  ) -> WeekItem {
    WeekItem(source, Entity(raw: number), of: child, on: TestFamily.day(day), minute: minute)
  }

  @Test("SCH-8: goes from Sunday to Saturday and holds what all areas have in it, by time")
  func merge() {
    // Day 6 is Sunday, January 11.
    let classes = [Self.item(.trainingClass, 1, 8, 600), Self.item(.trainingClass, 2, 13, 600)]
    let workouts = [Self.item(.assignedWorkout, 3, 8, 600), Self.item(.assignedWorkout, 4, 5, 0)]
    let sessions = [
      Self.item(.personalSession, 5, 12, 1_439), Self.item(.personalSession, 6, 8, 599),
    ]
    let academic = [Self.item(.academic, 7, 8), Self.item(.academic, 8, 6)]
    let parts = [sessions, academic, classes, workouts]
    let week = WeekSchedule(of: TestFamily.day(9), merging: parts)
    #expect(week.firstDay == TestFamily.day(6))
    #expect(week.items.map(\.entity.raw) == [8, 7, 6, 1, 3, 5])
    #expect(week.items(on: TestFamily.day(8)).map(\.entity.raw) == [7, 6, 1, 3])
    #expect(WeekSchedule(of: week.nextWeek, merging: parts).items.map(\.entity.raw) == [2])
    #expect(WeekSchedule(of: week.previousWeek, merging: parts).items.map(\.entity.raw) == [4])
  }

  @Test("SCH-8: is the same in whatever order the areas come, and names nothing twice")
  func order() {
    let items = (0..<40).map { number in
      Self.item(
        WeekItem.Source.allCases[number % 4], UInt64(number / 4), 6 + number % 3,
        number % 5 == 0 ? nil : UInt16(number % 2))
    }
    let week = WeekSchedule(of: TestFamily.day(6), merging: [items])
    var dice = Dice(seed: 4)
    for _ in 0..<20 {
      let shuffled = dice.shuffled(items + items)
      let parts = [Array(shuffled[..<9]), Array(shuffled[9...30]), Array(shuffled[31...])]
      #expect(WeekSchedule(of: TestFamily.day(6), merging: parts) == week)
    }
    #expect(week.items.count == items.count)
  }

  @Test("SCH-8: takes a person's classes with the wall time of whoever looks")
  func classes() {
    let (family, sport) = TestFamily.withSport()
    let angeles = Zone(named: "America/Los_Angeles")!
    // 17:30 on Saturday in Los Angeles, which is Sunday in UTC.
    let made = family.addClass(
      sport, day: 5, minute: 17 * 60 + 30, zone: angeles, rule: "FREQ=WEEKLY")
    family.today = 13
    family.submit(.setAttendance(of: Self.child, at: TestFamily.id(made, 12), to: true))
    func items(_ person: MemberHandle, _ day: Int, _ zone: Zone) -> [WeekItem] {
      family.state.weekItems(
        of: person, weekOf: TestFamily.day(day), in: zone, now: TestFamily.noon(0))
    }
    var expected = Self.item(.trainingClass, made.raw, 12, 1_050)
    expected.isDone = true
    #expect(items(Self.child, 12, angeles) == [expected])
    #expect(items(Self.child, 6, .utc).map(\.day) == [TestFamily.day(6)])
    #expect(items(Self.child, 6, .utc).map(\.minute) == [90])
    #expect(items(TestFamily.sibling, 12, angeles).isEmpty)
  }
}

import Chronology
import Testing

@testable import DomainCore

@Suite("The kinds of facts")
struct FactKindTests {
  @Test("belong to an area by their number, sixteen to each")
  func areas() {
    for kind in FactKind.allCases {
      #expect(FactKind.Area(rawValue: kind.rawValue >> 4) == kind.area)
    }
    #expect(FactKind.unknown.area == .families)
  }

  @Test("are in areas with the names of their cases")
  func areaNames() {
    for area in FactKind.Area.allCases { #expect(area.name == "\(area)") }
  }

  @Test("have the format version that introduced them, and so do their facts")
  func versions() {
    let second: Set<FactKind> = [
      .foodChanged, .foodMoved, .foodTextSet, .foodDeleted, .waterImported, .goalMetricSet,
      .goalTextSet, .goalMilestoneSet, .goalAttendanceSet, .trophyMade, .trophyGiven,
      .calendarFieldsOverruled,
    ]
    for kind in FactKind.allCases {
      #expect(kind.since == (second.contains(kind) ? 2 : 1), "\(kind)")
      #expect(kind.since <= Fact.schemaCurrent)
      let fact = Fact(
        command: Command(kind, subject: MemberHandle(0)), version: .never, sequence: 1,
        author: MemberHandle(0), day: LocalDay(number: 1), zone: .utc)
      #expect(fact.schema == kind.since)
    }
  }

  @Test("of an area equal its codes, by number and name")
  func codes() {
    Self.compare(FamilyCode.self)
    Self.compare(NutritionCode.self)
    Self.compare(TrainingCode.self)
    Self.compare(AcademicCode.self)
    Self.compare(RewardCode.self)
    Self.compare(GroupFactCode.self)
    Self.compare(HabitCode.self)
    Self.compare(ScheduleCode.self)
    Self.compare(CalendarCode.self)
    Self.compare(GoalCode.self)
    Self.compare(NotificationCode.self)
  }

  private static func compare<Code: FactCode>(_ codes: Code.Type) {
    let kinds = ([.unknown] + FactKind.allCases).filter { $0.area == Code.area }
    #expect(Set(Code.allCases.map(\.kind)) == Set(kinds.map(Optional.init)))
    for kind in kinds {
      #expect(Code(kind).map { "\($0)" } == "\(kind)")
      #expect(Code(kind)?.kind == kind)
    }
    for kind in FactKind.allCases where kind.area != Code.area { #expect(Code(kind) == nil) }
  }
}

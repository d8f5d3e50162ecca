import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

/// A family whose children have coaches: the members of `TestFamily`, then those named here.
extension TestFamily {
  static let coach = MemberHandle(4)
  static let athlete = MemberHandle(5)
  static let otherCoach = MemberHandle(6)
  static let otherAthlete = MemberHandle(7)

  static let trainingRoles: [Role] = [
    .parent, .child, .observer, .child, .coach, .athlete, .coach, .athlete, .groupMember,
  ]

  /// With the athlete on the coach's roster.
  static func withCoaches(firstDay: LocalDay = TestFamily.firstDay) -> TestFamily {
    let family = TestFamily()
    family.state = ScopeState(
      founders: trainingRoles, born: LocalDay(year: 2008, month: 5, day: 20), firstDay: firstDay)
    family.roster(coach, athlete)
    return family
  }

  /// FAM-10: a parent puts an athlete on a coach's roster, or takes them off it.
  @discardableResult
  func roster(
    _ coach: MemberHandle, _ athlete: MemberHandle, _ isOn: Bool = true
  ) -> Outcome {
    submit(.setRoster(of: coach, athlete: athlete, to: isOn), site: 900)
  }

  /// Submits what makes an entity, and returns it.
  @discardableResult func make(
    _ command: Command, by author: MemberHandle = parent, site: UInt32 = 1
  ) -> Entity {
    let made = fact(command, by: author, site: site)
    #expect(submit(made) == .changed, "the test's command is accepted")
    return made.identity
  }

  static func plan(
    _ day: Int, title: UInt32 = 1, minute: UInt16 = 1_020, minutes: UInt16 = 60,
    _ type: SessionType = .strength
  ) -> SessionPlan {
    SessionPlan(
      title: TextHandle(title),
      time: SessionTime(day: Self.day(day), minuteOfDay: minute, minutes: minutes),
      character: SessionCharacter(type))
  }

  static func blueprint(
    on weekdays: WeekdaySet = [.monday, .thursday], from first: Int = 0, through last: Int? = nil,
    title: UInt32 = 7
  ) -> TemplateBlueprint {
    TemplateBlueprint(
      title: TextHandle(title), minuteOfDay: 1_020, minutes: 90,
      character: SessionCharacter(.strength, .high),
      recurrence: TemplateRecurrence(
        on: weekdays, from: Self.day(first), through: last.map { Self.day($0) }))
  }

  static func squats(_ sets: UInt8 = 3, grams: UInt32 = 80_000) -> ExercisePlan {
    ExercisePlan(name: TextHandle(40), sets: sets, reps: 5, grams: grams)
  }

  func days(_ keys: [SessionKey]) -> [Int] {
    keys.map { TestFamily.firstDay.distance(to: $0.generatedDay!) }
  }
}

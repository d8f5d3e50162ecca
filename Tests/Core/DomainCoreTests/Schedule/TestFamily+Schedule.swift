import Base
import Chronology

@testable import DomainCore

/// Helpers of a test family for schedules: another parent, sports and classes.
///
/// Days are counted from the family's first one, a Monday; times are minutes of the day.
extension TestFamily {
  static let otherParent = MemberHandle(4)

  /// A family with two parents and a sport whose season is a hundred days from the first.
  static func withSport(seasonLast: Int = 99) -> (family: TestFamily, sport: Entity) {
    let family = TestFamily()
    family.state.addMember(Member(role: .parent, born: LocalDay(year: 1985, month: 3, day: 1)))
    return (family, family.addSport(last: seasonLast))
  }

  func addSport(first: Int = 0, last: Int = 99, for child: MemberHandle = child) -> Entity {
    let season = Season(first: Self.day(first), last: Self.day(last))
    let made = fact(.createSport(for: child, SportCreation(name: TextHandle(7), season: season)))
    precondition(submit(made) == .changed)
    return made.identity
  }

  /// Makes a class; without a rule it takes place once.
  func addClass(
    _ sport: Entity, day: Int, minute: UInt16, lasting: UInt16 = 60, zone: Zone = .utc,
    rule: String? = nil, for child: MemberHandle = child, type: ClassType = .practice,
    place: ClassPlace? = nil
  ) -> Entity {
    let start = ClassStart(day: Self.day(day), minute: minute, zone: zone)
    let made = fact(
      .createClass(
        for: child,
        ClassCreation(sport: sport, type: type, start: start, durationMinutes: lasting)))
    precondition(submit(made) == .changed)
    if let rule {
      let packed = PackedRecurrence(try! RecurrenceRule(parsing: rule))!
      precondition(submit(.setRecurrence(of: made.identity, to: packed)) == .changed)
    }
    if let place {
      precondition(
        submit(.setClassField(.place, of: made.identity, to: place.packed)) == .changed)
    }
    return made.identity
  }

  static func range(_ first: Int, _ last: Int) -> Range<Instant> {
    ScheduleSpan(from: day(first), through: day(last)).range(in: .utc)
  }

  /// The occurrences between two days, both included, in UTC.
  func occurrences(
    _ first: Int, _ last: Int, _ filter: ScheduleFilter = ScheduleFilter()
  ) -> [Occurrence] {
    state.occurrences(in: Self.range(first, last), now: Self.noon(today), filter: filter)
  }

  /// Their original days, counted from the family's first.
  func originalDays(
    _ first: Int = -20, _ last: Int = 400, _ filter: ScheduleFilter = ScheduleFilter()
  ) -> [Int] {
    occurrences(first, last, filter).map { state.index(of: $0.id.day) }
  }

  func conflicts(_ first: Int = 0, _ last: Int = 99) -> [ScheduleConflict] {
    state.conflicts(in: Self.range(first, last), now: Self.noon(today))
  }

  func driver(_ duty: Duty) -> MemberHandle? {
    state.occurrence(duty.occurrence, now: Self.noon(today))?[duty.kind].driver
  }

  static func id(_ trainingClass: Entity, _ day: Int) -> OccurrenceID {
    OccurrenceID(trainingClass, Self.day(day))
  }

  static func instant(_ day: Int, _ minute: Int) -> Instant {
    Instant(milliseconds: Int64(Self.day(day).number) * Span.day + Int64(minute) * Span.minute)
  }

  /// Ends a person's membership today, at noon.
  func remove(_ member: MemberHandle) {
    precondition(submit(.deactivateMember(member), site: 900) == .changed)
  }

  /// Resumes their membership.
  func readmit(_ member: MemberHandle) {
    precondition(submit(.activateMember(member), site: 900) == .changed)
  }
}

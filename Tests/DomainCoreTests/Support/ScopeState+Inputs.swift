import Base
import Chronology

@testable import DomainCore

/// What somebody is known to be, for tests that are about something else.
enum BodyRow {
  case sex
  case weight
  case height
}

// Puts into the state what other areas would have put there, without their facts.
extension ScopeState {
  mutating func recordBody(
    of person: MemberHandle, on day: LocalDay, _ row: BodyRow, _ value: UInt32
  ) {
    let measurement = Measurement(day: day, value: value)
    switch row {
    case .weight: families.weights.set(measurement, of: person)
    case .height: families.heights.set(measurement, of: person)
    case .sex:
      let key = Self.profileKey(.sex, of: person)
      let stamp = (registers[key]?.version.stamp ?? 0) + 1
      _ = registers.write(
        Payload(UInt64(value)), at: Version(stamp: stamp, site: 900), under: key)
    }
  }

  /// As if somebody had attended so many occurrences on a day.
  mutating func recordOccurrences(of person: MemberHandle, on day: LocalDay, _ count: UInt32) {
    let key = RowKey(UInt64(person.index), UInt64(UInt32(bitPattern: day.number)))
    let place = schedule.attendedByDay.place(of: key, orAdd: 0)
    schedule.attendedByDay[place] = Int32(count)
  }

  /// As if a month had so many occurrences for somebody: a class for each, on the last days of the
  /// month; what was planned before is deleted.
  mutating func planOccurrences(_ count: Int, of person: MemberHandle, year: Int, month: Int) {
    let first = LocalDay(year: year, month: month, day: 1)
    for place in 0..<schedule.classes.count {
      let made = schedule.classes[place]
      if made.participants.contains(person), made.start.day >= first,
        made.start.day < first.adding(days: first.daysInMonth)
      {
        schedule.classes[place].isDeleted = true
      }
    }
    let number = UInt32(schedule.classes.count * 2 + 1)
    let season = Season(first: LocalDay(number: 0), last: LocalDay(number: 60_000))
    say(.createSport(for: person, SportCreation(name: TextHandle(1), season: season)), number)
    let sport = Entity(site: 901, sequence: number)
    for offset in 0..<count {
      let start = ClassStart(
        day: first.adding(days: first.daysInMonth - 1 - offset), minute: 600, zone: .utc)
      say(
        .createClass(
          for: person,
          ClassCreation(sport: sport, type: .practice, start: start, durationMinutes: 60)),
        number + 1 + UInt32(offset) * 1_000)
    }
  }

  private mutating func say(_ command: Command, _ number: UInt32) {
    let fact = Fact(
      command: command, version: Version(stamp: UInt64(number), site: 901), sequence: number,
      author: MemberHandle(0), day: firstDay, zone: .utc)
    apply(fact)
  }
}

import Base
import Chronology

@testable import DomainCore

/// A person's body data, for tests that are about something else.
enum BodyRow {
  case sex
  case weight
  case height
}

// Writes into the state what other areas would have written, without their facts.
extension ScopeState {
  mutating func recordBody(
    of person: MemberHandle, on day: LocalDay, _ row: BodyRow, _ value: UInt32
  ) {
    let measurement = Measurement(day: day, value: value)
    switch row {
    case .weight: families.weights.set(measurement, of: person)
    case .height: families.heights.set(measurement, of: person)
    case .sex:
      let key = FamiliesState.profileKey(.sex, of: person)
      let stamp = (shared.registers[key]?.version.stamp ?? 0) + 1
      _ = shared.registers.write(
        Payload(UInt64(value)), at: Version(stamp: stamp, site: 900), under: key)
    }
  }

  /// Counts that many attended occurrences of a person on a day.
  mutating func recordOccurrences(of person: MemberHandle, on day: LocalDay, _ count: UInt32) {
    let before = schedule.attendedCount(of: person, from: day, through: day)
    schedule.trainedDays.count(
      TrainedDays.Count(attended: Int32(count) - Int32(before)), on: day, of: person)
  }
}

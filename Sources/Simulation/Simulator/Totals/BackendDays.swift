import Base
import Chronology
public import DomainCore

/// What all servers of a run have done, by day; can be added in any order.
public struct BackendDays: Sendable, Codable {
  private var firstDay: Int32 = 0
  private var days: [BackendUse] = []

  public init() {}

  mutating func add(_ uses: [(day: LocalDay, use: BackendUse)]) {
    for (day, use) in uses { add(use, on: day.number) }
  }

  mutating func add(_ other: BackendDays) {
    for (index, use) in other.days.enumerated() { add(use, on: other.firstDay + Int32(index)) }
  }

  private mutating func add(_ use: BackendUse, on day: Int32) {
    if days.isEmpty { firstDay = day }
    while day < firstDay {
      days.insert(BackendUse(), at: 0)
      firstDay -= 1
    }
    while Int(day - firstDay) >= days.count { days.append(BackendUse()) }
    days[Int(day - firstDay)] += use
  }

  /// The same as one server's cost meter.
  public var meter: CostMeter {
    var meter = CostMeter()
    for (index, use) in days.enumerated() {
      meter.note(use, at: Zone.utc.startOfDay(LocalDay(number: firstDay + Int32(index))))
    }
    return meter
  }
}

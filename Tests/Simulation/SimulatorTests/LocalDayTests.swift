import Base
import Chronology
import DomainCore
import Metrics
import Population
import Scenarios
import SyncCore
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("A day is a person's local day")
struct LocalDayTests {
  static let zones = [
    "UTC", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Europe/Lisbon",
    "Pacific/Apia", "Pacific/Chatham", "Pacific/Kiritimati", "Pacific/Pago_Pago",
  ]

  /// Weeks in which clocks change, in the northern and southern hemispheres.
  static let starts = ["2026-03-03", "2026-03-25", "2026-10-22"]

  @Test("in every zone, also when clocks change", arguments: zones, starts)
  func recordedDays(name: String, start: String) throws {
    let zone = try #require(Zone(named: name))
    let scenario = Scenario.small(people: 8, days: 12) {
      $0.start = start
      $0.population.zones = [WeightedZone(name, weight: 1)]
      $0.population.joinDaysSpread = 0
      $0.behavior.openLogitBase = 3
      $0.withoutFaults()
    }
    let simulation = Simulation(scenario)
    var rows = 0
    for index in 0..<simulation.map.count {
      let community = simulation.simulated(index)
      for tap in community.taps where tap.moment < simulation.settings.watermark {
        let day = zone.localDay(at: tap.moment)
        #expect(day == tap.day, "\(tap.moment)")
        #expect(tap.zone == zone.id)
        if tap.isByItself { continue }
        // Sessions begin from 06:30 to 22:30 local time and last half an hour at most.
        let minute = (tap.moment - zone.startOfDay(day)) / 60_000
        let shifted = zone.startOfDay(day.adding(days: 1)) - zone.startOfDay(day) != Span.day
        #expect(shifted || (390..<1381).contains(minute), "\(tap.moment)")
        rows += 1
      }
    }
    #expect(rows > 200)
  }

  @Test("and the last one has ended everywhere when the server is read")
  func watermark() throws {
    let simulation = Simulation(.small(people: 1, days: 5))
    let end = simulation.households.startDay.adding(days: 5)
    for name in Zone.allNames {
      let zone = try #require(Zone(named: name))
      #expect(zone.startOfDay(end) < simulation.settings.watermark, "\(name)")
    }
  }
}

extension Community {
  struct Tap {
    var moment: Instant
    var day: LocalDay
    var zone: UInt16
    /// A device's operations about external services, whenever it is awake.
    var isByItself: Bool
  }

  /// The times of the taps as the devices recorded them; without faults their clocks are right.
  fileprivate var taps: [Tap] {
    var taps: [Tap] = []
    for scope in 0..<world.backend.server.scopes.count {
      for position in 0..<world.backend.server.scopes[scope].feed.count {
        let fact = world.backend.server.scopes[scope].feed[position].operation.fact
        taps.append(
          Tap(
            moment: fact.version.instant, day: fact.day,
            zone: fact.zone,
            isByItself: fact.kind == .workoutImported || fact.kind == .workoutImportRemoved
              || fact.kind.rawValue >= FactKind.calendarEventMapped.rawValue
                && fact.kind.area == .calendar
          ))
      }
    }
    return taps
  }
}

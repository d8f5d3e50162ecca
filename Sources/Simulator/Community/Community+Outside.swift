import Base
import Chronology
import Counterparts
import DomainCore
import Metrics
import Population
import SimulationKernel
import SyncCore

// What lies outside of the product: calendars, health stores, catalogues. Only whoever uses one of
// them has an event here.
extension Community {
  mutating func liveOutside(_ kind: CommunityEvent, _ event: Event) {
    let target = Int(event.target)
    switch kind {
    case .calendarAsked: callArrives(Int32(bitPattern: event.payload), at: target)
    case .calendarAnswers: answerArrives(Int32(bitPattern: event.payload), from: target)
    case .calendarSilent: callFails(Int32(bitPattern: event.payload), of: target)
    case .calendarWakes: wakeCalendar(target)
    case .calendarTells: hearOfCalendar(target)
    case .calendarEdited:
      editCalendar(target, number: Int(event.detail), day: Int32(bitPattern: event.payload))
    case .sampleArrives: sampleArrives(Int(event.payload), in: target)
    case .sampleChanges: sampleChanges(Int(event.payload), in: target)
    default: preconditionFailure("nothing else is outside")
    }
  }

  /// How a device does something by itself, in its owner's name; nil once the owner has left the
  /// app, or the run is over for them.
  func doingByItself(_ device: Int) -> Tapping? {
    let owner = devices[device].owner
    let day = households[devices[device].household].zone.zone.localDay(at: now)
    guard !people[owner].state.hasLeft, runDay(day) < days else { return nil }
    return Tapping(
      author: owner, device: device, plannedDay: day, day: day, session: 0, sessions: 1)
  }

  // MARK: The end

  /// Everybody who is still there reads what is outside to its end, and says it to the server.
  ///
  /// Who has left the app has taken its connections along.
  mutating func settleOutside(latencies: inout LatencyHistogram) {
    for index in 0..<calendars.count {
      let device = calendars[index].device
      guard !people[devices[device].owner].state.hasLeft else { continue }
      healExchanges(device, latencies: &latencies)
      settleCalendar(index)
      healExchanges(device, latencies: &latencies)
    }
    for device in 0..<devices.count
    where devices[device].importer >= 0 && !people[devices[device].owner].state.hasLeft {
      settleImports(on: device)
      healExchanges(device, latencies: &latencies)
    }
  }

  /// What a device says when the run is over; on no record, for nobody has done it.
  mutating func commitAtEnd(_ command: Command, on device: Int, followers: UInt16 = 0) {
    if commit(command, on: device, day: lastDay, followers: followers) != nil {
      counters.healingOperations += 1
    }
  }

  /// The last day of the run, on which whatever is said at its end is said.
  var lastDay: LocalDay { date(of: Int32(days - 1)) }
}

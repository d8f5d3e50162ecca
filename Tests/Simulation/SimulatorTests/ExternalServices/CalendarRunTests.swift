import Base
import Chronology
import Environment
import DomainCore
import Population
import Scenarios
import SyncCore
import TestKit
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("External calendars of simulated families")
struct CalendarRunTests {
  typealias Occurrence = FamilyLogModel.Occurrence

  /// A calendar at the end of a run, with what the test needs to know of its family.
  struct ObservedRun {
    var log: FamilyLogModel
    var events: [ExternalCalendar.Event] = []
    var calendarEdits: [CalendarEditRecord] = []
    /// Whether a person is left who keeps the two in sync.
    var isKept: Bool
    var window: ClosedRange<LocalDay>

    /// The occurrence of an event, if it is one of the family's.
    static func occurrence(_ event: ExternalCalendar.Event) -> Occurrence? {
      event.key == RowKey(0)
        ? nil
        : Occurrence(
          training: Entity(raw: event.key.first),
          day: LocalDay(number: Int32(event.key.second & 0xFFFF)))
    }

    static func shown(_ event: ExternalCalendar.Event) -> FamilyLogModel.Shown {
      FamilyLogModel.Shown(
        title: event.values[0], start: Instant(milliseconds: Int64(event.values[1])),
        minutes: Int64(event.values[2]) / 60_000, place: event.values[3],
        notes: event.values[4] & 0xFFFF_FFFF, dropOff: event.values[4] >> 32 & 0xFFFF,
        pickUp: event.values[4] >> 48)
    }
  }

  private static func simulated(_ scenario: Scenario) -> [ObservedRun] {
    var all: [ObservedRun] = []
    scenario.simulate { community in
      let violations = community.violations
      #expect(violations.isEmpty, "\(violations)")
      for index in 0..<community.world.integrations.calendars.count {
        all.append(community.simulated(index))
      }
    }
    return all
  }

  // MARK: The end

  @Test(
    "CAL-1, CAL-2, CAL-3: at the end each occurrence has exactly one event, with the same details",
    arguments: ExternalServiceScenario.allCases, ExternalServiceScenario.seeds)
  func alike(kind: ExternalServiceScenario, seed: UInt64) {
    var (kept, compared, checked) = (0, 0, 0)
    for one in Self.simulated(kind.scenario(seed: seed)) {
      Self.expectNothingDoubled(one)
      Self.expectOwnEventsUntouched(one)
      guard one.isKept else { continue }
      kept += 1
      compared += Self.expectAlike(one)
      checked += Self.expectLastDeedsStand(one)
    }
    #expect(kept >= 3 && compared >= 20 && checked >= 10, "\(kept) \(compared) \(checked)")
  }

  private static func expectNothingDoubled(_ one: ObservedRun) {
    let keys = one.events.map(\.key).filter { $0 != RowKey(0) }
    #expect(Set(keys).count == keys.count, "nothing was created twice")
    let living = one.events.filter { !$0.isDeleted }.compactMap { ObservedRun.occurrence($0) }
    #expect(Set(living).count == living.count, "no occurrence has two events")
  }

  private static func expectOwnEventsUntouched(_ one: ObservedRun) {
    for event in one.events where event.key == RowKey(0) {
      let edits = one.calendarEdits.filter { $0.event == event.id && $0.change != .added }.count
      #expect(event.revision == UInt64(1 + edits) && event.propertiesRevision == 0)
    }
  }

  /// Compares the log with the calendar; returns the number of occurrences.
  private static func expectAlike(_ one: ObservedRun) -> Int {
    let expected = one.log.occurrences(in: one.window)
    var found: [Occurrence: FamilyLogModel.Shown] = [:]
    for event in one.events where !event.isDeleted {
      guard let occurrence = ObservedRun.occurrence(event), one.window.contains(occurrence.day)
      else {
        continue
      }
      found[occurrence] = ObservedRun.shown(event)
    }
    #expect(Set(found.keys) == Set(expected.keys))
    for (occurrence, shown) in expected where found[occurrence] != nil {
      #expect(found[occurrence] == shown, "\(occurrence)")
    }
    return expected.count
  }

  /// CAL-3: an edit in the calendar wins if no family member edited the same field later, or
  /// shortly before. Returns the number of such edits.
  private static func expectLastDeedsStand(_ one: ObservedRun) -> Int {
    var checked = 0
    for event in one.events where !event.isDeleted {
      guard let occurrence = ObservedRun.occurrence(event), one.window.contains(occurrence.day)
      else {
        continue
      }
      for field in CalendarField.allCases where field != .drivers {
        let last = one.calendarEdits.last {
          $0.event == event.id && ($0.change == .field(field) || isText($0.change, with: field))
        }
        guard let last, last.change == .field(field) else { continue }
        let name = field == .details ? "notes" : "\(field)"
        let tapped = one.log.lastTap(name, of: occurrence)
        if tapped > last.moment.milliseconds - Span.hour { continue }
        let value = event.values[Int(field.rawValue)] & (field == .details ? 0xFFFF_FFFF : .max)
        #expect(value == last.value, "\(field) of \(occurrence)")
        checked += 1
      }
    }
    return checked
  }

  /// An edit of the driver is an edit of the details.
  private static func isText(_ change: CalendarEditRecord.Change, with field: CalendarField)
    -> Bool
  {
    field == .details && change == .field(.drivers)
  }

  // MARK: Coverage

  @Test("CAL-1…CAL-4: everything that can happen to a calendar is in the logs of a few runs")
  func coverage() {
    var seen = Seen()
    for kind in ExternalServiceScenario.allCases {
      kind.scenario(seed: 7).simulate { community in community.note(&seen) }
    }
    for kind in FactKind.allCases where kind.area == .calendar {
      #expect(seen.kinds[kind, default: 0] > 0, "\(kind)")
    }
    #expect(seen.modes == Set(CalendarMode.allCases))
    #expect(seen.imported == Set([.title, .start, .duration, .place, .details]))
    #expect(seen.goneBy == Set(CalendarSide.allCases))
    #expect(seen.losers == Set(CalendarSide.allCases))
    #expect(seen.disconnections > 0 && seen.reconnections > 0)
    #expect(
      seen.calendarEdits.count == 3 + CalendarField.allCases.count - 1, "\(seen.calendarEdits)")
    #expect(seen.putBack > 0, "an occurrence that was deleted takes place again")
    #expect(seen.limitedRequests > 0 && seen.expiredReadings > 0)
  }

  @Test("CAL-4: a phone's pending changes are rejected after the other parent disconnects")
  func disconnecting() {
    var seen = Seen()
    // A calendar that accepts one call a minute, and a network that loses most messages, make syncs
    // long.
    ExternalServiceScenario.rough.scenario(seed: 8) {
      $0.population.parentsPerHousehold = [WeightedCount(2, weight: 1)]
      $0.activities.calendarDisconnectProbability = 0.5
      $0.network.calendarRequestsPerMinuteMax = 1
      $0.network.lossProbability = 0.6
    }.simulate { community in
      community.note(&seen)
      let violations = community.violations
      #expect(violations.isEmpty, "\(violations)")
    }
    #expect(seen.tooLate > 0, "\(seen)")
  }

  struct Seen {
    var kinds: [FactKind: Int] = [:]
    var modes: Set<CalendarMode> = []
    var imported: Set<CalendarField> = []
    var goneBy: Set<CalendarSide> = []
    var losers: Set<CalendarSide> = []
    var calendarEdits: Set<String> = []
    var (disconnections, reconnections, tooLate) = (0, 0, 0)
    var (limitedRequests, expiredReadings, putBack) = (0, 0, 0)
  }

  @Test("CAL-4: a calendar that never responds is asked for months")
  func neverAnswers() {
    var calls: Int32 = 0
    let scenario = ExternalServiceScenario.usual.scenario(seed: 1) {
      $0.people = 8
      $0.days = 100
      $0.activities.calendarRestoreProbability = 0
      $0.network.calendarFailureProbability = 1
    }
    scenario.simulate { community in
      for index in 0..<community.world.integrations.calendars.count {
        calls = max(calls, community.world.integrations.calendars[index].call)
      }
    }
    #expect(calls > Int32(UInt16.max))
  }

  @Test("CAL-1: a phone without a network sends no request to the calendar")
  func offline() {
    var (events, away) = (0, 0)
    ExternalServiceScenario.longOffline.scenario(seed: 4) {
      $0.network.longOfflineDeviceFraction = 1
    }
    .simulate { community in
      for index in 0..<community.world.integrations.calendars.count {
        let skew = community.world.integrations.calendars[index].calendar.settings.skew
        let spell = community.longWindow(of: community.world.integrations.calendars[index].device)
        let calendarEdits = (0..<community.world.integrations.calendars[index].calendarEdits.count)
          .map { community.world.integrations.calendars[index].calendarEdits[$0] }
        for event in community.simulated(index).events where event.key != RowKey(0) {
          for field in 0..<5 {
            let moment = Instant(milliseconds: event.fieldMilliseconds[field] - skew)
            if calendarEdits.contains(where: { $0.event == event.id && $0.moment == moment }) {
              continue
            }
            // A call may be in flight when the network goes.
            #expect(!spell.contains(moment) || moment - spell.from < 5 * Span.minute)
            events += 1
          }
        }
        away += calendarEdits.filter { spell.contains($0.moment) }.count
      }
    }
    #expect(events > 500 && away > 10, "\(events) \(away)")
  }
}

extension Community {
  /// The rows of a family's feed.
  func rows(of scope: Int) -> [FeedRow] { world.backend.server.rows(of: UInt32(scope)) }

  func simulated(_ index: Int) -> CalendarRunTests.ObservedRun {
    let device = world.integrations.calendars[index].device
    let log = FamilyLogModel(rows(of: world.integrations.calendars[index].household))
    let today = world.settings.lastDay
    var one = CalendarRunTests.ObservedRun(
      log: log,
      isKept: log.isConnected && !world.directory.people[world.fleet.devices[device].owner].hasLeft,
      window: today.adding(days: -7)...today.adding(days: 14))
    for id in 0..<UInt64(world.integrations.calendars[index].calendar.count) {
      one.events.append(world.integrations.calendars[index].calendar.event(id + 1)!)
    }
    for deed in 0..<world.integrations.calendars[index].calendarEdits.count {
      one.calendarEdits.append(world.integrations.calendars[index].calendarEdits[deed])
    }
    return one
  }

  fileprivate func note(_ seen: inout CalendarRunTests.Seen) {
    for index in 0..<world.integrations.calendars.count {
      seen.limitedRequests += world.integrations.calendars[index].calendar.limitedRequests
      seen.expiredReadings += world.integrations.calendars[index].calendar.expiredReadings
      seen.putBack += simulated(index).events.filter { $0.key.second >> 16 & 0xFFFF != 0 }.count
      for deed in simulated(index).calendarEdits { seen.calendarEdits.insert("\(deed.change)") }
      for row in rows(of: world.integrations.calendars[index].household) {
        let fact = row.operation.fact
        if row.verdict.refusal == .calendarNotConnected { seen.tooLate += 1 }
        guard !row.verdict.isRejected, fact.kind.area == .calendar else { continue }
        seen.kinds[fact.kind, default: 0] += 1
        let part = CalendarAddress(fact.payload.second).part
        switch fact.kind {
        case .calendarModeSet: seen.modes.insert(CalendarMode(rawValue: UInt8(fact.payload.first))!)
        case .calendarEditImported: seen.imported.insert(CalendarField(rawValue: part)!)
        case .calendarEventGone: seen.goneBy.insert(CalendarSide(rawValue: part)!)
        case .calendarConflictRecorded: seen.losers.insert(part >> 4 & 1 == 0 ? .ours : .theirs)
        case .calendarConnectionSet:
          if fact.payload.first == 0 { seen.disconnections += 1 }
          if fact.payload.first == 1 && seen.disconnections > 0 { seen.reconnections += 1 }
        default: break
        }
      }
    }
  }
}

import Base
import Chronology
import ReferenceModels
import SyncCore
import Testing

@testable import DomainCore
@testable import Properties

@Suite("Violations of P14 and P6 in external calendars")
struct CalendarReplayTests {
  let busy = ContendedWorld()
  var identity: CalendarIdentity {
    CalendarIdentity(trainingClass: busy.occurrence.trainingClass, day: busy.occurrence.day)
  }

  /// An occurrence that has an event with an edited title.
  init() {
    let (parent, one) = (busy.parent, identity)
    for command: Command in [
      .connectCalendar(0, true, by: parent), .mapCalendarEvent(40, to: one, in: 0, by: parent),
      .seeCalendarRevision(3, of: one, in: 0, by: parent),
      .importCalendarEdit(.title, to: 21, of: one, in: 0, by: parent),
      .recordCalendarConflict(
        CalendarConflict(
          identity: one, calendar: 0, field: .place, loser: .ours, isByDeletion: false, value: 5),
        by: parent),
    ] {
      busy.says(command)
    }
    busy.world.exchangeAll()
  }

  private func reports(_ change: (inout ScopeState) -> Void) -> [String] {
    busy.reports { change(&$0.server.scopes[0].state) }
  }

  @Test("correct folds violate nothing")
  func healthy() { #expect(reports { _ in } == []) }

  @Test("CAL-1: an imported edit that is not shown is detected")
  func imported() {
    let reports = reports { $0.schedule.occurrences[0].title = TextHandle(22) }
    #expect(reports.contains("an edit imported from a calendar is not shown"))
    #expect(reports.contains("the details prepared for a calendar differ from the plan"))
  }

  @Test("CAL-2: a wrong last synced state of an event is detected")
  func mappings() {
    let reports = reports { $0.calendar.mappings[0].seen = 2 }
    #expect(reports == ["the last synced state of an event differs from the log"])
  }

  @Test("CAL-2: an event that stands for two occurrences is detected")
  func doubled() {
    let next = CalendarIdentity(
      trainingClass: identity.trainingClass, day: identity.day.adding(days: 7))
    busy.says(.mapCalendarEvent(40, to: next, in: 0, by: busy.parent))
    busy.world.exchangeAll()
    #expect(reports { _ in } == ["one event stands for two occurrences"])
  }

  @Test("CAL-3: a lost edit that is not on record as it was is detected")
  func conflicts() {
    let reports = reports { $0.calendar.conflicts[0].value = 6 }
    #expect(reports == ["the edits recorded as lost differ from those that lost"])
  }

  @Test("CAL-4: a calendar connected without a command is detected")
  func connections() {
    let reports = reports { $0.calendar.connections[0].isConnected = false }
    #expect(reports == ["a calendar's connection differs from the last setting"])
  }

  @Test("CAL-2: a calendar that is to show the wrong driver is detected")
  func drivers() {
    let reports = reports { $0.schedule.occurrences[0].pickUp = DutyRecord() }
    #expect(reports.contains("the details prepared for a calendar differ from the plan"))
  }

  @Test(
    "CAL-3: a field with the version of another write, by which another edit would win, is detected"
  )
  func versions() {
    let reports = reports {
      let version = Version(stamp: .max >> 1, site: 1)
      let key = FieldKey(.title, of: busy.occurrence)
      _ = $0.shared.registers.write(Payload(21), at: version, under: key)
    }
    #expect(
      reports.contains("the details prepared for a calendar have the version of another write"))
  }

  @Test("CAL-1: a synced state that is wrong only for a while is detected")
  func incrementalReplay() {
    let state = busy.world.server.scopes[0].state.copy()
    var links = CalendarLinkModel()
    var last: Fact?
    for position in 0..<busy.world.feedEnd {
      let fact = busy.world.row(position).operation.fact
      _ = links.ingest(fact, in: ScheduleModel())
      if fact.kind == .calendarRevisionSeen { last = fact }
    }
    guard let last else { preconditionFailure("a revision was seen") }
    #expect(IncrementalLogReplay.problemInEvent(after: last, links, state) == nil)
    var next = last
    next.version.stamp += 1 << 32
    next.payload.first = 9
    _ = links.ingest(next, in: ScheduleModel())
    #expect(
      IncrementalLogReplay.problemInEvent(after: next, links, state)?.property == .derivedState)
  }

  // MARK: What is there outside

  private func event(_ item: CalendarItem, id: UInt64 = 40) -> CalendarEvent {
    CalendarEvent(
      id: id, revision: 1, isDeleted: false,
      key: CalendarKey(scope: 0, identity: item.identity), values: item.values,
      fieldRevisions: .zero, fieldMilliseconds: .zero, written: item.versions, writtenRevision: 1)
  }

  @Test("P6: a calendar at quiescence that differs from the family's plan is detected")
  func atRest() {
    let state = busy.world.server.scopes[0].state.copy()
    let window = busy.day...busy.day
    let item = state.schedule.calendarItems(in: window, state.shared)[0]
    func reports(_ events: [CalendarEvent]) -> [String] {
      var tally = PropertyTally()
      let look = CalendarConvergenceChecker(of: 0, in: window, at: busy.world.now)
      look.check(events, against: state, &tally)
      return tally.violations.map(\.what)
    }
    #expect(reports([event(item)]) == [])
    #expect(reports([]) == ["a calendar lacks an occurrence that takes place"])
    #expect(
      reports([event(item), event(item, id: 41)]) == ["a calendar shows an occurrence twice"])
    var other = event(item)
    other.values[.title] = 99
    #expect(reports([other]) == ["a calendar shows an occurrence with wrong details"])
    var (gone, foreign) = (event(item), event(item))
    gone.isDeleted = true
    foreign.key = nil
    #expect(reports([event(item), gone, foreign]) == [])
    var stray = event(item)
    stray.key?.identity.trainingClass = Entity(site: 9, sequence: 9)
    #expect(
      reports([event(item), stray]) == ["a calendar shows an occurrence that does not take place"])
  }

  @Test("P6: two sides that never stop syncing are detected")
  func restless() {
    var tally = PropertyTally()
    let look = CalendarConvergenceChecker(of: 0, in: busy.day...busy.day, at: busy.world.now)
    look.checkRests(true, &tally)
    #expect(tally.violations.isEmpty)
    look.checkRests(false, &tally)
    #expect(
      tally.violations.map(\.what) == ["a calendar does not reach quiescence after healing"])
  }
}

import Chronology
import Testing

@testable import DomainCore

@Suite("A round of reading and writing a calendar")
struct CalendarLinkTests {
  private static let identity = CalendarIdentity(
    trainingClass: Entity(site: 4, sequence: 2), day: TestFamily.day(3))

  private static func family(isMapped: Bool) -> TestFamily {
    let family = TestFamily()
    family.submit(.connectCalendar(3, true, by: TestFamily.parent))
    if isMapped {
      family.submit(.mapCalendarEvent(40, to: identity, in: 3, by: TestFamily.parent))
    }
    return family
  }

  @Test("CAL-1: the link reads an event that the list omitted, if the replica still knows of it")
  func madeAnew() throws {
    for isMapped in [true, false] {
      let before = Self.family(isMapped: true)
      let after = Self.family(isMapped: isMapped)
      let window = TestFamily.day(0)...TestFamily.day(9)
      let items = before.state.schedule.calendarItems(in: window, before.state.shared)
      var link = CalendarLink(scope: 0, calendar: 3)
      link.start()
      let reads = link.next(at: TestFamily.noon(1), items, on: before.state)
      #expect(reads == .read(nil))
      let commands = link.receive(
        .page([], next: CalendarToken(first: 1, second: 1), isLast: true),
        date: TestFamily.noon(1), at: TestFamily.noon(1), items, on: after.state)
      #expect(commands.isEmpty)
      let request = link.next(at: TestFamily.noon(1), items, on: after.state)
      #expect(request == (isMapped ? .look(event: 40) : nil))
    }
  }

  @Test("CAL-1: an event skipped by a wrong clock is read again when its day enters the window")
  func passedOver() {
    let family = Self.family(isMapped: true)
    let key = CalendarKey(scope: 0, identity: Self.identity)
    let noon = TestFamily.noon(1)
    for wrong in [20...29, -29...(-20)] {
      let days = TestFamily.day(wrong.lowerBound)...TestFamily.day(wrong.upperBound)
      let far = CalendarItems([], window: days)
      let near = family.state.schedule.calendarItems(
        in: TestFamily.day(0)...TestFamily.day(9), family.state.shared)
      var link = CalendarLink(scope: 0, calendar: 3)
      func reads(_ items: CalendarItems, _ events: [CalendarEvent]) -> CalendarRequest? {
        link.start()
        let request = link.next(at: noon, items, on: family.state)
        let token = CalendarToken(first: 1, second: 1)
        _ = link.receive(
          .page(events, next: token, isLast: true), date: noon, at: noon, items, on: family.state)
        while link.next(at: noon, items, on: family.state) != nil {
          _ = link.receive(.unknown, date: noon, at: noon, items, on: family.state)
        }
        return request
      }
      let token = CalendarRequest.read(CalendarToken(first: 1, second: 1))
      let first = reads(far, [Self.event(key: key)])
      let stillWrong = reads(far, [])
      let right = reads(near, [Self.event(key: key)])
      let later = reads(near, [])
      #expect(first == .read(nil) && stillWrong == token)
      #expect(right == .read(nil) && later == token)
    }
  }

  @Test("CAL-1: an event that a list omitted while far away is checked when its day is near")
  func missedFarOff() {
    let family = Self.family(isMapped: true)
    let noon = TestFamily.noon(1)
    let token = CalendarToken(first: 1, second: 1)
    for wrong in [20...29, -29...(-20)] {
      let days = TestFamily.day(wrong.lowerBound)...TestFamily.day(wrong.upperBound)
      let far = CalendarItems([], window: days)
      let near = family.state.schedule.calendarItems(
        in: TestFamily.day(0)...TestFamily.day(9), family.state.shared)
      var link = CalendarLink(scope: 0, calendar: 3)
      func asks(_ items: CalendarItems) -> [CalendarRequest] {
        var requests: [CalendarRequest] = []
        link.start()
        while let request = link.next(at: noon, items, on: family.state) {
          requests.append(request)
          var response = CalendarResponse.unknown
          if case .read = request { response = .page([], next: token, isLast: true) }
          _ = link.receive(response, date: noon, at: noon, items, on: family.state)
        }
        return requests
      }
      let (first, stillFar, right) = (asks(far), asks(far), asks(near))
      #expect(first == [.read(nil)] && stillFar == [.read(token)])
      #expect(right.prefix(2) == [.read(nil), .look(event: 40)])
    }
  }

  /// Event 40 as the calendar has it, after a person edited it there.
  private static func event(key: CalendarKey?) -> CalendarEvent {
    CalendarEvent(
      id: 40, revision: 2, isDeleted: false, key: key, values: CalendarValues(words: .zero),
      fieldRevisions: .zero, fieldMilliseconds: .zero, written: CalendarVersions(),
      writtenRevision: 1)
  }

  @Test("CAL-2: an event is ours if a device mapped it before it received the end")
  func mappedBehindAnEnd() {
    var mapping = CalendarMapping(identity: Self.identity, calendar: 3)
    mapping.ended = Version(stamp: 7, site: 1)
    (mapping.event, mapping.seen) = (40, 1)
    #expect(mapping.life != 0)
    for (isGone, id) in [(false, 40), (true, 40), (false, 41)] as [(Bool, UInt64)] {
      (mapping.isGone, mapping.event) = (isGone, id)
      var taking = CalendarReconciliation(
        calendar: 3, owner: TestFamily.parent, clockOffset: 0)
      let key = CalendarKey(scope: 0, identity: Self.identity)
      taking.take(Self.event(key: key), key, item: nil, mapping: mapping)
      let isHeeded = taking.commands.contains { $0.kind == .calendarRevisionSeen }
      #expect(isHeeded == (!isGone && id == 40), "\(isGone), \(id)")
    }
  }

  @Test("CAL-1: a refusal by etag without new content is not answered with the same request")
  func refusedForNothing() {
    let family = Self.family(isMapped: true)
    let items = family.state.schedule.calendarItems(
      in: TestFamily.day(0)...TestFamily.day(9), family.state.shared)
    var link = CalendarLink(scope: 0, calendar: 3)
    let noon = TestFamily.noon(1)
    func respond(_ response: CalendarResponse) -> [Command] {
      link.receive(response, date: noon, at: noon, items, on: family.state)
    }
    link.start()
    _ = link.next(at: noon, items, on: family.state)
    _ = respond(
      .page([Self.event(key: nil)], next: CalendarToken(first: 1, second: 1), isLast: true))
    let request = link.next(at: noon, items, on: family.state)
    #expect(request == .delete(event: 40, ifRevision: 0))
    let commands = respond(.conflict(Self.event(key: nil)))
    let next = link.next(at: noon, items, on: family.state)
    #expect(commands.isEmpty && next == nil && link.isIdle, "the round ends")
  }

  @Test("CAL-1: a failed save ends the round, and the next round reads everything again")
  func notSaved() {
    let family = Self.family(isMapped: true)
    let items = family.state.schedule.calendarItems(
      in: TestFamily.day(0)...TestFamily.day(9), family.state.shared)
    var link = CalendarLink(scope: 0, calendar: 3)
    let noon = TestFamily.noon(1)
    let key = CalendarKey(scope: 0, identity: Self.identity)
    var received: [[Command]] = []
    for _ in 0..<2 {
      link.start()
      let reads = link.next(at: noon, items, on: family.state)
      #expect(reads == .read(nil))
      received.append(
        link.receive(
          .page([Self.event(key: key)], next: CalendarToken(first: 1, second: 1), isLast: false),
          date: noon, at: noon, items, on: family.state))
      link.giveUp()
      let next = link.next(at: noon, items, on: family.state)
      #expect(next == nil && link.isIdle)
    }
    #expect(!received[0].isEmpty && received[0] == received[1])
  }
}

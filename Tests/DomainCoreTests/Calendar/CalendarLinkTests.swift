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

  @Test("CAL-1: looks at what the list did not show, if the copy still knows of it")
  func madeAnew() throws {
    for isMapped in [true, false] {
      let before = Self.family(isMapped: true)
      let after = Self.family(isMapped: isMapped)
      let window = TestFamily.day(0)...TestFamily.day(9)
      let items = before.state.calendarItems(in: window)
      var link = CalendarLink(scope: 0, calendar: 3)
      link.start()
      let reads = link.next(at: TestFamily.noon(1), items, on: before.state)
      #expect(reads == .read(nil))
      let commands = link.receive(
        .page([], next: CalendarToken(first: 1, second: 1), isLast: true),
        date: TestFamily.noon(1), at: TestFamily.noon(1), items, on: after.state)
      #expect(commands.isEmpty)
      let looks = link.next(at: TestFamily.noon(1), items, on: after.state)
      #expect(looks == (isMapped ? .look(event: 40) : nil))
    }
  }
}

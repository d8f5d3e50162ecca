import Chronology
import Testing

@testable import DomainCore

@Suite("How often a calendar is exchanged")
struct CalendarModeTests {
  private static let connected = TestFamily.noon(0)
  private static let last = TestFamily.noon(3)

  private static func next(_ mode: CalendarMode, _ occasion: CalendarExchangeContext) -> Instant? {
    mode.nextExchange(occasion, connected: connected)
  }

  @Test("CAL-4: each mode waits its interval after the last exchange; manual mode has none")
  func regular() {
    let occasion = CalendarExchangeContext(exchanged: Self.last)
    #expect(Self.next(.realTime, occasion) == Self.last + 15 * Span.minute)
    #expect(Self.next(.hourly, occasion) == Self.last + Span.hour)
    #expect(Self.next(.daily, occasion) == Self.last + Span.day)
    #expect(Self.next(.manual, occasion) == nil)
  }

  @Test("CAL-4: a new connection is exchanged at once, except in manual mode")
  func first() {
    for mode in CalendarMode.allCases {
      #expect(
        Self.next(mode, CalendarExchangeContext()) == (mode == .manual ? nil : Self.connected))
    }
  }

  @Test("CAL-4: a change is exchanged at once in real time only; a request is served in every mode")
  func occasions() {
    let noticed = Self.last + 10 * Span.second
    let asked = Self.last + 20 * Span.second
    let change = CalendarExchangeContext(exchanged: Self.last, noticed: noticed)
    let both = CalendarExchangeContext(exchanged: Self.last, noticed: noticed, asked: asked)
    #expect(Self.next(.realTime, change) == noticed && Self.next(.realTime, both) == noticed)
    #expect(Self.next(.hourly, change) == Self.last + Span.hour)
    #expect(Self.next(.manual, change) == nil)
    for mode in [CalendarMode.hourly, .daily, .manual] { #expect(Self.next(mode, both) == asked) }
    let late = CalendarExchangeContext(exchanged: Self.last, asked: Self.last + 2 * Span.hour)
    #expect(Self.next(.hourly, late) == Self.last + Span.hour)
  }

  @Test("CAL-4: no mode exchanges before the calendar accepts requests again")
  func notBefore() {
    var occasion = CalendarExchangeContext(
      exchanged: Self.last, noticed: Self.last, asked: Self.last)
    occasion.notBefore = Self.last + 90 * Span.second
    for mode in CalendarMode.allCases {
      #expect(Self.next(mode, occasion) == occasion.notBefore)
    }
    occasion = CalendarExchangeContext()
    occasion.notBefore = Self.last
    #expect(Self.next(.manual, occasion) == nil)
  }
}

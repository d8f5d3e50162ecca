import Testing

@testable import Chronology

@Suite("An instant")
struct InstantTests {
  @Test("prints in ISO 8601, with milliseconds only when there are any")
  func description() {
    #expect(Instant(milliseconds: 0).description == "1970-01-01T00:00:00Z")
    #expect(Instant(milliseconds: 1_767_571_200_000).description == "2026-01-05T00:00:00Z")
    #expect(Instant(milliseconds: -1).description == "1969-12-31T23:59:59.999Z")
    #expect(Instant(milliseconds: 1_767_571_200_007).description == "2026-01-05T00:00:00.007Z")
    #expect(Instant(milliseconds: .min).description == "-292275055-05-16T16:47:04.192Z")
    #expect(Instant(milliseconds: .max).description == "+292278994-08-17T07:12:55.807Z")
  }

  @Test(
    "reads what it prints",
    arguments: [
      "1970-01-01T00:00:00Z", "2026-01-05T23:59:59.999Z", "2024-02-29T12:00:00.100Z",
      "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
    ])
  func roundTrip(text: String) throws {
    #expect(try #require(Instant(text)).description == text)
  }

  @Test("reads one to three digits of a second's fraction")
  func fractions() {
    #expect(Instant("1970-01-01T00:00:01.5Z") == Instant(milliseconds: 1_500))
    #expect(Instant("1970-01-01T00:00:01.25Z") == Instant(milliseconds: 1_250))
    #expect(Instant("1970-01-01T00:00:01.125Z") == Instant(milliseconds: 1_125))
  }

  @Test(
    "refuses what is not an instant",
    arguments: [
      "", "2026-01-05", "2026-01-05T00:00:00", "2026-01-05T00:00:00+01:00", "2026-1-5T00:00:00Z",
      "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
      "2026-01-00T00:00:00Z", "2026-01-05T24:00:00Z", "2026-01-05T00:60:00Z",
      "2026-01-05T00:00:60Z", "2026-01-05T00:00:00.Z", "2026-01-05T00:00:00.1234Z",
      "2026-01-05T00:00:00Z ", " 2026-01-05T00:00:00Z", "2026-01-05 00:00:00Z",
      "٢026-01-05T00:00:00Z",
    ])
  func refusal(text: String) {
    #expect(Instant(text) == nil)
  }

  @Test("counts in milliseconds")
  func arithmetic() {
    var instant = Instant(milliseconds: 5)
    #expect(instant + 3 * Span.second == Instant(milliseconds: 3_005))
    #expect(instant - Span.minute == Instant(milliseconds: -59_995))
    #expect(instant + Span.day - instant == 86_400_000)
    instant += Span.hour
    #expect(instant == Instant(milliseconds: 3_600_005))
    instant -= Span.week
    #expect(instant < Instant(milliseconds: 0))
    #expect(Span.week == 7 * Span.day && Span.day == 24 * Span.hour)
    #expect(Span.hour == 60 * Span.minute && Span.minute == 60 * Span.second)
    #expect(Span.second == 1_000 * Span.millisecond)
  }
}

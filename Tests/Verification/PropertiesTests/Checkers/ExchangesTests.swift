import Base
import Chronology
import DomainCore
import SyncCore
import Testing

@testable import Properties

@Suite("P12 of sessions and P14 of costs are seen to fail")
struct ExchangesTests {
  let start = Zone.utc.startOfDay(MonitoredWorld.firstDay)

  /// What an exchange counts that pushes so many operations, delivers so many rows, and writes
  /// others.
  private func exchanged(_ pushed: Int = 0, _ delivered: Int = 0, _ rows: Int = 0) -> BackendUse {
    BackendUse(
      reads: 1 + Int64(delivered), writes: rows == 0 ? 0 : Int64(rows) + 1,
      bytesReceived: Int64(MemoryLayout<RequestHeader>.size + 68 * pushed),
      bytesSent: Int64(MemoryLayout<ResponseHeader>.size + 96 * delivered),
      bytesKept: 96 * Int64(rows))
  }

  /// Answers a site on some days, each in a way; tells what is reported.
  private func reports(
    _ kind: AccountKind, _ responses: [(day: Int, ResponseKind)], late: Int64 = 0
  ) -> [String] {
    var checker = ExchangesChecker()
    var tally = PropertyTally()
    for (day, response) in responses {
      let now = start + Int64(day) * Span.day
      let isFree = response == .signInRefused || response == .siteUnknown
      let use =
        isFree || response == .signedIn
        ? BackendUse(reads: isFree ? 0 : 1, writes: response == .signedIn ? 1 : 0) : exchanged()
      let lasts = Int64(kind == .person ? 30 : 7) * Span.day
      let ends = response == .needsSignIn ? now - 1 : now + lasts
      checker.responded(
        ResponseHeader(response, site: 3, scope: 0), to: 0, of: kind, ends: ends + late,
        delivering: 0,
        having: FlatArray(),
        from: BackendUse(), to: use, at: now, realTime: now, &tally)
    }
    return tally.violations.map(\.what)
  }

  @Test("FAM-8, FAM-13: when somebody is let in whose session has lapsed, and not before")
  func lapsed() {
    let what = "a device was let in whose session had lapsed"
    for (kind, days) in [(AccountKind.person, 30), (.athlete, 7), (.coach, 7)] {
      #expect(reports(kind, [(0, .page), (days, .page)]) == [])
      #expect(reports(kind, [(0, .page), (days + 1, .page)]) == [what])
      #expect(
        reports(kind, [(0, .page), (days + 1, .needsSignIn), (days + 1, .snapshot)]) == [what])
      #expect(reports(kind, [(0, .page), (days + 1, .signedIn), (days + 2, .page)]) == [])
      #expect(reports(kind, [(0, .page), (days, .page), (2 * days, .page)]) == [])
    }
  }

  @Test("FAM-8: when somebody is asked to sign in whose session has not lapsed")
  func asked() {
    let what = "a device was to sign in whose session had not lapsed"
    #expect(reports(.person, [(0, .page), (29, .needsSignIn)]) == [what])
    #expect(reports(.person, [(0, .page), (31, .needsSignIn), (31, .signInRefused)]) == [])
    #expect(reports(.person, [(5, .needsSignIn)]) == [], "nobody knows since when")
  }

  @Test("FAM-8: when a session ends later or earlier than it is to, or begins with no sign-in")
  func ends() {
    let what = "a session ends at another time than it is to"
    for late in [-1, 1] as [Int64] {
      #expect(reports(.coach, [(0, .page)], late: late) == [what])
      #expect(reports(.person, [(0, .signedIn)], late: late) == [what])
    }
    let unasked = "a session begins anew without a sign-in"
    #expect(reports(.person, [(0, .needsSignIn)], late: Span.day) == [unasked])
    #expect(reports(.person, [(0, .purge)], late: 1) == [])
  }

  @Test("FAM-8: not when the server has begun anew, and knows less than it did")
  func failedOver() {
    var checker = ExchangesChecker()
    var tally = PropertyTally()
    func respond(_ kind: ResponseKind, day: Int64) {
      let now = start + day * Span.day
      checker.responded(
        ResponseHeader(kind, site: 0, scope: 0), to: 0, of: .person,
        ends: kind == .needsSignIn ? now - 1 : now + 30 * Span.day, delivering: 0,
        having: FlatArray(),
        from: BackendUse(), to: exchanged(), at: now, realTime: now, &tally)
    }
    respond(.page, day: 0)
    checker.failedOver()
    respond(.needsSignIn, day: 3)
    #expect(tally.violations.isEmpty)
  }

  @Test("COST-1: when an exchange costs something else than it has read and written")
  func costs() {
    let world = MonitoredWorld()
    let habit = world.creates()
    world.completes(habit)
    world.exchangeAll()
    var rows = FlatArray<FeedRow>()
    for position in 0..<2 { rows.append(world.row(position)) }
    let before = BackendUse(reads: 7, writes: 9, bytesReceived: 5, bytesSent: 4, bytesKept: 3)
    func reports(_ change: (inout BackendUse) -> Void) -> [String] {
      var checker = ExchangesChecker()
      var tally = PropertyTally()
      var use = before
      use += exchanged(3, 5, 2)
      change(&use)
      checker.responded(
        ResponseHeader(site: 0, scope: 0), to: 3, of: .person, ends: start + 30 * Span.day,
        delivering: 5, having: rows, from: before, to: use, at: start, realTime: start, &tally)
      return tally.violations.map(\.what)
    }
    let what = "an exchange costs something else than it has done"
    #expect(reports { _ in } == [])
    #expect(reports { $0.reads -= 1 } == [what])
    #expect(reports { $0.writes -= 1 } == [what])
    let bytes = "an exchange moves other bytes than its messages have"
    #expect(reports { $0.bytesReceived += 68 } == [bytes])
    #expect(reports { $0.bytesSent -= 96 } == [bytes])
    #expect(reports { $0.bytesKept += 96 } == [bytes])
  }
}

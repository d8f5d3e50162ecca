import Base
import Chronology
import DomainCore
import SyncCore
import Testing

@testable import Properties

@Suite("Violations of P12 in sessions and of P14 in costs")
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

  /// Responds to a site on some days, each time in one way; returns the reports.
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

  @Test("FAM-8, FAM-13: serving a device whose session has expired is detected, and not before")
  func lapsed() {
    let what = "a device was served although its session had expired"
    for (kind, days) in [(AccountKind.person, 30), (.athlete, 7), (.coach, 7)] {
      #expect(reports(kind, [(0, .page), (days, .page)]) == [])
      #expect(reports(kind, [(0, .page), (days + 1, .page)]) == [what])
      #expect(
        reports(kind, [(0, .page), (days + 1, .needsSignIn), (days + 1, .snapshot)]) == [what])
      #expect(reports(kind, [(0, .page), (days + 1, .signedIn), (days + 2, .page)]) == [])
      #expect(reports(kind, [(0, .page), (days, .page), (2 * days, .page)]) == [])
    }
  }

  @Test("FAM-8: asking for a sign-in before the session has expired is detected")
  func asked() {
    let what = "a device was asked to sign in before its session had expired"
    #expect(reports(.person, [(0, .page), (29, .needsSignIn)]) == [what])
    #expect(reports(.person, [(0, .page), (31, .needsSignIn), (31, .signInRefused)]) == [])
    #expect(reports(.person, [(5, .needsSignIn)]) == [], "no one knows since when")
  }

  @Test("FAM-8: a wrong expiry time, and a renewal without a sign-in, are detected")
  func ends() {
    let what = "a session has the wrong expiry time"
    for late in [-1, 1] as [Int64] {
      #expect(reports(.coach, [(0, .page)], late: late) == [what])
      #expect(reports(.person, [(0, .signedIn)], late: late) == [what])
    }
    let unasked = "a session was renewed without a sign-in"
    #expect(reports(.person, [(0, .needsSignIn)], late: Span.day) == [unasked])
    #expect(reports(.person, [(0, .purge)], late: 1) == [])
  }

  @Test("FAM-8: a server that knows less after a failover violates nothing")
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

  @Test("COST-1: a cost that differs from what an exchange has read and written is detected")
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
    let what = "the counted cost of an exchange is wrong"
    #expect(reports { _ in } == [])
    #expect(reports { $0.reads -= 1 } == [what])
    #expect(reports { $0.writes -= 1 } == [what])
    let bytes = "the counted bytes of an exchange differ from its messages"
    #expect(reports { $0.bytesReceived += 68 } == [bytes])
    #expect(reports { $0.bytesSent -= 96 } == [bytes])
    #expect(reports { $0.bytesKept += 96 } == [bytes])
  }
}

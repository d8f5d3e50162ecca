import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("COST-1: what the backend does is counted and priced")
struct CostTests {
  private static let day = LocalDay(year: 2026, month: 3, day: 1)
  private static func noon(_ index: Int) -> Instant {
    day.adding(days: index).noon
  }

  @Test("COST-1: 100,000 reads cost 6 cents, 100,000 writes 18, 100,000 deletes 2")
  func prices() {
    let prices = PriceTable.prices(on: Self.day, in: PriceTable.published)
    let cent: Int64 = 10_000_000
    #expect(prices.nanodollars(for: BackendUse(reads: 100_000)) == 6 * cent)
    #expect(prices.nanodollars(for: BackendUse(writes: 100_000)) == 18 * cent)
    #expect(prices.nanodollars(for: BackendUse(deletes: 100_000)) == 2 * cent)
    #expect(prices.nanodollars(for: BackendUse(bytesSent: 1 << 30)) == 15 * cent)
    #expect(prices.nanodollars(for: BackendUse(bytesReceived: 1 << 40)) == 0)
    // 0.75 cents a text message; photographs cost by their size.
    #expect(prices.nanodollars(for: BackendUse(textMessages: 4)) == 3 * cent)
    #expect(prices.nanodollars(for: BackendUse(photos: 9)) == 0)
    // No overflow at a petabyte.
    #expect(prices.nanodollars(for: BackendUse(bytesSent: 1 << 50)) == 15 * cent << 20)
  }

  @Test("COST-1: stored bytes cost 2.6 cents a gigabyte and month, on every day that they are kept")
  func storage() {
    var meter = CostMeter()
    // A gigabyte from the first day on, half of which is deleted on the fourth.
    meter.note(BackendUse(bytesKept: 1 << 30), at: Self.noon(0))
    meter.note(BackendUse(bytesKept: -1 << 29), at: Self.noon(3))
    meter.note(BackendUse(), at: Self.noon(5))
    let kept = (0..<meter.dayCount).map { meter.bytesKept($0) >> 29 }
    #expect(kept == [2, 2, 2, 1, 1, 1])
    // 26,000,000 nanodollars a month are 866,666 a day, rounded down, and 433,333 for half of it.
    let cost = meter.nanodollars()
    #expect(cost == 3 * 866_666 + 3 * 433_333)
    // A photograph is stored, too.
    let photo = BackendUse.photo
    #expect(photo.photos == 1 && photo.bytesKept == 300_000 && photo.bytesReceived == 300_000)
  }

  @Test("COST-1: each day is priced by the table of its day")
  func datedPrices() {
    let old = PriceTable.published[0]
    var new = old
    new.from = Self.day.adding(days: 1)
    new.readNanodollars = 1
    var meter = CostMeter()
    for index in 0..<3 { meter.note(BackendUse(reads: 10), at: Self.noon(index)) }
    #expect(meter.nanodollars(by: [new, old]) == 10 * 600 + 2 * 10 * 1)
    let before = PriceTable.prices(on: LocalDay(year: 1999, month: 1, day: 1), in: [new, old])
    #expect(before == old)
  }

  @Test("COST-1: uses add up by day, also when the clock is set back")
  func days() {
    var meter = CostMeter()
    meter.note(BackendUse(reads: 1, bytesSent: 9), at: Self.noon(0))
    meter.note(BackendUse(reads: 2, writes: 1), at: Self.noon(2))
    meter.note(BackendUse(reads: 4, deletes: 5, bytesReceived: 7), at: Self.noon(2) + Span.hour)
    meter.note(BackendUse(reads: 8), at: Self.noon(-1))
    let uses = (0..<meter.dayCount).map { meter.use($0) }
    #expect(
      uses == [
        BackendUse(reads: 9, bytesSent: 9), BackendUse(),
        BackendUse(reads: 6, writes: 1, deletes: 5, bytesReceived: 7),
      ])
    let total = meter.total
    #expect(total == BackendUse(reads: 15, writes: 1, deletes: 5, bytesReceived: 7, bytesSent: 9))
    let last = meter.day(2)
    #expect(last == Self.day.adding(days: 2))
  }

  @Test("COST-1: the free quota covers exactly 50,000 reads and 20,000 writes a day")
  func quota() {
    let quota = FreeQuota.published
    #expect(quota.covers(BackendUse(reads: 50_000, writes: 20_000)))
    #expect(!quota.covers(BackendUse(reads: 50_001)))
    #expect(!quota.covers(BackendUse(writes: 20_001)))
  }

  @Test("COST-1: 50 to 150 dollars a month for 100 active families, ends included")
  func budget() {
    let budget = CostBudget.published
    let dollar: Int64 = 1_000_000_000
    #expect(budget.standing(nanodollars: 50 * dollar, days: 30, active: 100) == .inside)
    #expect(budget.standing(nanodollars: 50 * dollar - 1, days: 30, active: 100) == .below)
    #expect(budget.standing(nanodollars: 150 * dollar, days: 30, active: 100) == .inside)
    #expect(budget.standing(nanodollars: 150 * dollar + 1, days: 30, active: 100) == .above)
    // Ten years of two million families, at a dollar a family and month: beyond 64 bits.
    let decade = 120 * 2_000_000 * dollar
    #expect(budget.standing(nanodollars: decade, days: 3_600, active: 2_000_000) == .inside)
    // Two months of 50 families cost as much as one of 100.
    #expect(budget.standing(nanodollars: 150 * dollar, days: 60, active: 50) == .inside)
  }
}

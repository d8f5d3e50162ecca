public import Base
public import Chronology

/// COST-1: counts what the backend does, by its own day, and holds it against quota and budget.
public struct CostMeter: ~Copyable {
  /// The day that counting began with.
  @usableFromInline var firstDay: Int32 = 0
  @usableFromInline var days: FlatArray<BackendUse>
  /// What was noted since somebody last took it away, for whoever says on whose account it goes.
  public var uncharged = BackendUse()

  @inlinable public init() {
    days = FlatArray()
  }

  /// Counts a piece of work on the day of the backend's clock. O(1), amortised over days.
  @inlinable public mutating func note(_ use: BackendUse, at now: Instant) {
    let day = now.utcDay.number
    if days.isEmpty { firstDay = day }
    // A clock that is set back counts for the first day that is known.
    let index = max(0, Int(day) - Int(firstDay))
    if index >= days.count { days.extend(to: index + 1, repeating: BackendUse()) }
    days[index] += use
    uncharged += use
  }

  @inlinable public var dayCount: Int { days.count }

  /// What was done on a day, counted from the first one.
  public func use(_ index: Int) -> BackendUse { days[index] }

  public func day(_ index: Int) -> LocalDay { LocalDay(number: firstDay + Int32(index)) }

  /// Everything that was done.
  public var total: BackendUse {
    var total = BackendUse()
    for index in 0..<days.count { total += days[index] }
    return total
  }

  /// How many bytes were kept at the end of a day, counted from the first one.
  public func bytesKept(_ index: Int) -> Int64 {
    var kept: Int64 = 0
    for earlier in 0...index { kept += days[earlier].bytesKept }
    return max(0, kept)
  }

  /// What everything cost, each day at its own prices; what is kept costs on every day that it is.
  public func nanodollars(by tables: [PriceTable] = PriceTable.published) -> Int64 {
    var (sum, kept): (Int64, Int64) = (0, 0)
    for index in 0..<days.count {
      let prices = PriceTable.prices(on: day(index), in: tables)
      kept += days[index].bytesKept
      sum += prices.nanodollars(for: days[index]) + prices.nanodollars(keeping: max(0, kept))
    }
    return sum
  }
}

/// COST-1: what a backend gives away each day.
public struct FreeQuota: BitwiseCopyable, Hashable, Sendable {
  public var reads: Int64
  public var writes: Int64

  public init(reads: Int64, writes: Int64) {
    self.reads = reads
    self.writes = writes
  }

  /// 50,000 reads and 20,000 writes a day.
  public static let published = FreeQuota(reads: 50_000, writes: 20_000)

  /// Whether a day's use stays inside it.
  public func covers(_ use: BackendUse) -> Bool {
    use.reads <= reads && use.writes <= writes
  }
}

/// COST-1: what a month may cost for so many active families.
public struct CostBudget: BitwiseCopyable, Hashable, Sendable {
  public var dollarsLow: Int64
  public var dollarsHigh: Int64
  public var families: Int64

  public init(dollarsLow: Int64, dollarsHigh: Int64, families: Int64) {
    self.dollarsLow = dollarsLow
    self.dollarsHigh = dollarsHigh
    self.families = families
  }

  /// 50 to 150 dollars a month for 100 active families.
  public static let published = CostBudget(dollarsLow: 50, dollarsHigh: 150, families: 100)

  /// Where a cost stands against the budget.
  public enum BudgetStatus: String, BitwiseCopyable, CaseIterable, Sendable {
    case below
    case inside
    case above
  }

  /// Where `nanodollars` in `days` days for `active` families stand, taking a month for 30 days.
  public func standing(nanodollars: Int64, days: Int64, active: Int64) -> BudgetStatus {
    precondition(days > 0 && active > 0, "a budget is for families and days")
    // Both sides times days × families and in double width, so that nothing is rounded and nothing
    // overflows: years of millions of families do not fit into 64 bits.
    let spent = (nanodollars * 30).multipliedFullWidth(by: families)
    func allowed(_ dollars: Int64) -> (high: Int64, low: UInt64) {
      (days * active).multipliedFullWidth(by: dollars * 1_000_000_000)
    }
    if spent < allowed(dollarsLow) { return .below }
    return spent <= allowed(dollarsHigh) ? .inside : .above
  }
}

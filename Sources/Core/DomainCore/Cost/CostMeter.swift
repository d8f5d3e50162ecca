public import Base
public import Chronology

/// COST-1: counts the backend's work per day of its clock, to compare it with quota and budget.
public struct CostMeter: ~Copyable {
  /// The first day of counting.
  @usableFromInline var firstDay: Int32 = 0
  @usableFromInline var days: FlatArray<BackendUse>
  /// The use since the caller last drained it, so that the caller can attribute it to a family.
  public var uncharged = BackendUse()

  @inlinable public init() {
    days = FlatArray()
  }

  /// Counts a piece of work on the day of the backend's clock. O(1), amortized over days.
  @inlinable public mutating func note(_ use: BackendUse, at now: Instant) {
    let day = now.utcDay.number
    if days.isEmpty { firstDay = day }
    // A clock that is set back counts for the first known day.
    let index = max(0, Int(day) - Int(firstDay))
    if index >= days.count { days.extend(to: index + 1, repeating: BackendUse()) }
    days[index] += use
    uncharged += use
  }

  @inlinable public var dayCount: Int { days.count }

  /// The use of a day, numbered from the first one.
  public func use(_ index: Int) -> BackendUse { days[index] }

  public func day(_ index: Int) -> LocalDay { LocalDay(number: firstDay + Int32(index)) }

  /// The total use.
  public var total: BackendUse {
    var total = BackendUse()
    for index in 0..<days.count { total += days[index] }
    return total
  }

  /// The bytes stored at the end of a day, numbered from the first one.
  public func bytesKept(_ index: Int) -> Int64 {
    var kept: Int64 = 0
    for earlier in 0...index { kept += days[earlier].bytesKept }
    return max(0, kept)
  }

  /// The total cost, each day at its own prices; stored bytes cost on every day that they are kept.
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

/// COST-1: the free quota of a backend per day.
public struct FreeQuota: BitwiseCopyable, Hashable, Sendable {
  public var reads: Int64
  public var writes: Int64

  public init(reads: Int64, writes: Int64) {
    self.reads = reads
    self.writes = writes
  }

  /// 50,000 reads and 20,000 writes a day.
  public static let published = FreeQuota(reads: 50_000, writes: 20_000)

  /// Whether a day's use is within the quota.
  public func covers(_ use: BackendUse) -> Bool {
    use.reads <= reads && use.writes <= writes
  }
}

/// COST-1: the monthly budget for so many active families.
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

  /// How a cost compares with the budget.
  public enum BudgetStatus: String, BitwiseCopyable, CaseIterable, Sendable {
    case below
    case inside
    case above
  }

  /// Compares `nanodollars` in `days` days for `active` families; a month has 30 days.
  public func standing(nanodollars: Int64, days: Int64, active: Int64) -> BudgetStatus {
    precondition(days > 0 && active > 0, "a budget needs families and days")
    // Cross-multiplied by days × families in double width, so that nothing is rounded or overflows:
    // years of millions of families do not fit into 64 bits.
    let spent = (nanodollars * 30).multipliedFullWidth(by: families)
    func allowed(_ dollars: Int64) -> (high: Int64, low: UInt64) {
      (days * active).multipliedFullWidth(by: dollars * 1_000_000_000)
    }
    if spent < allowed(dollarsLow) { return .below }
    return spent <= allowed(dollarsHigh) ? .inside : .above
  }
}

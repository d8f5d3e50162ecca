/// The load of the backend, compared with the free tier and the budget (COST-1).
public struct CostSummary: Hashable, Sendable {
  /// Documents that devices read and wrote per day, on average.
  public var readsPerDay: Double
  public var writesPerDay: Double
  /// The free tier per day.
  public var freeTierReads: Int64
  public var freeTierWrites: Int64
  /// The number of such people whose enrolled days fit into the free tier, on average: 1,000 times
  /// the free tier over the metrics `ft.quota.reads` and `ft.quota.writes`.
  public var peopleWithinFreeTier: Double
  /// Families with an active member within a month, on an average day.
  public var activeFamilies: Double
  /// The cost of a month of 30 days, scaled to the active families of the budget; nil if no family
  /// was active.
  public var dollarsPerMonth: Double?
  public var budgetFamilies: Int64
  public var budgetLow: Int64
  public var budgetHigh: Int64
  /// The cost relative to the budget: below, inside or above.
  public var budgetStatus: String?

  public init(
    readsPerDay: Double, writesPerDay: Double, freeTierReads: Int64, freeTierWrites: Int64,
    peopleWithinFreeTier: Double, activeFamilies: Double, dollarsPerMonth: Double?,
    budgetFamilies: Int64,
    budgetLow: Int64, budgetHigh: Int64, budgetStatus: String?
  ) {
    self.readsPerDay = readsPerDay
    self.writesPerDay = writesPerDay
    self.freeTierReads = freeTierReads
    self.freeTierWrites = freeTierWrites
    self.peopleWithinFreeTier = peopleWithinFreeTier
    self.activeFamilies = activeFamilies
    self.dollarsPerMonth = dollarsPerMonth
    self.budgetFamilies = budgetFamilies
    self.budgetLow = budgetLow
    self.budgetHigh = budgetHigh
    self.budgetStatus = budgetStatus
  }

  /// The numbers by name, for documents and tables.
  public var numbers: [(name: String, value: Double)] {
    [
      ("readsPerDay", readsPerDay), ("writesPerDay", writesPerDay),
      ("freeTierReads", Double(freeTierReads)),
      ("freeTierWrites", Double(freeTierWrites)), ("peopleWithinFreeTier", peopleWithinFreeTier),
      ("activeFamilies", activeFamilies),
    ] + (dollarsPerMonth.map { [("dollarsPerMonth", $0)] } ?? []) + [
      ("budgetFamilies", Double(budgetFamilies)), ("budgetLow", Double(budgetLow)),
      ("budgetHigh", Double(budgetHigh)),
    ]
  }

  /// The load compared with the free tier, in one line.
  var quotaText: String {
    let whole = { (number: Double) in NumberText.fixed(number, digits: 0) }
    return "\(whole(readsPerDay)) reads and \(whole(writesPerDay)) writes per day; "
      + "the free tier is enough for \(whole(peopleWithinFreeTier)) people"
  }

  /// The cost of the backend store alone, in one line.
  var costText: String? {
    guard let dollarsPerMonth, let budgetStatus else { return nil }
    return "$\(NumberText.fixed(dollarsPerMonth, digits: 2)) per month for \(budgetFamilies) "
      + "active families, \(budgetStatus) the planned budget of $\(budgetLow)–\(budgetHigh)"
  }
}

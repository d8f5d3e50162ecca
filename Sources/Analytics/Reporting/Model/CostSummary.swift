/// What the backend had to do, held against what is free and what may be spent (COST-1).
public struct CostSummary: Hashable, Sendable {
  /// Documents that devices read and wrote, on a mean day.
  public var readsPerDay: Double
  public var writesPerDay: Double
  /// What is free every day.
  public var freeTierReads: Int64
  public var freeTierWrites: Int64
  /// For how many people of this kind that is enough.
  public var peopleWithinFreeTier: Double
  /// Families of which somebody was active within a month, on a mean day.
  public var activeFamilies: Double
  /// In a month of 30 days, for so many active families as the budget is for; missing where none
  /// was active.
  public var dollarsPerMonth: Double?
  public var budgetFamilies: Int64
  public var budgetLow: Int64
  public var budgetHigh: Int64
  /// Where that stands: below, inside or above.
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

  /// The numbers by their names, as documents and tables have them.
  public var numbers: [(name: String, value: Double)] {
    [
      ("readsADay", readsPerDay), ("writesADay", writesPerDay),
      ("readsFree", Double(freeTierReads)),
      ("writesFree", Double(freeTierWrites)), ("peopleFree", peopleWithinFreeTier),
      ("activeFamilies", activeFamilies),
    ] + (dollarsPerMonth.map { [("dollarsAMonth", $0)] } ?? []) + [
      ("budgetFamilies", Double(budgetFamilies)), ("budgetLow", Double(budgetLow)),
      ("budgetHigh", Double(budgetHigh)),
    ]
  }

  /// The store's work against what is free, in a line.
  var quotaText: String {
    "\(NumberText.fixed(readsPerDay, digits: 0)) reads and \(NumberText.fixed(writesPerDay, digits: 0))"
      + " writes a day; what is free is enough for \(NumberText.fixed(peopleWithinFreeTier, digits: 0)) people"
  }

  /// What the store alone costs, in a line.
  var costText: String? {
    guard let dollarsPerMonth, let budgetStatus else { return nil }
    return "$\(NumberText.fixed(dollarsPerMonth, digits: 2)) a month for \(budgetFamilies) active "
      + "families, \(budgetStatus) the $\(budgetLow)–\(budgetHigh) that are planned"
  }
}

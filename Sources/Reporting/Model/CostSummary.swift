/// What the backend had to do, held against what is free and what may be spent (COST-1).
public struct CostSummary: Hashable, Sendable {
  /// Documents that devices read and wrote, on a mean day.
  public var readsADay: Double
  public var writesADay: Double
  /// What is free every day.
  public var readsFree: Int64
  public var writesFree: Int64
  /// For how many people of this kind that is enough.
  public var peopleFree: Double
  /// Families of which somebody was active within a month, on a mean day.
  public var activeFamilies: Double
  /// In a month of 30 days, for so many active families as the budget is for; missing where none
  /// was active.
  public var dollarsAMonth: Double?
  public var budgetFamilies: Int64
  public var budgetLow: Int64
  public var budgetHigh: Int64
  /// Where that stands: below, inside or above.
  public var standing: String?

  public init(
    readsADay: Double, writesADay: Double, readsFree: Int64, writesFree: Int64,
    peopleFree: Double, activeFamilies: Double, dollarsAMonth: Double?, budgetFamilies: Int64,
    budgetLow: Int64, budgetHigh: Int64, standing: String?
  ) {
    self.readsADay = readsADay
    self.writesADay = writesADay
    self.readsFree = readsFree
    self.writesFree = writesFree
    self.peopleFree = peopleFree
    self.activeFamilies = activeFamilies
    self.dollarsAMonth = dollarsAMonth
    self.budgetFamilies = budgetFamilies
    self.budgetLow = budgetLow
    self.budgetHigh = budgetHigh
    self.standing = standing
  }

  /// The numbers by their names, as documents and tables have them.
  public var numbers: [(name: String, value: Double)] {
    [
      ("readsADay", readsADay), ("writesADay", writesADay), ("readsFree", Double(readsFree)),
      ("writesFree", Double(writesFree)), ("peopleFree", peopleFree),
      ("activeFamilies", activeFamilies),
    ] + (dollarsAMonth.map { [("dollarsAMonth", $0)] } ?? []) + [
      ("budgetFamilies", Double(budgetFamilies)), ("budgetLow", Double(budgetLow)),
      ("budgetHigh", Double(budgetHigh)),
    ]
  }

  /// The store's work against what is free, in a line.
  var quotaText: String {
    "\(NumberText.fixed(readsADay, digits: 0)) reads and \(NumberText.fixed(writesADay, digits: 0))"
      + " writes a day; what is free is enough for \(NumberText.fixed(peopleFree, digits: 0)) people"
  }

  /// What the store alone costs, in a line.
  var costText: String? {
    guard let dollarsAMonth, let standing else { return nil }
    return "$\(NumberText.fixed(dollarsAMonth, digits: 2)) a month for \(budgetFamilies) active "
      + "families, \(standing) the $\(budgetLow)–\(budgetHigh) that are planned"
  }
}

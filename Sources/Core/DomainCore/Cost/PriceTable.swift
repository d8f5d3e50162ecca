public import Chronology

/// COST-1: the prices of a backend from a day on, in billionths of a US dollar, so that sums are
/// exact.
public struct PriceTable: BitwiseCopyable, Hashable, Sendable {
  /// The first day of these prices.
  public var from: LocalDay
  public var readNanodollars: Int64
  public var writeNanodollars: Int64
  public var deleteNanodollars: Int64
  /// For 2³⁰ bytes sent.
  public var gibibyteSentNanodollars: Int64
  /// For 2³⁰ bytes stored for a month of 30 days.
  public var gibibyteKeptNanodollars: Int64
  public var textMessageNanodollars: Int64

  public init(
    from: LocalDay, readNanodollars: Int64, writeNanodollars: Int64, deleteNanodollars: Int64,
    gibibyteSentNanodollars: Int64, gibibyteKeptNanodollars: Int64 = 0,
    textMessageNanodollars: Int64 = 0
  ) {
    self.from = from
    self.readNanodollars = readNanodollars
    self.writeNanodollars = writeNanodollars
    self.deleteNanodollars = deleteNanodollars
    self.gibibyteSentNanodollars = gibibyteSentNanodollars
    self.gibibyteKeptNanodollars = gibibyteKeptNanodollars
    self.textMessageNanodollars = textMessageNanodollars
  }

  /// The published prices of the document store that the products plan with: 0.06, 0.18 and 0.02
  /// dollars for 100,000 reads, writes and deletes, 0.15 dollars for a gigabyte sent, 0.026 for one
  /// stored for a month, and 0.0075 for a text message.
  public static let published = [
    PriceTable(
      from: LocalDay(year: 2024, month: 1, day: 1), readNanodollars: 600, writeNanodollars: 1_800,
      deleteNanodollars: 200, gibibyteSentNanodollars: 150_000_000,
      gibibyteKeptNanodollars: 26_000_000, textMessageNanodollars: 7_500_000)
  ]

  /// The prices of a day: the latest table that has started, or the first table before that.
  public static func prices(on day: LocalDay, in tables: [PriceTable]) -> PriceTable {
    precondition(!tables.isEmpty, "at least one price table is needed")
    var (latest, first) = (Int?.none, 0)
    for (place, table) in tables.enumerated() {
      if table.from < tables[first].from { first = place }
      if table.from <= day, latest.map({ tables[$0].from <= table.from }) ?? true { latest = place }
    }
    return tables[latest ?? first]
  }

  /// The cost of the use at these prices; the cost of bytes is rounded down.
  public func nanodollars(for use: BackendUse) -> Int64 {
    let bytes = use.bytesSent.multipliedFullWidth(by: gibibyteSentNanodollars)
    return use.reads * readNanodollars + use.writes * writeNanodollars
      + use.deletes * deleteNanodollars + use.textMessages * textMessageNanodollars
      + (Int64(1) << 30).dividingFullWidth(bytes).quotient
  }

  /// COST-1: the cost of storing so many bytes for a day, rounded down.
  public func nanodollars(keeping bytes: Int64) -> Int64 {
    let month = bytes.multipliedFullWidth(by: gibibyteKeptNanodollars)
    return (30 * Int64(1) << 30).dividingFullWidth(month).quotient
  }
}

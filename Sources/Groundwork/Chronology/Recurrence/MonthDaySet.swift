/// SCH-3: days of the month, as BYMONTHDAY lists them: 15, or -1 for the last.
public struct MonthDaySet: Hashable, Sendable {
  private var fromStart: UInt32 = 0
  private var fromEnd: UInt32 = 0

  public init() {}

  /// The days whose bits are set: bit 0 is the first day of the month, or the last.
  public init(fromStart: UInt32, fromEnd: UInt32) {
    self.fromStart = fromStart & 0x7FFF_FFFF
    self.fromEnd = fromEnd & 0x7FFF_FFFF
  }

  public var isEmpty: Bool { fromStart == 0 && fromEnd == 0 }

  /// Adds a day of the month: 1 to 31, or -31 to -1 counted from the month's end.
  public mutating func insert(_ day: Int) {
    precondition((1...31).contains(day.magnitude), "a day is 1 to 31 or -31 to -1")
    let bit: UInt32 = 1 << (UInt32(day.magnitude) - 1)
    if day > 0 { fromStart |= bit } else { fromEnd |= bit }
  }

  public func contains(_ day: Int) -> Bool {
    (day > 0 ? fromStart : fromEnd) >> (UInt32(day.magnitude) - 1) & 1 == 1
  }

  /// The matching days of a month, its first day being bit 0.
  func days(of month: MonthLayout) -> UInt32 {
    (fromStart | fromEnd.bitsReversed >> (32 - month.dayCount)) & month.allDays
  }
}

extension UInt32 {
  /// The bits in opposite order, bit 0 becoming bit 31.
  fileprivate var bitsReversed: UInt32 {
    var bits = self
    bits = (bits & 0x5555_5555) << 1 | bits >> 1 & 0x5555_5555
    bits = (bits & 0x3333_3333) << 2 | bits >> 2 & 0x3333_3333
    bits = (bits & 0x0F0F_0F0F) << 4 | bits >> 4 & 0x0F0F_0F0F
    return bits.byteSwapped
  }
}

/// The compiled-in table of time zones: fixed-width text, read in place.
///
/// Text of fixed width is data the compiler copies into the binary as it stands. It needs no
/// initialization at start, no lock, no allocation, and a new IANA release shows as a readable
/// difference. The generated parts are `ZoneTable+Names.swift` and `ZoneTable+Changes.swift`.
///
/// The table covers the years 2015 to 2045. Before them the first offset applies, after them the
/// last, so that a clock which is far off still has a local day.
enum ZoneTable {
  /// A time during which a zone's offset does not change: `from` is in it, `until` is not.
  struct Period {
    let from: Int64
    let until: Int64
    let offset: Int64
  }

  /// The changes of one zone: a range of records in `changes`.
  struct Schedule {
    let firstChange: Int
    let count: Int

    /// The period that holds `milliseconds`; O(log changes).
    func index(at milliseconds: Int64) -> Int {
      var low = 0
      var high = count
      while high - low > 1 {
        let middle = (low + high) / 2
        if ZoneTable.start(ofChange: firstChange + middle) <= milliseconds {
          low = middle
        } else {
          high = middle
        }
      }
      return low
    }

    func period(_ index: Int) -> Period {
      let change = firstChange + index
      return Period(
        from: index == 0 ? .min : ZoneTable.start(ofChange: change),
        until: index == count - 1 ? .max : ZoneTable.start(ofChange: change + 1),
        offset: ZoneTable.offset(ofChange: change))
    }
  }

  /// The widths of the generated rows: name, blank, first change, blank, count, newline.
  private static var nameWidth: Int { 30 }
  private static var nameRowWidth: Int { 39 }
  private static var changeWidth: Int { 9 }

  static func schedule(of zone: UInt16) -> Schedule {
    // The blanks before the two numbers read as zeros of one number of eight digits.
    let both = decimal(nameRow(zone) + nameWidth)
    return Schedule(firstChange: Int(both / 1_000), count: Int(both % 1_000))
  }

  /// The bytes of a zone's name.
  static func name(of zone: UInt16) -> UnsafeBufferPointer<UInt8> {
    let field = UnsafeBufferPointer(start: nameRow(zone), count: nameWidth)
    return UnsafeBufferPointer(rebasing: field.prefix { $0 != UInt8(ascii: " ") })
  }

  private static func nameRow(_ zone: UInt16) -> UnsafePointer<UInt8> {
    nameRows.utf8Start + Int(zone) * nameRowWidth
  }

  private static func start(ofChange change: Int) -> Int64 {
    // The first six digits of the row's first eight.
    let minutes = hexadecimal(changes.utf8Start + change * changeWidth) >> 8
    return (startMinutes + minutes) * Span.minute
  }

  private static func offset(ofChange change: Int) -> Int64 {
    // The last three digits of the row's last eight.
    let biased = hexadecimal(changes.utf8Start + change * changeWidth + 1) & 0xFFF
    return (biased - offsetBiasMinutes) * Span.minute
  }

  /// Reads eight digits 0 to 9 and a to f at once, which the generator wrote and the tests check.
  @inline(__always)
  private static func hexadecimal(_ text: UnsafePointer<UInt8>) -> Int64 {
    let bytes = word(text)
    // A letter has bit 6, and nine more than its low four bits say.
    var value = bytes & 0x0F0F_0F0F_0F0F_0F0F &+ (bytes &>> 6 & 0x0101_0101_0101_0101) &* 9
    value = (value &<< 4 | value &>> 8) & 0x00FF_00FF_00FF_00FF
    value = (value &<< 8 | value &>> 16) & 0x0000_FFFF_0000_FFFF
    return Int64(value &<< 16 & 0xFFFF_0000 | value &>> 32)
  }

  /// Reads eight digits 0 to 9 or blanks at once.
  @inline(__always)
  private static func decimal(_ text: UnsafePointer<UInt8>) -> Int64 {
    var value = word(text) & 0x0F0F_0F0F_0F0F_0F0F
    value = (value &* 10 &+ value &>> 8) & 0x00FF_00FF_00FF_00FF
    value = (value &* 100 &+ value &>> 16) & 0x0000_FFFF_0000_FFFF
    return Int64(value & 0xFFFF &* 10_000 &+ value &>> 32)
  }

  /// Eight bytes of text, the first of them lowest: each step above joins neighbors, of which the
  /// lower one is worth more.
  @inline(__always)
  private static func word(_ text: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(text).loadUnaligned(as: UInt64.self))
  }
}

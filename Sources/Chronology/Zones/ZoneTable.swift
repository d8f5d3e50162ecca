/// The compiled-in table of time zones: fixed-width text, read in place.
///
/// Text of fixed width is data the compiler copies into the binary as it stands. It needs no
/// initialisation at start, no lock, no allocation, and a new IANA release shows as a readable
/// difference. The generated parts are `ZoneTable+Names.swift` and `ZoneTable+Changes.swift`.
///
/// The table covers the years 2015 to 2045. Before them the first offset holds, after them the
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
    let row = nameRow(zone)
    return Schedule(
      firstChange: Int(number(row + nameWidth + 1, digits: 4, radix: 10)),
      count: Int(number(row + nameWidth + 6, digits: 2, radix: 10)))
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
    let minutes = number(changes.utf8Start + change * changeWidth, digits: 6, radix: 16)
    return (startMinutes + minutes) * Span.minute
  }

  private static func offset(ofChange change: Int) -> Int64 {
    let biased = number(changes.utf8Start + change * changeWidth + 6, digits: 3, radix: 16)
    return (biased - offsetBiasMinutes) * Span.minute
  }

  /// Reads digits 0 to 9 and a to f, which the generator wrote and the tests check.
  private static func number(_ text: UnsafePointer<UInt8>, digits: Int, radix: Int64) -> Int64 {
    var value: Int64 = 0
    for index in 0..<digits {
      let byte = text[index]
      let isLetter = byte >= UInt8(ascii: "a")
      let digit = byte - (isLetter ? UInt8(ascii: "a") - 10 : UInt8(ascii: "0"))
      value = value * radix + Int64(digit)
    }
    return value
  }
}

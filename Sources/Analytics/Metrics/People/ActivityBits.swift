/// The run days on which a person was active: a borrowed view of one bit per day.
///
/// Day `d` is bit `d % 64` of word `d / 64`. Bits past the last day of the run are clear.
public struct ActivityBits {
  @usableFromInline let words: UnsafePointer<UInt64>

  /// A view of `words`, which must outlive it.
  @inlinable
  public init(_ words: UnsafePointer<UInt64>) {
    self.words = words
  }

  /// The number of words for `days` days.
  @inlinable
  public static func wordCount(days: Int) -> Int {
    (days + 63) / 64
  }

  @inlinable
  public subscript(day: Int) -> Bool {
    words[day >> 6] >> UInt64(day & 63) & 1 == 1
  }

  /// The first active day before `days`. Complexity: a step per 64 days.
  func first(before days: Int) -> Int? {
    for index in 0..<Self.wordCount(days: days) where words[index] != 0 {
      return index * 64 + words[index].trailingZeroBitCount
    }
    return nil
  }

  /// The number of active days in `range`. Complexity: a step per 64 days.
  func count(in range: Range<Int>) -> Int {
    guard !range.isEmpty else { return 0 }
    let (head, tail) = (range.lowerBound >> 6, (range.upperBound - 1) >> 6)
    let headMask = UInt64.max << UInt64(range.lowerBound & 63)
    let tailMask = UInt64.max >> UInt64(63 - (range.upperBound - 1) & 63)
    if head == tail { return (words[head] & headMask & tailMask).nonzeroBitCount }
    var count = (words[head] & headMask).nonzeroBitCount
    for index in head + 1..<tail { count += words[index].nonzeroBitCount }
    return count + (words[tail] & tailMask).nonzeroBitCount
  }

  /// 64 days starting at `day`, the first in the lowest bit; days from `days` on are inactive.
  func window(from day: Int, before days: Int) -> UInt64 {
    let (index, shift) = (day >> 6, UInt64(day & 63))
    let low = words[index] >> shift
    // If the window starts at a word, the shift by 64 is defined and gives zero.
    let high = index + 1 < Self.wordCount(days: days) ? words[index + 1] << (64 - shift) : 0
    return low | high
  }

  /// Whether no bit is set from `days` on, which the methods above rely on.
  func isClear(from days: Int) -> Bool {
    let used = days & 63
    return used == 0 || words[days >> 6] >> UInt64(used) == 0
  }
}

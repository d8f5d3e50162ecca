public import Base

/// The days on which each of several habits was done, one bit a day.
///
/// Days are counted from the family's first day. A run is a maximal sequence of consecutive done
/// days. Setting and reading a day is O(1); finding a run is O(run ÷ 64).
public struct DoneDays: ~Copyable {
  public var words: FlatArray<UInt64>
  public let wordsPerHabit: Int

  /// Has capacity for `dayCapacity` days, a multiple of 64.
  @inlinable public init(dayCapacity: Int) {
    precondition(dayCapacity > 0 && dayCapacity % 64 == 0)
    words = FlatArray()
    wordsPerHabit = dayCapacity / 64
  }

  @inlinable public var dayCapacity: Int { wordsPerHabit * 64 }

  /// Adds a habit that was never done.
  @inlinable public mutating func addHabit() {
    words.extend(to: words.count + wordsPerHabit, repeating: 0)
  }

  /// Whether a day inside the capacity is done.
  @inlinable public func isDone(_ habit: Int, _ day: Int) -> Bool {
    words[habit * wordsPerHabit + day >> 6] >> UInt64(day & 63) & 1 == 1
  }

  /// Marks a day inside the capacity as done or not.
  @inlinable public mutating func set(_ habit: Int, _ day: Int, _ done: Bool) {
    let bit: UInt64 = 1 << UInt64(day & 63)
    if done {
      words[habit * wordsPerHabit + day >> 6] |= bit
    } else {
      words[habit * wordsPerHabit + day >> 6] &= ~bit
    }
  }

  /// The number of done days in a row that end with `day`; zero if `day` is not done.
  @inlinable public func runEnding(_ habit: Int, at day: Int) -> Int {
    guard day >= 0 && day < dayCapacity else { return 0 }
    var word = day >> 6
    // The word's days up to `day`, shifted so that `day` is the highest bit.
    var run = (~(words[habit * wordsPerHabit + word] << UInt64(63 - day & 63))).leadingZeroBitCount
    if run <= day & 63 { return run }
    run = day & 63 + 1
    while word > 0 {
      word -= 1
      let ones = (~words[habit * wordsPerHabit + word]).leadingZeroBitCount
      run += ones
      if ones < 64 { break }
    }
    return run
  }

  /// The number of done days in a row that begin with `day`; zero if `day` is not done.
  @inlinable public func runBeginning(_ habit: Int, at day: Int) -> Int {
    guard day < dayCapacity else { return 0 }
    var word = day >> 6
    let module = 64 - day & 63
    var run = (~(words[habit * wordsPerHabit + word] >> UInt64(day & 63))).trailingZeroBitCount
    if run < module { return run }
    run = module
    word += 1
    while word < wordsPerHabit {
      let ones = (~words[habit * wordsPerHabit + word]).trailingZeroBitCount
      run += ones
      if ones < 64 { break }
      word += 1
    }
    return run
  }

  /// The number of done days in `first...last`, both inside the capacity.
  public func count(_ habit: Int, from first: Int, through last: Int) -> Int {
    guard first <= last else { return 0 }
    var total = 0
    for word in (first >> 6)...(last >> 6) {
      var bits = words[habit * wordsPerHabit + word]
      if word == first >> 6 { bits &= ~0 << UInt64(first & 63) }
      if word == last >> 6 { bits &= ~0 >> UInt64(63 - last & 63) }
      total += bits.nonzeroBitCount
    }
    return total
  }

  /// The last done day up to `day`, if there is one.
  public func lastDone(_ habit: Int, upTo day: Int) -> Int? {
    var day = min(day, dayCapacity - 1)
    while day >= 0 {
      let word = words[habit * wordsPerHabit + day >> 6] << UInt64(63 - day & 63)
      if word != 0 { return day - word.leadingZeroBitCount }
      day = day & ~63 - 1
    }
    return nil
  }

  /// The first done day, if there is one.
  public func firstDone(_ habit: Int) -> Int? {
    for word in 0..<wordsPerHabit {
      let bits = words[habit * wordsPerHabit + word]
      if bits != 0 { return word * 64 + bits.trailingZeroBitCount }
    }
    return nil
  }

  /// The longest run, by iterating over every run; O(days ÷ 64 + runs).
  public func longestRun(_ habit: Int) -> Int {
    var longest = 0
    var day = dayCapacity - 1
    while let last = lastDone(habit, upTo: day) {
      let run = runEnding(habit, at: last)
      longest = max(longest, run)
      day = last - run
    }
    return longest
  }

  /// Whether two tables of habits have the same done days.
  public func isIdentical(to other: borrowing DoneDays) -> Bool {
    wordsPerHabit == other.wordsPerHabit && words.hasSameBytes(as: other.words)
  }

  /// A deep copy.
  public func copy() -> DoneDays {
    var copy = DoneDays(dayCapacity: dayCapacity)
    copy.words = words.copy()
    return copy
  }

  /// The days of one habit alone.
  public func row(_ habit: Int) -> DoneDays {
    var row = DoneDays(dayCapacity: dayCapacity)
    row.addHabit()
    for word in 0..<wordsPerHabit { row.words[word] = words[habit * wordsPerHabit + word] }
    return row
  }

  /// The same days with a larger capacity.
  public func widened(dayCapacity: Int) -> DoneDays {
    var wider = DoneDays(dayCapacity: dayCapacity)
    let habits = words.count / wordsPerHabit
    for habit in 0..<habits {
      wider.addHabit()
      for word in 0..<wordsPerHabit {
        wider.words[habit * wider.wordsPerHabit + word] = words[habit * wordsPerHabit + word]
      }
    }
    return wider
  }
}

/// Texts with numbers: those that the feed has, from the first number up, and those that only
/// pending operations have, from the last number down.
///
/// By their bytes: a dictionary of strings would merge texts that are canonically equal by the
/// standard library's version of Unicode.
struct TextList: Sendable {
  let first: UInt32
  let last: UInt32
  /// The feed's, in the order of their first appearance; nil where the letters were deleted.
  private(set) var kept: [[UInt8]?] = []
  private(set) var drafts: [[UInt8]?] = []
  private var keptIndex = TextIndex()
  private var draftIndex = TextIndex()

  init(_ range: ClosedRange<UInt32>) {
    first = range.lowerBound
    last = range.upperBound
  }

  /// No text has it: there are more than there are numbers.
  private var none: UInt32 { last + 1 }

  private var isFull: Bool { kept.count + drafts.count > Int(last - first) }

  /// The number of a text that the list has, of the feed or pending.
  func known(_ text: [UInt8]) -> UInt32? { text.withUnsafeBufferPointer { known($0) } }

  private func known(_ text: UnsafeBufferPointer<UInt8>) -> UInt32? {
    if let place = keptIndex.place(of: text, in: kept) { return first + UInt32(place) }
    return draftIndex.place(of: text, in: drafts).map { last - UInt32($0) }
  }

  /// The number of a text of the feed, which has the next one if it is new.
  mutating func note(_ text: [UInt8]) -> UInt32 { text.withUnsafeBufferPointer { note($0) } }

  mutating func note(_ text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    if let place = keptIndex.place(of: text, in: kept) { return first + UInt32(place) }
    if isFull { return none }
    kept.append(Array(text))
    keptIndex.set(kept.count - 1, in: kept)
    return first + UInt32(kept.count - 1)
  }

  /// The number of a text that is not in the feed yet, or the feed's.
  mutating func draft(_ text: [UInt8]) -> UInt32 {
    if let known = known(text) { return known }
    if isFull { return none }
    drafts.append(text)
    draftIndex.set(drafts.count - 1, in: drafts)
    return last - UInt32(drafts.count - 1)
  }

  func isDraft(_ number: UInt32) -> Bool {
    number <= last && last - number < UInt32(drafts.count)
  }

  func text(of number: UInt32) -> [UInt8]? {
    if isDraft(number) { return drafts[Int(last - number)] }
    guard number >= first, Int(number - first) < kept.count else { return nil }
    return kept[Int(number - first)]
  }

  /// The texts of the feed from `count` on are in no row after all.
  mutating func forget(from count: Int) {
    while kept.count > count {
      keptIndex.remove(kept.count - 1, in: kept)
      kept.removeLast()
    }
  }

  mutating func forgetDrafts() {
    drafts = []
    draftIndex = TextIndex()
  }

  // MARK: From a journal whose letters may have been deleted

  /// The next number, for a text whose letters are not known.
  mutating func noteLost() -> UInt32 {
    if isFull { return none }
    kept.append(nil)
    return first + UInt32(kept.count - 1)
  }

  /// Gives a number of the feed its text, or none; a journal has the number already.
  mutating func place(_ text: [UInt8]?, at number: UInt32) {
    guard (first...last).contains(number) else { return }
    let index = Int(number - first)
    // More than rows without letters can have skipped: the journal contradicts itself, which the
    // digests will show.
    guard index <= kept.count + 65_536 else { return }
    while kept.count <= index { kept.append(nil) }
    guard let text, kept[index] == nil else { return }
    kept[index] = text
    keptIndex.set(index, in: kept)
  }
}

/// How long a transaction waits for more requests before it begins.
///
/// Those who were answered after the last transaction ask again in a moment, and they miss the next
/// one if that begins at once: then each transaction carries half of what is under way. So it waits
/// for them, but at most for a part of the time that a transaction takes: over a disk that commits
/// in 0.3 ms for no one. When few of them come, others are under way, and the next transactions
/// begin at once.
struct GatheringTime {
  /// When the last transaction ended, and how long it took to be written.
  private var ended: Int64 = .min / 2
  private var length: Int64 = 0
  /// How many requests it answered, and how many had been admitted when the answers had left; nil
  /// until then.
  private var answered = 0
  private var former: Int?
  /// So many transactions wait for no one.
  private var skipped = 0

  /// The part of a transaction that the next one waits for.
  private static let share: Int64 = 4
  private static let nanosecondsMax: Int64 = 2_000_000
  /// Shorter waits cost more than they bring.
  private static let nanosecondsMin: Int64 = 100_000
  private static let skippedMax = 16

  /// A transaction has been written in so many nanoseconds.
  mutating func wrote(_ answered: Int, in length: Int64, at now: Int64) {
    (self.answered, self.length, ended, former) = (answered, length, now, nil)
    skipped = max(0, skipped - 1)
  }

  /// The library has sent what was answered, and read what had arrived meanwhile.
  mutating func sent(admitted: Int) {
    if former == nil { former = admitted }
  }

  /// When the next transaction begins at the latest; nil for at once. `admitted` is how many
  /// requests have been admitted so far, and `room` how many more the transaction may have.
  func end(admitted: Int, room: Int) -> Int64? {
    let wait = min(length / Self.share, Self.nanosecondsMax)
    guard wait >= Self.nanosecondsMin, skipped == 0, let former else { return nil }
    let missing = answered - (admitted - former)
    return missing > 0 && missing <= room ? ended + wait : nil
  }

  /// That time is over, and not all have come.
  mutating func isOver(admitted: Int) {
    if let former, (admitted - former) * 4 < answered { skipped = Self.skippedMax }
  }
}

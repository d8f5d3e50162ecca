/// TRN-3: which records are one workout, by trying every possible pair.
enum WorkoutModel {
  struct Record: Hashable {
    var isHand: Bool
    var id: Int
    var start: Int
    var end: Int
  }

  /// The pairs of a logged and an imported record, by their numbers.
  static func pairs(_ records: [Record]) -> [[Int]] {
    var possible: [(hand: Record, store: Record, together: Int)] = []
    for hand in records where hand.isHand {
      for store in records where !store.isHand {
        let shared = Set(hand.start / 60_000..<hand.end / 60_000)
          .intersection(store.start / 60_000..<store.end / 60_000).count
        let shorter = min(hand.end - hand.start, store.end - store.start) / 60_000
        if Double(shared) >= Double(shorter) / 2 { possible.append((hand, store, shared)) }
      }
    }
    // The longest overlap first; then the pair that begins earlier, by its earlier record, and by
    // the other one.
    possible.sort { left, right in
      if left.together != right.together { return left.together > right.together }
      let keys = [left, right].map { pair in
        [pair.hand, pair.store].map { [$0.start, $0.end, $0.isHand ? 0 : 1, $0.id] }
          .sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
      }
      return keys[0].lexicographicallyPrecedes(keys[1])
    }
    var used: Set<Record> = []
    var pairs: [[Int]] = []
    for pair in possible where !used.contains(pair.hand) && !used.contains(pair.store) {
      used.insert(pair.hand)
      used.insert(pair.store)
      pairs.append([pair.hand.id, pair.store.id])
    }
    return pairs
  }
}

/// The rest of `elements` when all those are removed that `holds` does not need.
///
/// It tries larger parts first, and from the end, since later elements depend on earlier ones. No
/// single element of the result can be removed. `holds` is true for the result if it is for all
/// elements. `mayContinue` ends the search early with the smallest result so far.
public func minimum<Element>(
  of elements: [Element], mayContinue: () -> Bool = { true }, where holds: ([Element]) -> Bool
) -> [Element] {
  var kept = elements
  var size = max(1, kept.count / 2)
  while !kept.isEmpty {
    var hasShrunk = false
    var end = kept.count
    while end > 0 && mayContinue() {
      let start = max(0, end - size)
      let candidate = Array(kept[..<start] + kept[end...])
      if holds(candidate) {
        kept = candidate
        hasShrunk = true
      }
      end = start
    }
    if !mayContinue() || (size == 1 && !hasShrunk) { break }
    if !hasShrunk || size > kept.count { size = max(1, min(size, kept.count) / 2) }
  }
  return kept
}

/// The smallest count of `0 ... most` for which `holds` is true, provided that it stays true for
/// every larger count; otherwise some count for which it is true. It must be true for `most`.
public func leastCount(upTo most: Int, where holds: (Int) -> Bool) -> Int {
  var (low, high) = (0, most)
  while low < high {
    let middle = (low + high) / 2
    if holds(middle) { high = middle } else { low = middle + 1 }
  }
  return high
}

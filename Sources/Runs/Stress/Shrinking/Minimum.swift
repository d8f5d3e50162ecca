/// What is left of `elements` when everything is taken out that need not be there for `holds`.
///
/// Larger parts are tried first, and from the end, since what comes later rests on what came
/// before. The result is minimal in the sense that no single element can be taken out of it. It
/// holds whenever `holds` does for all; `mayContinue` ends the search early with what is found by then.
func minimum<Element>(
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

/// The smallest count of `0 ... most` for which `holds`, if what holds for a count holds for all
/// above it; where it does not, some count for which it holds. It holds for `most`.
func leastCount(upTo most: Int, where holds: (Int) -> Bool) -> Int {
  var (low, high) = (0, most)
  while low < high {
    let middle = (low + high) / 2
    if holds(middle) { high = middle } else { low = middle + 1 }
  }
  return high
}

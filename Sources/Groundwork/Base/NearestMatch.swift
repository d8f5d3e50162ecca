/// The candidate that a mistyped name most probably meant; nil when none is near.
///
/// Near is first a name a few typing mistakes away (one in three characters, four at most),
/// ignoring case. Failing that, it is a name that has all the words of the mistyped one in their
/// order, so that `latencyMedian` finds `latencyMillisecondsMedian`. Of equally near ones the first
/// wins.
public func nearest(to name: String, in candidates: [String]) -> String? {
  let scalars = foldedScalars(of: name)
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    let others = foldedScalars(of: candidate)
    // Each typing mistake changes the length by one at most, so a much longer name is never near.
    guard abs(scalars.count - others.count) <= 4 else { continue }
    let distance = typingDistance(scalars, others)
    let distanceMax = min(4, max(scalars.count, others.count) / 3)
    if distance <= distanceMax, distance < best?.distance ?? .max {
      best = (candidate, distance)
    }
  }
  return best?.candidate ?? nearestByWords(to: name, in: candidates)
}

private func nearestByWords(to name: String, in candidates: [String]) -> String? {
  let wanted = words(of: name)
  guard !wanted.isEmpty else { return nil }
  var best: (candidate: String, wordCount: Int)?
  for candidate in candidates {
    let offered = words(of: candidate)
    var missing = wanted[...]
    for word in offered where word == missing.first { missing.removeFirst() }
    if missing.isEmpty, offered.count < best?.wordCount ?? .max {
      best = (candidate, offered.count)
    }
  }
  return best?.candidate
}

/// How many insertions, deletions, replacements and swaps of neighbors lead from one name to the
/// other, no place being touched twice (the restricted Damerau–Levenshtein distance).
///
/// Time is the product of the lengths.
func typingDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var rowBefore: [Int] = []
  var row = Array(0...right.count)
  for i in left.indices {
    var next = [i + 1]
    next.reserveCapacity(right.count + 1)
    for j in right.indices {
      var distance = min(
        row[j + 1] + 1, next[j] + 1, row[j] + (left[i] == right[j] ? 0 : 1))
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        distance = min(distance, rowBefore[j - 1] + 1)
      }
      next.append(distance)
    }
    (rowBefore, row) = (row, next)
  }
  return row[right.count]
}

func foldedScalars(of name: String) -> [Unicode.Scalar] {
  name.unicodeScalars.map { scalar in
    "A"..."Z" ~= scalar ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
  }
}

/// The words of a name written in camel case, or with `-`, `_` or `.` between them.
func words(of name: String) -> [[Unicode.Scalar]] {
  var words: [[Unicode.Scalar]] = [[]]
  for (scalar, folded) in zip(name.unicodeScalars, foldedScalars(of: name)) {
    let isSeparator = scalar == "-" || scalar == "_" || scalar == "."
    if isSeparator || scalar != folded { words.append([]) }
    if !isSeparator { words[words.count - 1].append(folded) }
  }
  return words.filter { !$0.isEmpty }
}

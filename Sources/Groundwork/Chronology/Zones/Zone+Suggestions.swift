extension Zone {
  /// The names nearest to one that `init(named:)` does not know, the nearest first.
  ///
  /// Case does not count, and half a name will do: "berlin" finds "Europe/Berlin". Empty when
  /// nothing is near enough to be what was meant.
  public static func suggestions(for name: String, count: Int = 3) -> [String] {
    let wanted = Array(name.lowercased().utf8)
    let distanceMax = max(1, wanted.count / 3)
    var near: [(distance: Int, name: String)] = []
    for known in allNames {
      let letters = Array(known.lowercased().utf8)
      let place = letters.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? letters
      let distance = min(editDistance(wanted, letters), editDistance(wanted, place))
      if distance <= distanceMax { near.append((distance, known)) }
    }
    // Names come in order, and a stable order among equals is part of the result.
    near.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return near.prefix(count).map(\.name)
  }

  /// How many letters must be added, dropped or replaced to turn one text into the other.
  private static func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (position, other) in right.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[position + 1]
        row[position + 1] = min(replaced, diagonal + 1, row[position] + 1)
      }
    }
    return row[right.count]
  }
}

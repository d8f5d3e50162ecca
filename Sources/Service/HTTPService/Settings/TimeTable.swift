import Chronology

/// A table from real to virtual time: a run whose people live faster than the clock, and a server
/// that must take the same time for now, read the same file.
///
/// A line has two numbers, milliseconds since 1970 of the real and of the virtual clock, with a
/// blank between them; a line that begins with `#` is a comment. Real times increase, virtual times
/// do not decrease. Between two lines the virtual clock runs evenly; before the first and after the
/// last it runs like the real one.
struct TimeTable: Sendable {
  private var rows: [(real: Int64, virtual: Int64)] = []

  /// Why a text is no table, as one sentence.
  struct Malformed: Error {
    let sentence: String
  }

  init(_ text: String) throws(Malformed) {
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      let place = "In line \(number + 1)"
      guard words.count == 2, let real = Int64(words[0]), let virtual = Int64(words[1]),
        Self.possible.contains(real), Self.possible.contains(virtual)
      else {
        throw Malformed(
          sentence: "\(place) there are not two numbers of milliseconds since 1970, the real and "
            + "the virtual time.")
      }
      if let last = rows.last {
        guard real > last.real else {
          throw Malformed(sentence: "\(place) the real time is not later than in the line before.")
        }
        guard virtual >= last.virtual else {
          throw Malformed(sentence: "\(place) the virtual time is earlier than in the line before.")
        }
      }
      rows.append((real, virtual))
    }
    guard !rows.isEmpty else { throw Malformed(sentence: "There is no line with two times.") }
  }

  private static let possible: Range<Int64> = 0..<1 << 48

  /// What the virtual clock shows.
  func time(at real: Instant) -> Instant {
    let real = real.milliseconds
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].real <= real { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else {
      return Instant(milliseconds: max(0, rows[0].virtual + real - rows[0].real))
    }
    let before = rows[low - 1]
    guard low < rows.count else {
      return Instant(milliseconds: before.virtual + real - before.real)
    }
    let after = rows[low]
    let share = Double(real - before.real) / Double(after.real - before.real)
    return Instant(
      milliseconds: before.virtual + Int64(Double(after.virtual - before.virtual) * share))
  }
}

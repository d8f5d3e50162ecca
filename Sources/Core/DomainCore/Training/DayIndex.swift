import Base
import Chronology

/// Finds the rows of a table by person and local day, in O(rows of that day).
///
/// It holds only indices of the table and is derived from the rows, so two states with equal rows
/// need not have it in the same order: callers that list rows sort them.
struct DayIndex: FieldComposed, ~Copyable {
  /// The first index of each person's day.
  private var heads = IndexedTable<Int32>()
  /// The neighbors of each index of the table, negative at the ends.
  private var next = FlatArray<Int32>()
  private var previous = FlatArray<Int32>()

  init() {}

  private static func key(_ person: MemberHandle, _ day: LocalDay) -> RowKey {
    RowKey(UInt64(person.index), day.packed)
  }

  /// Adds the table's next row.
  mutating func add(_ person: MemberHandle, _ day: LocalDay) {
    next.append(-1)
    previous.append(-1)
    link(next.count - 1, Self.key(person, day))
  }

  /// Moves a row from one day to another.
  mutating func move(_ place: Int, of person: MemberHandle, from old: LocalDay, to new: LocalDay) {
    guard old != new else { return }
    let before = previous[place]
    let after = next[place]
    if after >= 0 { previous[Int(after)] = before }
    if before >= 0 {
      next[Int(before)] = after
    } else if let head = heads.place(of: Self.key(person, old)) {
      heads[head] = after
    }
    link(place, Self.key(person, new))
  }

  private mutating func link(_ place: Int, _ key: RowKey) {
    let head = heads.place(of: key, orAdd: -1)
    let first = heads[head]
    next[place] = first
    previous[place] = -1
    if first >= 0 { previous[Int(first)] = Int32(place) }
    heads[head] = Int32(place)
  }

  /// The rows of a person's day, in no meaningful order.
  func places(of person: MemberHandle, on day: LocalDay) -> [Int] {
    var found: [Int] = []
    each(of: person, on: day) { found.append($0) }
    return found
  }

  /// Calls the closure with the rows of a person's day, in no meaningful order.
  func each(of person: MemberHandle, on day: LocalDay, _ take: (Int) -> Void) {
    var place = heads.row(of: Self.key(person, day)) ?? -1
    while place >= 0 {
      take(Int(place))
      place = next[Int(place)]
    }
  }

  /// How many rows of a person's day satisfy the condition.
  func count(of person: MemberHandle, on day: LocalDay, where holds: (Int) -> Bool) -> Int {
    var count = 0
    each(of: person, on: day) { if holds($0) { count += 1 } }
    return count
  }

  mutating func pair(with other: borrowing DayIndex, _ fields: inout some FieldVisitor) {
    fields.follows(&heads, other.heads)
    fields.follows(&next, other.next)
    fields.follows(&previous, other.previous)
  }
}

import Base
import Chronology

/// TRN-2: how much of what a coach assigned an athlete is due on each day, and completed.
///
/// What is due depends on the day of the question, so the counts are stored by due day. O(1) to
/// update, O(days on which something is due) to read.
struct AssignmentCounts: FieldComposed, ContentEquatable, ~Copyable {
  private var rows = IndexedTable<CompletionRate>()
  /// The index of the latest row of a coach and athlete, and for each row that of the previous one.
  private var heads = IndexedTable<Int32>()
  private var before = FlatArray<Int32>()

  init() {}

  private static func pair(_ coach: MemberHandle, _ athlete: MemberHandle) -> UInt64 {
    UInt64(coach.index) << 16 | UInt64(athlete.index)
  }

  /// Adds an assignment to the counts, or subtracts it.
  mutating func count(_ assignment: WorkoutAssignment, _ sign: Int32) {
    guard !assignment.isWithdrawn else { return }
    let pair = Self.pair(assignment.coach, assignment.athlete)
    let key = RowKey(pair, assignment.dueDay.packed)
    let place = rows.place(of: key) ?? add(key, pair)
    rows[place].due += sign
    if assignment.report.isDone { rows[place].completed += sign }
  }

  private mutating func add(_ key: RowKey, _ pair: UInt64) -> Int {
    let place = rows.add(CompletionRate(), under: key)
    let head = heads.place(of: RowKey(pair), orAdd: -1)
    before.append(heads[head])
    heads[head] = Int32(place)
    return place
  }

  /// The counts of everything due up to `day`.
  func rate(_ coach: MemberHandle, _ athlete: MemberHandle, asOf day: LocalDay) -> CompletionRate {
    var sum = CompletionRate()
    var place = heads.row(of: RowKey(Self.pair(coach, athlete))) ?? -1
    while place >= 0 {
      let due = LocalDay(packed: rows.key(at: Int(place)).second)
      if due <= day { sum = sum + rows[Int(place)] }
      place = before[Int(place)]
    }
    return sum
  }

  mutating func pair(with other: borrowing AssignmentCounts, _ fields: inout some FieldVisitor) {
    fields.walked(&rows, other.rows)
    fields.follows(&heads, other.heads)
    fields.follows(&before, other.before)
  }

  /// Whether both have the same counts; a day whose counts went back to zero equals a missing one.
  func isIdentical(to other: borrowing AssignmentCounts) -> Bool {
    for place in 0..<rows.count
    where rows[place] != other.rows.row(of: rows.key(at: place)) ?? CompletionRate() {
      return false
    }
    for place in 0..<other.rows.count
    where other.rows[place] != rows.row(of: other.rows.key(at: place)) ?? CompletionRate() {
      return false
    }
    return true
  }
}

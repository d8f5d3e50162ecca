import Base
import Chronology

/// NUT-2: how often each member trained, by day: classes attended, and other training.
///
/// A member's days are a chain from the latest to the earliest, because nearly every question is
/// about the last weeks: counting and reading cost O(days counted since the day in question).
struct TrainedDays: FieldComposed, ContentEquatable, ~Copyable {
  struct Count: BitwiseCopyable, Hashable {
    var attended: Int32 = 0
    /// Sessions, assignments and workouts.
    var done: Int32 = 0

    var all: Int { Int(attended) + Int(done) }

    static func += (sum: inout Count, other: Count) {
      sum.attended += other.attended
      sum.done += other.done
    }
  }

  struct Row: BitwiseCopyable, Hashable {
    var day: LocalDay
    /// Zero where everything was undone.
    var count: Count
    /// The index of the row of the member's previous day.
    var earlier: UInt32
  }

  private var rows = FlatArray<Row>()
  /// The index of each member's latest row; a member beyond the end has none.
  private var latest = FlatArray<UInt32>()

  private static var nowhere: UInt32 { .max }

  init() {}

  /// Adds a change, which may be negative, to a day's count.
  mutating func count(_ change: Count, on day: LocalDay, of member: MemberHandle) {
    latest.extend(to: Int(member.index) + 1, repeating: Self.nowhere)
    var later = Self.nowhere
    var place = latest[Int(member.index)]
    while place != Self.nowhere, day < rows[Int(place)].day {
      later = place
      place = rows[Int(place)].earlier
    }
    if place != Self.nowhere, rows[Int(place)].day == day {
      rows[Int(place)].count += change
      return
    }
    let new = UInt32(rows.count)
    rows.append(Row(day: day, count: change, earlier: place))
    if later == Self.nowhere {
      latest[Int(member.index)] = new
    } else {
      rows[Int(later)].earlier = new
    }
  }

  /// How often a person trained between two days, both included.
  func count(of member: MemberHandle, from first: LocalDay, through last: LocalDay) -> Count {
    var count = Count()
    var place = start(of: member)
    while place != Self.nowhere, first <= rows[Int(place)].day {
      if rows[Int(place)].day <= last { count += rows[Int(place)].count }
      place = rows[Int(place)].earlier
    }
    return count
  }

  private func start(of member: MemberHandle) -> UInt32 {
    Int(member.index) < latest.count ? latest[Int(member.index)] : Self.nowhere
  }

  mutating func pair(with other: borrowing TrainedDays, _ fields: inout some FieldVisitor) {
    fields.walked(&rows, other.rows)
    fields.walked(&latest, other.latest)
  }

  /// Whether both have the same counts; a day whose count went back to zero equals a missing one.
  func isIdentical(to other: borrowing TrainedDays) -> Bool {
    for index in 0..<max(latest.count, other.latest.count) {
      let member = MemberHandle(UInt16(index))
      var left = counted(from: start(of: member))
      var right = other.counted(from: other.start(of: member))
      while left != Self.nowhere && right != Self.nowhere {
        let (one, two) = (rows[Int(left)], other.rows[Int(right)])
        guard one.day == two.day, one.count == two.count else { return false }
        left = counted(from: one.earlier)
        right = other.counted(from: two.earlier)
      }
      guard left == right else { return false }
    }
    return true
  }

  /// The first row from an index on whose count is not zero.
  private func counted(from place: UInt32) -> UInt32 {
    var place = place
    while place != Self.nowhere, rows[Int(place)].count == Count() {
      place = rows[Int(place)].earlier
    }
    return place
  }
}

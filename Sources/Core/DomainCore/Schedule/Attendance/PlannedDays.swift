import Base
import Chronology

/// NUT-2: how many of the plan's occurrences each member should attend on each day, and how many of
/// these are marked as attended or missed.
///
/// Derived from the plan and cached, because four weeks of it are read whenever a person trains. A
/// member's plan is computed when it is first needed or was invalidated.
struct PlannedDays: FieldComposed, ~Copyable {
  struct Count: BitwiseCopyable, Hashable {
    var planned: UInt16 = 0
    var marked: UInt16 = 0

    var unmarked: Int { Int(planned) - Int(marked) }

    static func += (sum: inout Count, other: Count) {
      sum.planned &+= other.planned
      sum.marked &+= other.marked
    }
  }

  /// The first and the last day of the known plans.
  private(set) var first = LocalDay(number: 0)
  private(set) var last = LocalDay(number: -1)
  private var known = MemberSet()
  /// Member by member, a count for each of the days.
  private var counts = FlatArray<Count>()

  init() {}

  private var length: Int { first.distance(to: last) + 1 }

  func knows(_ member: MemberHandle) -> Bool { known.contains(member) }

  func knows(_ member: MemberHandle, _ first: LocalDay, _ last: LocalDay) -> Bool {
    known.contains(member) && self.first <= first && last <= self.last
  }

  mutating func forget(_ member: MemberHandle) { known.set(member, false) }

  /// Begins a member's plan with zero counts; days outside the current range invalidate all other
  /// plans. Returns false for a member who is in no plan.
  mutating func begin(_ member: MemberHandle, _ first: LocalDay, _ last: LocalDay) -> Bool {
    guard Int(member.index) < MemberSet.capacity else { return false }
    if first < self.first || self.last < last || length <= 0 {
      known = MemberSet()
      self.first = first
      self.last = last
    }
    known.set(member, true)
    let start = Int(member.index) * length
    counts.extend(to: start + length, repeating: Count())
    for place in start..<start + length { counts[place] = Count() }
    return true
  }

  /// Counts for a day of a member whose plan is known; other days are ignored.
  mutating func add(_ count: Count, on day: LocalDay, _ member: MemberHandle) {
    guard first <= day, day <= last else { return }
    counts[Int(member.index) * length + first.distance(to: day)] += count
  }

  /// The count between two days, both included; nil where the plan is not known.
  func count(of member: MemberHandle, from first: LocalDay, through last: LocalDay) -> Count? {
    guard knows(member, first, last) else { return nil }
    var sum = Count()
    let start = Int(member.index) * length + self.first.distance(to: first)
    for place in start...start + first.distance(to: last) { sum += counts[place] }
    return sum
  }

  mutating func pair(with other: borrowing PlannedDays, _ fields: inout some FieldVisitor) {
    fields.follows(&first, other.first)
    fields.follows(&last, other.last)
    fields.follows(&known, other.known)
    fields.follows(&counts, other.counts)
  }
}

extension PlannedDays.Count {
  /// One occurrence.
  init(isMarked: Bool) { self.init(planned: 1, marked: isMarked ? 1 : 0) }
}

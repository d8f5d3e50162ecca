import Base

/// Numbers that apply from a day on until another one is set for a later day.
///
/// Each key has a chain of days, the latest first, because nearly every question is about now.
/// Setting and reading cost O(days set after the one in question).
struct DatedValues: FieldComposed, ContentEquatable, ~Copyable {
  struct Step: BitwiseCopyable, Hashable {
    var day: Int32
    /// The index of the previous step, or -1.
    var earlier: Int32
    var value: UInt32
  }

  private var latest = IndexedTable<Int32>()
  private var steps = FlatArray<Step>()

  init() {}

  var isEmpty: Bool { steps.isEmpty }

  /// Sets what applies from a day on; returns the last day it applies to, if another value follows.
  @discardableResult
  mutating func set(_ value: UInt32, under key: RowKey, from day: Int) -> Int? {
    let head = latest.place(of: key, orAdd: -1)
    var later = -1
    var place = Int(latest[head])
    while place >= 0, Int(steps[place].day) > day {
      later = place
      place = Int(steps[place].earlier)
    }
    if place >= 0, Int(steps[place].day) == day {
      steps[place].value = value
    } else {
      steps.append(Step(day: Int32(day), earlier: Int32(place), value: value))
      let added = Int32(steps.count - 1)
      if later >= 0 { steps[later].earlier = added } else { latest[head] = added }
    }
    return later >= 0 ? Int(steps[later].day) - 1 : nil
  }

  /// The value on a day, or nil before anything was set.
  func value(of key: RowKey, on day: Int) -> UInt32? {
    guard let head = latest.row(of: key) else { return nil }
    var place = Int(head)
    while place >= 0 {
      if Int(steps[place].day) <= day { return steps[place].value }
      place = Int(steps[place].earlier)
    }
    return nil
  }

  mutating func pair(with other: borrowing DatedValues, _ fields: inout some FieldVisitor) {
    fields.walked(&latest, other.latest)
    fields.walked(&steps, other.steps)
  }

  /// Whether both have the same values on every day, in whatever order they were set.
  func isIdentical(to other: borrowing DatedValues) -> Bool {
    guard latest.count == other.latest.count, steps.count == other.steps.count else { return false }
    for head in 0..<latest.count {
      guard let twin = other.latest.row(of: latest.key(at: head)) else { return false }
      var (left, right) = (Int(latest[head]), Int(twin))
      while left >= 0 && right >= 0 {
        guard steps[left].day == other.steps[right].day,
          steps[left].value == other.steps[right].value
        else { return false }
        (left, right) = (Int(steps[left].earlier), Int(other.steps[right].earlier))
      }
      guard left < 0 && right < 0 else { return false }
    }
    return true
  }
}

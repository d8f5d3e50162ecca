public import Base
public import Chronology

/// FAM-11: the weights, or the heights, of all members, each from a day on.
///
/// A member's entries form a chain from the latest day to the earliest, because nearly every query
/// and nearly every new entry concerns a recent day: both cost O(entries after the day).
public struct MeasurementHistory: FieldComposed, ContentEquatable, ~Copyable {
  struct Entry: BitwiseCopyable, Hashable {
    var measurement: Measurement
    /// The place of the entry for the next earlier day.
    var earlier: UInt32
  }

  private var entries = FlatArray<Entry>()
  /// The place of the latest entry of each member.
  private var latest = FlatArray<UInt32>()

  private static var nowhere: UInt32 { .max }

  public init() {}

  /// Sets the entry of a day; zero stands for a removed entry.
  mutating func set(_ measurement: Measurement, of member: MemberHandle) {
    latest.extend(to: Int(member.index) + 1, repeating: Self.nowhere)
    var later = Self.nowhere
    var place = latest[Int(member.index)]
    while place != Self.nowhere, measurement.day < entries[Int(place)].measurement.day {
      later = place
      place = entries[Int(place)].earlier
    }
    if place != Self.nowhere, entries[Int(place)].measurement.day == measurement.day {
      entries[Int(place)].measurement.value = measurement.value
      return
    }
    let new = UInt32(entries.count)
    entries.append(Entry(measurement: measurement, earlier: place))
    if later == Self.nowhere {
      latest[Int(member.index)] = new
    } else {
      entries[Int(later)].earlier = new
    }
  }

  /// The latest entry on or before a day, else the earliest after it.
  public func value(of member: MemberHandle, on day: LocalDay) -> UInt32? {
    var earliestAfter: UInt32?
    var place = first(of: member)
    while place != Self.nowhere {
      let entry = entries[Int(place)]
      if entry.measurement.value > 0 {
        if entry.measurement.day <= day { return entry.measurement.value }
        earliestAfter = entry.measurement.value
      }
      place = entry.earlier
    }
    return earliestAfter
  }

  /// The days whose value an entry of `day` decides, or decided before it was removed: until the
  /// next entry, and back to the previous one or, without one, to the beginning.
  func daysDecided(by day: LocalDay, of member: MemberHandle) -> ClosedRange<LocalDay> {
    var last = LocalDay(number: .max)
    var place = first(of: member)
    while place != Self.nowhere {
      let entry = entries[Int(place)]
      if entry.measurement.value > 0 && entry.measurement.day < day { return day...last }
      if entry.measurement.value > 0 && entry.measurement.day > day {
        last = entry.measurement.day.adding(days: -1)
      }
      place = entry.earlier
    }
    return LocalDay(number: .min)...last
  }

  /// A member's entries, from the earliest to the latest, for a growth chart.
  public func entries(of member: MemberHandle) -> [Measurement] {
    var found: [Measurement] = []
    var place = first(of: member)
    while place != Self.nowhere {
      if entries[Int(place)].measurement.value > 0 {
        found.append(entries[Int(place)].measurement)
      }
      place = entries[Int(place)].earlier
    }
    return found.reversed()
  }

  private func first(of member: MemberHandle) -> UInt32 {
    Int(member.index) < latest.count ? latest[Int(member.index)] : Self.nowhere
  }

  public mutating func pair(
    with other: borrowing MeasurementHistory, _ fields: inout some FieldVisitor
  ) {
    fields.walked(&entries, other.entries)
    fields.walked(&latest, other.latest)
  }

  /// Whether both hold the same entries, in any order of insertion.
  public func isIdentical(to other: borrowing MeasurementHistory) -> Bool {
    guard entries.count == other.entries.count else { return false }
    for index in 0..<max(latest.count, other.latest.count) {
      let member = MemberHandle(UInt16(index))
      var left = first(of: member)
      var right = other.first(of: member)
      while left != Self.nowhere && right != Self.nowhere {
        let (one, two) = (entries[Int(left)], other.entries[Int(right)])
        guard one.measurement == two.measurement else { return false }
        left = one.earlier
        right = two.earlier
      }
      guard left == right else { return false }
    }
    return true
  }
}

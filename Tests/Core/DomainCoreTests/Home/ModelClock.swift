/// The wall clocks of a dozen places in 2026, written by hand: the offset from UTC, and when it
/// changes. Minutes and days count from 1970 in UTC.
enum ModelClock {
  struct Place {
    var name: String
    /// Minutes ahead of UTC, from the beginning of the year on.
    var offset: Int
    /// The minute of a change, and the offset from then on.
    var changes: [(minute: Int, offset: Int)] = []
  }

  /// Changes in both directions, in both hemispheres, at midnight, by half an hour, and on both
  /// sides of the date line.
  static let places: [Place] = [
    Place(name: "UTC", offset: 0),
    Place(
      name: "Europe/Berlin", offset: 60,
      changes: [(at(3, 29, 1, 0), 120), (at(10, 25, 1, 0), 60)]),
    Place(
      name: "America/Los_Angeles", offset: -480,
      changes: [(at(3, 8, 10, 0), -420), (at(11, 1, 9, 0), -480)]),
    Place(
      name: "Australia/Lord_Howe", offset: 660,
      changes: [(at(4, 4, 15, 0), 630), (at(10, 3, 15, 30), 660)]),
    Place(
      name: "Pacific/Auckland", offset: 780,
      changes: [(at(4, 4, 14, 0), 720), (at(9, 26, 14, 0), 780)]),
    Place(
      name: "Asia/Beirut", offset: 120,
      changes: [(at(3, 28, 22, 0), 180), (at(10, 24, 21, 0), 120)]),
    Place(
      name: "Africa/Cairo", offset: 120,
      changes: [(at(4, 23, 22, 0), 180), (at(10, 29, 21, 0), 120)]),
    Place(
      name: "America/St_Johns", offset: -210,
      changes: [(at(3, 8, 5, 30), -150), (at(11, 1, 4, 30), -210)]),
    Place(name: "Asia/Kathmandu", offset: 345),
    Place(name: "Asia/Tokyo", offset: 540),
    Place(name: "Pacific/Honolulu", offset: -600),
    Place(name: "Pacific/Kiritimati", offset: 840),
  ]

  /// The days before each month of 2026, of which January 1 is day 20,454.
  private static let before = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

  static func day(_ month: Int, _ day: Int) -> Int { 20_454 + before[month - 1] + day - 1 }

  private static func at(_ month: Int, _ day: Int, _ hour: Int, _ minute: Int) -> Int {
    self.day(month, day) * 1_440 + hour * 60 + minute
  }

  /// 0 is Sunday; the first day of 1970 was a Thursday.
  static func weekday(_ day: Int) -> Int { (day + 4) % 7 }

  static func offset(_ place: Int, at minute: Int) -> Int {
    places[place].changes.last { $0.minute <= minute }?.offset ?? places[place].offset
  }

  static func local(_ minute: Int, in place: Int) -> (day: Int, minute: Int) {
    let local = minute + offset(place, at: minute)
    return (local / 1_440, local % 1_440)
  }

  /// When a clock shows a time: the first of two; and where it is skipped, as long after the last
  /// minute before as if the clock had not changed.
  static func minute(of day: Int, _ minuteOfDay: Int, in place: Int) -> Int {
    let wall = day * 1_440 + minuteOfDay
    if places[place].changes.isEmpty { return wall - places[place].offset }
    var offsets = [places[place].offset]
    for change in places[place].changes {
      if !offsets.contains(change.offset) { offsets.append(change.offset) }
    }
    let shown = offsets.map { wall - $0 }.filter { $0 + offset(place, at: $0) == wall }
    if let first = shown.min() { return first }
    let change = places[place].changes.first { change in
      let old = offset(place, at: change.minute - 1)
      return wall >= change.minute + old && wall < change.minute + change.offset
    }!
    return wall - offset(place, at: change.minute - 1)
  }
}

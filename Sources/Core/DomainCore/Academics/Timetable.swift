public import Chronology

/// ACA-2: a row of a course's timetable: its weekdays, time and place.
///
/// The time is a wall-clock time in the person's own zone, as on every printed timetable.
public struct CourseMeeting: BitwiseCopyable, Hashable, Sendable {
  /// A bit for each weekday, Monday the lowest; the row is empty without any.
  public var weekdays: UInt8
  public var minuteOfDay: UInt16
  public var minutes: UInt16
  public var place: TextHandle

  public init(weekdays: UInt8, minuteOfDay: UInt16, minutes: UInt16, place: TextHandle = .empty) {
    self.weekdays = weekdays
    self.minuteOfDay = minuteOfDay
    self.minutes = minutes
    self.place = place
  }

  /// An empty row.
  public static var none: CourseMeeting {
    CourseMeeting(weekdays: 0, minuteOfDay: 0, minutes: 0)
  }

  /// The row packed into one word of a fact's payload.
  public init(packed: UInt64) {
    weekdays = UInt8(packed & 0x7F)
    minuteOfDay = UInt16(packed >> 7 & 0x7FF)
    minutes = UInt16(packed >> 18 & 0x7FF)
    place = TextHandle(UInt32(packed >> 29 & 0xFFFF_FFFF))
  }

  public var packed: UInt64 {
    // A value too large for its bits is clamped to the largest one, which the rules refuse.
    UInt64(weekdays & 0x7F) | UInt64(min(minuteOfDay, 0x7FF)) << 7
      | UInt64(min(minutes, 0x7FF)) << 18 | UInt64(place.raw) << 29
  }

  public var isEmpty: Bool { weekdays == 0 }

  /// Whether the row is empty or describes a time that a day has.
  static func isWellFormed(_ packed: UInt64) -> Bool {
    let meeting = CourseMeeting(packed: packed)
    guard packed >> 61 == 0 else { return false }
    return meeting.isEmpty
      ? packed == 0
      : meeting.minuteOfDay < 1_440 && (1...1_440).contains(meeting.minutes)
  }

  public func isOn(_ day: LocalDay) -> Bool { weekdays >> (day.weekday - 1) & 1 == 1 }
}

/// ACA-2: the first and the last day on which a course takes place.
public struct CourseTerm: BitwiseCopyable, Hashable, Sendable {
  public var first: LocalDay
  public var last: LocalDay

  public init(from first: LocalDay, through last: LocalDay) {
    self.first = first
    self.last = last
  }

  /// Days have 20 bits, which reach the year 4840.
  private static var dayMask: UInt64 { 1 << 20 - 1 }

  public init(packed: UInt64) {
    first = LocalDay(number: Int32(packed & Self.dayMask))
    last = LocalDay(number: Int32(packed >> 20 & Self.dayMask))
  }

  public var packed: UInt64 {
    func bits(_ day: LocalDay) -> UInt64 {
      UInt64(exactly: day.number).map { min($0, Self.dayMask) } ?? Self.dayMask
    }
    return bits(last) << 20 | bits(first)
  }

  static func isWellFormed(_ packed: UInt64) -> Bool {
    let term = CourseTerm(packed: packed)
    return packed >> 40 == 0 && term.first <= term.last && UInt64(term.last.number) < dayMask
  }
}

/// ACA-2: one meeting of a course.
public struct CourseClass: BitwiseCopyable, Hashable, Sendable {
  public var course: Entity
  public var day: LocalDay
  public var meeting: CourseMeeting
}

extension AcademicsState {
  /// ACA-2, SCH-8: a person's course meetings on the given days, by day and time. A course without
  /// a term has no end; an archived or deleted one has no meetings.
  ///
  /// O(days × courses).
  public func courseClasses(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay
  ) -> [CourseClass] {
    guard first <= last else { return [] }
    let courses = courses(of: person)
    var found: [CourseClass] = []
    for day in first...last {
      for course in courses where course.takesPlace(on: day) {
        for row in 0..<Course.meetingsMax where course.meeting(row).isOn(day) {
          found.append(CourseClass(course: course.entity, day: day, meeting: course.meeting(row)))
        }
      }
    }
    return found.sorted {
      ($0.day.number, $0.meeting.minuteOfDay, $0.course.raw)
        < ($1.day.number, $1.meeting.minuteOfDay, $1.course.raw)
    }
  }
}

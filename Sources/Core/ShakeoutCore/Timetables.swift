public import Chronology
import DomainCore
import SyncCore

/// ACA-2: one class of a course.
public struct CourseClassView: Hashable, Sendable {
  public let course: CourseID
  public let day: LocalDay
  public let minuteOfDay: Int
  public let minutes: Int
  public let place: String
}

// MARK: Actions

extension Action where Made == Void {
  /// ACA-2: sets one of the four rows of a course's timetable: on some weekdays, of which Monday
  /// is 1, at one time and place.
  public static func setTimetable(
    _ row: Int, of course: CourseID, on weekdays: [Int], hour: Int, minute: Int = 0,
    lasting minutes: Int = 45, at place: String = ""
  ) -> Action {
    Action { draft throws(Refusal) in
      guard let found = draft.state.pointee.academics.course(course.entity) else {
        throw .courseUnknown
      }
      guard (0..<Course.meetingsMax).contains(row), !weekdays.isEmpty,
        weekdays.allSatisfy((1...7).contains), (0...23).contains(hour), (0...59).contains(minute)
      else { throw .timetableImpossible }
      var bits: UInt8 = 0
      for weekday in 1...7 where weekdays.contains(weekday) { bits |= 1 << UInt8(weekday - 1) }
      let meeting = CourseMeeting(
        weekdays: bits, minuteOfDay: UInt16(hour * 60 + minute),
        minutes: try draft.integer(minutes, within: 1...1_440, else: .timetableImpossible),
        place: draft.text(place))
      return .setCourseMeeting(row, of: course.entity, owner: found.owner, to: meeting)
    }
  }

  /// ACA-2: empties a row of a course's timetable.
  public static func clearTimetable(_ row: Int, of course: CourseID) -> Action {
    Action { draft throws(Refusal) in
      guard let found = draft.state.pointee.academics.course(course.entity) else {
        throw .courseUnknown
      }
      guard (0..<Course.meetingsMax).contains(row) else { throw .timetableImpossible }
      return .setCourseMeeting(row, of: course.entity, owner: found.owner, to: .none)
    }
  }

  /// ACA-2: sets the days between which a course's timetable applies.
  public static func setTerm(of course: CourseID, to term: ClosedRange<LocalDay>) -> Action {
    Action { draft throws(Refusal) in
      guard let found = draft.state.pointee.academics.course(course.entity) else {
        throw .courseUnknown
      }
      return .setCourseTerm(
        of: course.entity, owner: found.owner,
        to: CourseTerm(from: term.lowerBound, through: term.upperBound))
    }
  }
}

// MARK: Queries

extension Session where Storage: ~Copyable {
  /// ACA-2: the classes of a person's courses on some days, at most a year of them; none without
  /// read access.
  public func courseClasses(
    of person: MemberID, from first: LocalDay, through last: LocalDay
  ) -> [CourseClassView] {
    guard let (state, person) = reading(.academics, of: person), first <= last,
      Int64(last.number) - Int64(first.number) < 366
    else { return [] }
    let texts = texts
    return state.pointee.academics.courseClasses(of: person, from: first, through: last).map {
      item in
      CourseClassView(
        course: CourseID(entity: item.course), day: item.day,
        minuteOfDay: Int(item.meeting.minuteOfDay), minutes: Int(item.meeting.minutes),
        place: texts.text(of: item.meeting.place))
    }
  }
}

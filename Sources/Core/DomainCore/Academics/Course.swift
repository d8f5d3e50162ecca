import Chronology

/// ACA-1: a course that a person takes.
///
/// Deleting it deletes its items. Archiving it archives both: no item of it is due or counted until
/// it is restored.
public struct Course: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  public var owner: MemberHandle
  public var name: TextHandle
  public var code: TextHandle
  public var instructor: TextHandle = .empty
  /// When it takes place, as free text.
  public var meetings: TextHandle = .empty
  /// ACA-2: the rows of its timetable, packed.
  var timetable = SIMD4<UInt64>.zero
  /// ACA-2: packed; zero until it is set.
  var termPacked: UInt64 = 0
  public var isArchived = false
  public var isDeleted = false

  init(created fact: Fact) {
    entity = fact.identity
    owner = fact.subject
    let creation = CourseCreation(fact.payload)
    name = creation.name
    code = creation.code
  }

  /// ACA-2: the number of rows of a timetable.
  public static var meetingsMax: Int { 4 }

  /// ACA-2: a row of the timetable, which may be empty.
  public func meeting(_ row: Int) -> CourseMeeting { CourseMeeting(packed: timetable[row]) }

  /// ACA-2: the days on which the timetable applies; nil for all.
  public var term: CourseTerm? { termPacked == 0 ? nil : CourseTerm(packed: termPacked) }

  func takesPlace(on day: LocalDay) -> Bool {
    term.map { $0.first <= day && day <= $0.last } ?? true
  }
}

/// ACA-1: the initial values of a course.
public struct CourseCreation: BitwiseCopyable, Hashable, Sendable {
  public var name: TextHandle
  public var code: TextHandle

  public init(name: TextHandle, code: TextHandle) {
    self.name = name
    self.code = code
  }

  public init(_ payload: Payload) {
    name = TextHandle(packed: payload.first)
    code = TextHandle(packed: payload.first >> 32)
  }

  public var payload: Payload { Payload(UInt64(name.raw) | UInt64(code.raw) << 32) }
}

/// ACA-1: the fields of a course, each changed by itself.
public enum CourseField: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case name = 1
  case code = 2
  case instructor = 3
  case meetings = 4
  case archived = 5
  case deletion = 6
  /// ACA-2: the term of the timetable, and its rows.
  case term = 7
  case firstMeeting = 8
  case secondMeeting = 9
  case thirdMeeting = 10
  case fourthMeeting = 11

  /// The index of the timetable row that the field stands for.
  var row: Int? {
    rawValue < Self.firstMeeting.rawValue ? nil : Int(rawValue - Self.firstMeeting.rawValue)
  }

  /// The field of a timetable row; nil beyond the last row.
  static func meeting(_ row: Int) -> CourseField? {
    (0..<Course.meetingsMax).contains(row)
      ? CourseField(rawValue: firstMeeting.rawValue + UInt8(row)) : nil
  }
}

/// ACA-1: the fields of an item, each changed by itself.
public enum AcademicItemField: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case title = 1
  case course = 2
  case kind = 3
  case due = 4
  case priority = 5
  case notes = 6
  /// Whether it is done: an explicit value.
  case done = 7
  case archived = 8
  case deletion = 9
}

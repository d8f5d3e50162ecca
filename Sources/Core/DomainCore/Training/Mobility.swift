public import Chronology

/// TRN-5: the part of the body that an exercise of the library is for.
public enum BodyGroup: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case back = 0
  case hips = 1
  case shoulders = 2
  case ankles = 3
  case knees = 4
  case fullBody = 5
}

/// TRN-5: the exercises that everyone can choose from.
///
/// The positions in this list are part of the format of logs: new exercises go to its end.
public enum MobilityLibrary {
  /// An exercise of the library.
  public struct Exercise: Sendable {
    public let name: String
    public let group: BodyGroup
  }

  public static let exercises: [Exercise] = [
    Exercise(name: "Cat and cow", group: .back),
    Exercise(name: "Child's pose", group: .back),
    Exercise(name: "Thoracic rotation", group: .back),
    Exercise(name: "Hip flexor stretch", group: .hips),
    Exercise(name: "Pigeon", group: .hips),
    Exercise(name: "90/90 switch", group: .hips),
    Exercise(name: "Shoulder pass-through", group: .shoulders),
    Exercise(name: "Wall slide", group: .shoulders),
    Exercise(name: "Sleeper stretch", group: .shoulders),
    Exercise(name: "Knee to wall", group: .ankles),
    Exercise(name: "Ankle circles", group: .ankles),
    Exercise(name: "Calf stretch", group: .ankles),
    Exercise(name: "Quadriceps stretch", group: .knees),
    Exercise(name: "Terminal knee extension", group: .knees),
    Exercise(name: "World's greatest stretch", group: .fullBody),
    Exercise(name: "Sun salutation", group: .fullBody),
  ]

  /// The number of exercises, as a constant for decisions.
  public static var count: Int { 16 }
}

/// TRN-5: a person's mobility work, for the local day on which it was logged.
public struct MobilityLog: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  public var person: MemberHandle
  public var day: LocalDay
  /// The index of the exercise in the library.
  public var exercise: UInt16
  public var minutes: UInt16
  public var notes: TextHandle
  public var isDeleted = false

  init(logged fact: Fact) {
    entity = fact.identity
    person = fact.subject
    day = fact.day
    let work = MobilityWork(fact.payload)
    exercise = work.exercise
    minutes = work.minutes
    notes = work.notes
  }

  /// An exercise of the library, for at least a minute and at most eight hours.
  var isWellFormed: Bool {
    Int(exercise) < MobilityLibrary.count && (1...480).contains(minutes)
  }
}

/// TRN-5: mobility work as its fact carries it.
public struct MobilityWork: BitwiseCopyable, Hashable, Sendable {
  public var exercise: UInt16
  public var minutes: UInt16
  public var notes: TextHandle

  public init(exercise: UInt16, minutes: UInt16, notes: TextHandle) {
    self.exercise = exercise
    self.minutes = minutes
    self.notes = notes
  }

  public init(_ payload: Payload) {
    exercise = UInt16(truncatingIfNeeded: payload.first)
    minutes = UInt16(truncatingIfNeeded: payload.first >> 16)
    notes = TextHandle(packed: payload.first >> 32)
  }

  public var payload: Payload {
    Payload(UInt64(exercise) | UInt64(minutes) << 16 | UInt64(notes.raw) << 32)
  }
}

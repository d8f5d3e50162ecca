public import Chronology

/// TRN-1: the types of session.
public enum SessionType: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case strength = 0
  case conditioning = 1
  case practice = 2
  case competition = 3
}

/// TRN-1: how hard a session should be.
public enum SessionIntensity: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case low = 0
  case medium = 1
  case high = 2
}

/// TRN-1: the time of a session: the day it starts on, a time of that day, and its duration.
///
/// A session may end on the next day. It belongs to the day it starts on and to no other, so that
/// it is listed and counted once.
public struct SessionTime: BitwiseCopyable, Hashable, Sendable {
  public var day: LocalDay
  public var minuteOfDay: UInt16
  public var minutes: UInt16

  public init(day: LocalDay, minuteOfDay: UInt16, minutes: UInt16) {
    self.day = day
    self.minuteOfDay = minuteOfDay
    self.minutes = minutes
  }

  public init(packed: UInt64) {
    day = LocalDay(packed: packed)
    minuteOfDay = UInt16(truncatingIfNeeded: packed >> 32)
    minutes = UInt16(truncatingIfNeeded: packed >> 48)
  }

  public var packed: UInt64 {
    day.packed | UInt64(minuteOfDay) << 32 | UInt64(minutes) << 48
  }

  /// The day on which it ends: the next one if it lasts beyond midnight.
  public var endDay: LocalDay {
    day.adding(days: (Int(minuteOfDay) + Int(minutes) - 1) / Self.dayMinutes)
  }

  /// The minute of the end day after which it is over, up to 1,440.
  public var endMinuteOfDay: Int {
    (Int(minuteOfDay) + Int(minutes) - 1) % Self.dayMinutes + 1
  }

  /// Whether it starts at a valid time of day and lasts from a minute to a day. Whether the day is
  /// in the family's range is checked elsewhere.
  public var isWellFormed: Bool {
    Int(minuteOfDay) < Self.dayMinutes && (1...Self.dayMinutes).contains(Int(minutes))
  }

  static var dayMinutes: Int { 1_440 }
}

/// TRN-1: the type and the intensity of a session.
public struct SessionCharacter: BitwiseCopyable, Hashable, Sendable {
  public var type: SessionType
  public var intensity: SessionIntensity

  public init(_ type: SessionType, _ intensity: SessionIntensity = .medium) {
    self.type = type
    self.intensity = intensity
  }

  public init(packed: UInt64) {
    type = SessionType(rawValue: UInt8(truncatingIfNeeded: packed)) ?? .strength
    intensity = SessionIntensity(rawValue: UInt8(truncatingIfNeeded: packed >> 8)) ?? .medium
  }

  public var packed: UInt64 { UInt64(type.rawValue) | UInt64(intensity.rawValue) << 8 }

  /// Whether 16 bits encode a type and an intensity of this build.
  static func isKnown(_ packed: UInt64) -> Bool {
    packed & 0xFFFF == SessionCharacter(packed: packed).packed
  }
}

/// TRN-1: the initial fields of a session, or of a coach's assignment.
public struct SessionPlan: BitwiseCopyable, Hashable, Sendable {
  public var title: TextHandle
  public var time: SessionTime
  public var character: SessionCharacter

  public init(title: TextHandle, time: SessionTime, character: SessionCharacter) {
    self.title = title
    self.time = time
    self.character = character
  }

  public init(_ payload: Payload) {
    title = TextHandle(packed: payload.second)
    time = SessionTime(packed: payload.first)
    character = SessionCharacter(packed: payload.second >> 32)
  }

  public var payload: Payload {
    Payload(time.packed, UInt64(title.raw) | character.packed << 32)
  }

  static func isWellFormed(_ payload: Payload) -> Bool {
    SessionTime(packed: payload.first).isWellFormed
      && SessionCharacter.isKnown(payload.second >> 32)
  }
}

/// The name of a step: who performed it, on which local day, in which session, and what it was.
///
/// A name states what a step *is*, never how many came before it, so removing a step from a plan
/// renames none of the others. It is the key of all random draws for the step's messages.
public struct StepID: BitwiseCopyable, Hashable, Sendable {
  /// From the top: who (24 bits), day (12), session (4), kind (8), place (6), number (10).
  public let raw: UInt64

  public init(raw: UInt64) {
    self.raw = raw
  }

  /// `place` distinguishes the people or things that a step is about, `number` the steps about one.
  @inlinable
  public init(
    who: UInt32, day: Int32, session: UInt8, verb: StepKind, place: Int = 0, number: Int = 0
  ) {
    let low =
      UInt64(verb.rawValue) << 16 | UInt64(UInt32(truncatingIfNeeded: place) & 63) << 10
      | UInt64(UInt32(truncatingIfNeeded: number) & 1023)
    raw =
      UInt64(who & 0xFF_FFFF) << 40 | UInt64(UInt32(bitPattern: day) & 0xFFF) << 28
      | UInt64(session & 15) << 24 | low
  }

  /// No step: the cause of what existed before the first step.
  public static var none: StepID { StepID(raw: 0) }

  /// The session number of background activity of a device.
  public static var byItself: UInt8 { 14 }
  /// The session number of steps for a whole household; `who` is its number then.
  public static var ofHousehold: UInt8 { 15 }

  public var who: UInt32 { UInt32(raw >> 40) }
  public var day: Int32 { Int32(raw >> 28 & 0xFFF) }
  public var session: UInt8 { UInt8(raw >> 24 & 15) }
  public var verb: StepKind? { StepKind(rawValue: UInt8(raw >> 16 & 0xFF)) }
  public var place: Int { Int(raw >> 10 & 63) }
  public var number: Int { Int(raw & 1023) }
}

/// What a person does in a step, as its name has it.
public enum StepKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case none = 0
  // Devices and people.
  case open, close, refresh, leave, offline, longOffline, exchange
  // The day's logging.
  case mark, unmark, meal, favorite, photo, water, checkIn
  // Settings that are made once.
  case mayLog, sex, weight, height, quietHours, offer, calendarLink, calendarMode
  case course, sport, practice, practiceRule, goal, healthStore
  // Habits.
  case habit, habitChange, habitEnd, habitRestore
  // What families do in a day's first session.
  case ride, attendance, practiceChange, task, taskDone, claim, workout, template
  case session, sessionDone, calendarConnect, calendarAsk, practiceRestore, occasional
  // Groups.
  case join, share, occasionalInGroup
  // External services.
  case calendarEdit, calendarTokens, sample, watchOnlyWorkout, healthStoreFault
  // Clocks.
  case clock, zone, serverClock
  // Installs, and the server's failover.
  case failOver, reinstall, backUp, restore, signIn
  // Conflicts of whole families on the same records.
  case contended, contendedInGroup
  // Crashes of the app, and outages of the server.
  case crash, outage
  case update, deviceFault
  // Joining a family.
  case invite, joinFamily
  // Other processes on a device.
  case widget
  // Coaches and their athletes.
  case roster, assign, assignmentDone
  // Occasional commands, for a reason.
  case occasionalForReason
  // Double taps.
  case markAgain, mealAgain, waterAgain
  // Several people at the same second.
  case joinTogether
  // Other external services.
  case catalog
  // Accounts.
  case deleteAccount
  // Disks.
  case disk, serverDisk

  /// The step that a double tap adds.
  public var again: StepKind? {
    switch self {
    case .mark: .markAgain
    case .meal: .mealAgain
    case .water: .waterAgain
    default: nil
    }
  }

  /// The names of the cases, in their order: see `WorldEvent.names`.
  public static let names = [
    "none", "open", "close", "refresh", "leave", "offline", "longOffline", "exchange", "mark",
    "unmark", "meal", "favorite", "photo", "water", "checkIn", "mayLog", "sex", "weight",
    "height", "quietHours", "offer", "calendarLink", "calendarMode", "course", "sport", "practice",
    "practiceRule", "goal", "healthStore", "habit", "habitChange", "habitEnd", "habitRestore",
    "ride", "attendance", "practiceChange", "task", "taskDone", "claim", "workout", "template",
    "session", "sessionDone", "calendarConnect", "calendarAsk", "practiceRestore", "occasional",
    "join",
    "share", "occasionalInGroup", "calendarEdit", "calendarTokens", "sample", "watchOnlyWorkout",
    "healthStoreFault", "clock", "zone", "serverClock", "failOver", "reinstall", "backUp",
    "restore",
    "signIn", "contended", "contendedInGroup", "crash", "outage",
    "update", "deviceFault", "invite", "joinFamily", "widget",
    "roster", "assign", "assignmentDone", "occasionalForReason",
    "markAgain", "mealAgain", "waterAgain", "joinTogether", "catalog",
    "deleteAccount", "disk", "serverDisk",
  ]
}

/// NOT-1: what a notification can be about.
public enum NotificationKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// A class or workout begins soon.
  case schedule = 0
  case meal = 1
  case hydration = 2
  case checkIn = 3
  case academic = 4
  case goal = 5
  case trophy = 6
  case level = 7
  /// A streak of a habit is about to break.
  case streak = 8
  case conflict = 9
  case unassignedDuty = 10
  case weeklySummary = 11
  /// SCH-5, JRN-3: another person gave the member a duty, or took one from them.
  ///
  /// A kind of its own, though NOT-1 does not list it: nothing collides, as in a conflict, and the
  /// duty is not unassigned. A member who has switched off both still has to know what they drive.
  case duty = 12
  /// NOT-6: a class was moved or canceled, once or as a whole, also after its reminder has been
  /// sent.
  case change = 13
  /// NOT-6: a driver asks for another driver.
  case coverage = 14
  /// NOT-6, TRN-6: the day's recommendation is ready.
  case recommendation = 15
  /// NOT-7: in the evening, a summary of the day's nutrition.
  case nutritionSummary = 16
  /// NOT-7: in the morning, an outlook on the day.
  case dailyDigest = 17
  /// NOT-7: the totals of a week or a month.
  case weeklyReport = 18
  case monthlyReport = 19

  /// NOT-4: must not be missed, and goes out as a text message when a push fails.
  @inlinable public var isCritical: Bool {
    self == .unassignedDuty || self == .conflict || self == .duty
  }

  /// NOT-7: is only sent to people who asked for it.
  @inlinable public var isOptIn: Bool { rawValue >= Self.nutritionSummary.rawValue }

  /// NOT-3: the kind that it is grouped under. A goal, the badge for it and the level that its
  /// points reach result from one action, so they are similar.
  @inlinable public var theme: NotificationKind {
    switch self {
    case .trophy, .level: .goal
    default: self
    }
  }

  /// Celebrates an achievement: the only kinds that a child receives by default (NOT-2).
  @inlinable public var isAchievement: Bool { theme == .goal || self == .streak }
}

/// NOT-4: the channels that a notification can use.
public struct NotificationChannels: OptionSet, BitwiseCopyable, Hashable, Sendable {
  public var rawValue: UInt8

  @inlinable public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let push = NotificationChannels(rawValue: 1)
  public static let sms = NotificationChannels(rawValue: 2)
  public static let email = NotificationChannels(rawValue: 4)
  public static let inApp = NotificationChannels(rawValue: 8)
  public static let all: NotificationChannels = [.push, .sms, .email, .inApp]
}

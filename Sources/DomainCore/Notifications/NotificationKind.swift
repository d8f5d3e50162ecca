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
  /// Don't break it.
  case streak = 8
  case conflict = 9
  case unassignedDuty = 10
  case weeklySummary = 11

  /// NOT-4: what must not be missed, and goes out as a text message when a push cannot.
  @inlinable public var isCritical: Bool {
    self == .unassignedDuty || self == .conflict
  }

  /// What celebrates: all that a child is notified of unless it is set otherwise (NOT-2).
  @inlinable public var isAchievement: Bool {
    switch self {
    case .goal, .trophy, .level, .streak: true
    default: false
    }
  }
}

/// NOT-4: the ways a notification can take.
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

public import Chronology
public import DomainCore
import Scenarios

/// A person of the population, with the traits that determine their behavior.
public struct Person: BitwiseCopyable, Sendable {
  /// The person's number in the whole population.
  public var index: UInt32
  public var role: Role
  public var born: LocalDay
  public var isFemale = false
  /// Whether the person uses the app; a parent logs for a small child.
  public var logsForItself: Bool
  /// Zero for a person who does not use the app.
  public var deviceCount: Int
  public var habitCount: Int
  /// The person's own log-odds of opening the app.
  public var motivation: Double
  /// How many days after their household they join it by invitation; nil for a person who is there
  /// from its first day.
  public var joinsAfter: Int32?
  /// The household of the team in which they train.
  public var team: UInt32?
  /// Their lifelong traits; those of the average person in a scenario without traits.
  public var traits = Traits()

  /// Whether exams, matches and sport seasons apply to them: a child, or an athlete of a team.
  public var isYoung: Bool { role == .child || role == .athlete }

  public init(
    index: UInt32, role: Role, born: LocalDay, logsForItself: Bool, deviceCount: Int,
    habitCount: Int, motivation: Double
  ) {
    self.index = index
    self.role = role
    self.born = born
    self.logsForItself = logsForItself
    self.deviceCount = deviceCount
    self.habitCount = habitCount
    self.motivation = motivation
  }
}

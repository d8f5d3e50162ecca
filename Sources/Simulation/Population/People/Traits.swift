public import Scenarios

/// What somebody brings with them, which no day changes.
public struct Traits: BitwiseCopyable, Hashable, Sendable {
  public var persona = Persona.plain
  /// How many times likelier than the average they lapse.
  public var frailty = 1.0
  /// The share of the way to full habit strength that an active day covers.
  public var habitGain = 0.0
  /// The share of the habits due on an active day that they do; nil: as the scenario has it.
  public var conscientiousness: Double?
  /// How many times as much as for the average a streak pulls, and hurts.
  public var streaks = 1.0
  /// How many times as much as for the average others count.
  public var sociability = 1.0
  /// Whether they let the app send notifications.
  public var allowsNotifications = true
  /// Minutes by which their day lies later than the average.
  public var chronotypeMinutes = 0
  /// Points by which they feel better than the average.
  public var wellness = 0.0
  /// How many times as much as the average they eat, drink and train.
  public var appetite = 1.0
  public var thirst = 1.0
  public var training = 1.0

  /// Whether a child plays a sport, and which school it goes to.
  public var playsSport = false
  public var school: UInt8 = 0

  public init() {}
}

public import Scenarios

/// A person's lifelong traits, which no day changes.
public struct Traits: BitwiseCopyable, Hashable, Sendable {
  public var persona = Persona.plain
  /// The factor on the hazard of lapsing.
  public var frailty = 1.0
  /// The fraction of the way to full habit strength that an active day covers.
  public var habitGain = 0.0
  /// The share of the habits due on an active day that they do; nil: the scenario's share.
  public var conscientiousness: Double?
  /// The factor on the pull of a streak, and on the effect of losing it.
  public var streaks = 1.0
  /// The factor on the influence of others.
  public var sociability = 1.0
  /// Whether they allow notifications.
  public var allowsNotifications = true
  /// Minutes by which their day is later than the average.
  public var chronotypeMinutes = 0
  /// Points on the average wellness scores.
  public var wellness = 0.0
  /// The factors on the average amounts of food, drink and training.
  public var appetite = 1.0
  public var thirst = 1.0
  public var training = 1.0

  /// Whether a child plays a sport, and which school it goes to.
  public var playsSport = false
  public var school: UInt8 = 0

  public init() {}
}

/// Where somebody stands with the app.
public enum LifePhase: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// In the first week with it, or not begun.
  case new = 0
  case active = 1
  /// Away for some days, and not yet out of it.
  case lapsing = 2
  /// The app is put away.
  case dormant = 3
  /// In the first week after coming back.
  case resurrected = 4
  /// Gone for good.
  case left = 5
}

/// What happens inside somebody from day to day, as far as it decides whether they open the app.
public struct Mind: BitwiseCopyable, Sendable {
  public var phase = LifePhase.new
  /// Days since the first active one, or since coming back; zero before the first.
  public var lifeDays: Int32 = 0
  /// Days in a row without activity, up to yesterday.
  public var daysAway: Int32 = 0
  /// How often the app was put away, and taken up again.
  public var lapses: UInt16 = 0
  public var returns: UInt16 = 0
  /// What is left of the pain about the last broken streak, from 0 to 1.
  public var pain = 0.0
  /// The share of the others at home who were active yesterday.
  public var company = 0.0

  public init() {}

  /// Whether the app is in use, however seldom.
  public var isEngaged: Bool { phase != .dormant && phase != .left }
}

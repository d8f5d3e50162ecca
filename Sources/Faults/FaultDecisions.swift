public import Base

/// The decisions that faults draw; an identifier is given once and never again to another.
public enum FaultDecision {
  /// What becomes of a message on its way to the server.
  @inlinable public static var requestFate: Decision { Decision(0x1001) }
  /// What becomes of an answer on its way back.
  @inlinable public static var answerFate: Decision { Decision(0x1002) }
  /// What becomes of a push to a phone.
  @inlinable public static var pushFate: Decision { Decision(0x1009) }
  /// Whether a spell without network begins on a device's day.
  @inlinable public static var offlineSpell: Decision { Decision(0x1003) }
  @inlinable public static var offlineSpellStart: Decision { Decision(0x1004) }
  @inlinable public static var offlineSpellLength: Decision { Decision(0x1005) }
  /// Whether and when a device is cut off for days.
  @inlinable public static var offlineLong: Decision { Decision(0x1006) }
  @inlinable public static var offlineLongStart: Decision { Decision(0x1007) }
  @inlinable public static var offlineLongLength: Decision { Decision(0x1008) }

  // Clocks.
  @inlinable public static var clockSkew: Decision { Decision(0x1020) }
  @inlinable public static var clockDrift: Decision { Decision(0x1021) }
  /// Whether a clock jumps on a day, and what it is set to.
  @inlinable public static var clockJump: Decision { Decision(0x1022) }
  @inlinable public static var wrongZone: Decision { Decision(0x1023) }
  @inlinable public static var travel: Decision { Decision(0x1024) }
  @inlinable public static var serverClock: Decision { Decision(0x1025) }

  /// Whether a server begins anew on a day, and how far its copy is behind.
  @inlinable public static var failover: Decision { Decision(0x1026) }

  // Installs: whether something becomes of one on a day, when, and what of several things.
  @inlinable public static var reinstall: Decision { Decision(0x1027) }
  @inlinable public static var restore: Decision { Decision(0x1028) }
  @inlinable public static var clone: Decision { Decision(0x1029) }
  @inlinable public static var loan: Decision { Decision(0x102A) }
  @inlinable public static var backup: Decision { Decision(0x102B) }
  @inlinable public static var crash: Decision { Decision(0x102C) }
  @inlinable public static var outage: Decision { Decision(0x102D) }
  /// The version of the app that a device begins with, and whether it gets another on a day.
  @inlinable public static var version: Decision { Decision(0x102E) }
  @inlinable public static var update: Decision { Decision(0x102F) }
  @inlinable public static var widget: Decision { Decision(0x1031) }
  /// Whether a device is in trouble on a day, and for how long.
  @inlinable public static var trouble: Decision { Decision(0x1030) }

  // What lies outside of the product.
  @inlinable public static var calendarRequestFate: Decision { Decision(0x1010) }
  @inlinable public static var calendarAnswerFate: Decision { Decision(0x1011) }
  /// What becomes of a calendar's notice that something has changed.
  @inlinable public static var calendarNoticeFate: Decision { Decision(0x1012) }
  /// Whether a calendar takes a call.
  @inlinable public static var calendarFailure: Decision { Decision(0x1013) }
  @inlinable public static var calendarTokensExpired: Decision { Decision(0x1014) }
  @inlinable public static var calendarSkew: Decision { Decision(0x1015) }
  @inlinable public static var catalogueFailure: Decision { Decision(0x1016) }
  @inlinable public static var healthLapse: Decision { Decision(0x1017) }
  /// How good the connection of a device is.
  @inlinable public static var connection: Decision { Decision(0x1018) }
}

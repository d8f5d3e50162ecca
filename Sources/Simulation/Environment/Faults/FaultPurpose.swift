public import Base

/// The random purposes of faults. An identifier is never reused for another purpose.
public enum FaultPurpose {
  /// The delivery of a request to the server.
  @inlinable public static var requestDelivery: RandomPurpose { RandomPurpose(0x1001) }
  /// The delivery of a response.
  @inlinable public static var responseDelivery: RandomPurpose { RandomPurpose(0x1002) }
  /// The delivery of a push to a phone.
  @inlinable public static var pushDelivery: RandomPurpose { RandomPurpose(0x1009) }
  /// Whether a short offline period begins on a device's day.
  @inlinable public static var shortOffline: RandomPurpose { RandomPurpose(0x1003) }
  @inlinable public static var shortOfflineStart: RandomPurpose { RandomPurpose(0x1004) }
  @inlinable public static var shortOfflineLength: RandomPurpose { RandomPurpose(0x1005) }
  /// Whether and when a device is offline for days.
  @inlinable public static var longOffline: RandomPurpose { RandomPurpose(0x1006) }
  @inlinable public static var longOfflineStart: RandomPurpose { RandomPurpose(0x1007) }
  @inlinable public static var longOfflineLength: RandomPurpose { RandomPurpose(0x1008) }

  // Clocks.
  @inlinable public static var clockSkew: RandomPurpose { RandomPurpose(0x1020) }
  @inlinable public static var clockDrift: RandomPurpose { RandomPurpose(0x1021) }
  /// Whether a clock jumps on a day, and what it is set to.
  @inlinable public static var clockJump: RandomPurpose { RandomPurpose(0x1022) }
  @inlinable public static var wrongZone: RandomPurpose { RandomPurpose(0x1023) }
  @inlinable public static var travel: RandomPurpose { RandomPurpose(0x1024) }
  @inlinable public static var serverClock: RandomPurpose { RandomPurpose(0x1025) }

  /// Whether a server fails over on a day, and how far its replica lags.
  @inlinable public static var failover: RandomPurpose { RandomPurpose(0x1026) }

  // Installs: whether a fault of an install occurs on a day, when, and which of several choices.
  @inlinable public static var reinstall: RandomPurpose { RandomPurpose(0x1027) }
  @inlinable public static var restore: RandomPurpose { RandomPurpose(0x1028) }
  @inlinable public static var clone: RandomPurpose { RandomPurpose(0x1029) }
  @inlinable public static var sharedDeviceSignIn: RandomPurpose { RandomPurpose(0x102A) }
  @inlinable public static var backup: RandomPurpose { RandomPurpose(0x102B) }
  @inlinable public static var crash: RandomPurpose { RandomPurpose(0x102C) }
  @inlinable public static var outage: RandomPurpose { RandomPurpose(0x102D) }
  /// The version of the app that a device begins with, and whether it updates on a day.
  @inlinable public static var version: RandomPurpose { RandomPurpose(0x102E) }
  @inlinable public static var update: RandomPurpose { RandomPurpose(0x102F) }
  @inlinable public static var widget: RandomPurpose { RandomPurpose(0x1031) }
  /// Whether a device has a fault on a day, and for how long.
  @inlinable public static var deviceFault: RandomPurpose { RandomPurpose(0x1030) }

  /// Whether a disk has a fault on a day, when, and where.
  @inlinable public static var disk: RandomPurpose { RandomPurpose(0x1032) }

  // External services.
  @inlinable public static var calendarRequestDelivery: RandomPurpose { RandomPurpose(0x1010) }
  @inlinable public static var calendarResponseDelivery: RandomPurpose { RandomPurpose(0x1011) }
  /// The delivery of a calendar's notice of a change.
  @inlinable public static var calendarNoticeDelivery: RandomPurpose { RandomPurpose(0x1012) }
  /// Whether a calendar call fails.
  @inlinable public static var calendarFailure: RandomPurpose { RandomPurpose(0x1013) }
  @inlinable public static var calendarTokensExpired: RandomPurpose { RandomPurpose(0x1014) }
  @inlinable public static var calendarSkew: RandomPurpose { RandomPurpose(0x1015) }
  @inlinable public static var catalogFailure: RandomPurpose { RandomPurpose(0x1016) }
  @inlinable public static var healthStoreFault: RandomPurpose { RandomPurpose(0x1017) }
  /// How good the connection of a device is.
  @inlinable public static var connection: RandomPurpose { RandomPurpose(0x1018) }
}

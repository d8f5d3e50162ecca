import Base

/// The random purposes of the world; an identifier is never reused for another purpose.
enum WorldRandomPurpose {
  static var retryWait: RandomPurpose { RandomPurpose(0x3001) }
  /// How closely a scope is checked: see `ScopeSample`.
  static var logFold: RandomPurpose { RandomPurpose(0x3002) }
  /// Whether a device is one of those that are healed while the rest still has faults.
  static var core: RandomPurpose { RandomPurpose(0x3003) }
}

import Base

/// The world's own decisions; an identifier is given once and never again to another.
enum WorldRandomPurpose {
  static var retryWait: RandomPurpose { RandomPurpose(0x3001) }
  /// Whether a scope's log is folded once more when the run is over.
  static var logFold: RandomPurpose { RandomPurpose(0x3002) }
  /// Whether a device is one of those that are healed while the rest stays broken.
  static var core: RandomPurpose { RandomPurpose(0x3003) }
}

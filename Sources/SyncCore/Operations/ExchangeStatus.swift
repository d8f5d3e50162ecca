/// What kind of answer the server gives to a request.
public enum ExchangeStatus: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The push was taken in, and the rows that follow the device's position come with it.
  case page = 0
  /// FAM-8: nothing was taken and nothing is given until somebody signs in on the device.
  case needsSignIn = 1
  /// P12: the device may not have the scope: it drops everything, and says why.
  case purge = 2
  /// The feed was written anew, or access was given, or given back: the device starts again from
  /// the scope as it was founded, with all rows of the feed at once.
  case snapshot = 3
}

/// What kind of answer the server gives to a request.
public enum ResponseKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The push was taken in, and the rows that follow the device's position come with it.
  case page = 0
  /// FAM-8: nothing was taken and nothing is given until somebody signs in on the device.
  case needsSignIn = 1
  /// P12: the device may not have the scope: it drops everything, and says why.
  case purge = 2
  /// The feed was written anew, or access was given, or given back: the device starts again from
  /// the scope as it was founded, with all rows of the feed at once.
  case snapshot = 3
  /// FAM-8: the session of the device has begun anew; what it had queued can go.
  case signedIn = 4
  /// FAM-8: nobody can sign in there any more, and the reason says why.
  case signInRefused = 5
  /// The server knows no such site: nothing was taken and nothing is given.
  case siteUnknown = 6
}

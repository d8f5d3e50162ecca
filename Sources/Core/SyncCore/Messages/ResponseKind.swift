/// What kind of response the server sends to a request.
public enum ResponseKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The server processed the push and sends the rows that follow the device's position.
  case page = 0
  /// FAM-8: the server accepts nothing and sends nothing until a user signs in on the device.
  case needsSignIn = 1
  /// P12: the device has no access to the scope: it drops everything and shows why.
  case purge = 2
  /// The feed was rewritten, or access was granted or restored: the device restarts from the
  /// genesis of the scope with all rows of the feed at once.
  case snapshot = 3
  /// FAM-8: the device has a new session; its pending operations can be sent.
  case signedIn = 4
  /// FAM-8: the account can no longer sign in on this site, for the given reason.
  case signInRefused = 5
  /// The server does not know the site: it accepts nothing and sends nothing.
  case siteUnknown = 6
}

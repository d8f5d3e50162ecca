import Chronology

/// What the service allows one request and one token.
public struct ServiceLimits: Hashable, Sendable {
  /// After how many days a token ends.
  public var tokenDays = 90
  /// How old a token may be that carries a sign-in message.
  public var signInMinutes = 15
  /// How many rows a page has at most, whatever a request asks for.
  public var pageRowsMax = 5_000
  /// How far a session may be extended without an entry in the journal.
  public var contactMinutes = 60

  /// From which age on someone may consent for a child that is in no family.
  public var guardianAge = 18

  public init() {}
}

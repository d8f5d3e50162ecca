public import Chronology

/// A promise that was broken: which, when, where, and in what way.
public struct Violation: Hashable, Sendable, Codable {
  public var property: Property
  public var time: Instant
  public var scope: UInt32
  public var site: UInt32
  /// The operation that shows it, zero if it is not about one.
  public var sequence: UInt32
  public var what: String
  /// What that operation says, once somebody has looked it up.
  public var kind: String?
  /// The name of the last step before it was found, zero if there was none.
  public var step: UInt64 = 0
  /// The household that a group was opened for first, if it was found in the group's log.
  public var group: UInt32?

  public init(
    _ property: Property, at time: Instant, scope: UInt32, site: UInt32 = .max,
    sequence: UInt32 = 0, what: String
  ) {
    self.property = property
    self.time = time
    self.scope = scope
    self.site = site
    self.sequence = sequence
    self.what = what
  }
}

public import Chronology

/// A violated property: which one, when, where, and how.
public struct Violation: Hashable, Sendable, Codable {
  public var property: Property
  public var time: Instant
  public var scope: UInt32
  public var site: UInt32
  /// The operation that it concerns, zero if there is none.
  public var sequence: UInt32
  public var what: String
  /// The expected and the actual value, where a few words describe them.
  public var expected: String?
  public var found: String?
  /// The kind of that operation, once it has been looked up.
  public var kind: String?
  /// The last step before the violation was found, zero if there was none.
  public var step: UInt64 = 0
  /// The first household of the group, if the violation was found in a group's log.
  public var group: UInt32?

  /// The description, with the expected and the actual value where they are known.
  public var whole: String {
    switch (expected, found) {
    case (let expected?, let found?): "\(what); expected \(expected), found \(found)"
    case (let expected?, nil): "\(what); expected \(expected)"
    case (nil, let found?): "\(what); found \(found)"
    case (nil, nil): what
    }
  }

  public init(
    _ property: Property, at time: Instant, scope: UInt32, site: UInt32 = .max,
    sequence: UInt32 = 0, what: String, expected: String? = nil, found: String? = nil
  ) {
    self.property = property
    self.time = time
    self.scope = scope
    self.site = site
    self.sequence = sequence
    self.what = what
    self.expected = expected
    self.found = found
  }
}

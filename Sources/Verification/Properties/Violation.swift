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
  /// What was promised of it, and what was found, where that is said in a few words.
  public var expected: String?
  public var found: String?
  /// What that operation says, once somebody has looked it up.
  public var kind: String?
  /// The name of the last step before it was found, zero if there was none.
  public var step: UInt64 = 0
  /// The household that a group was opened for first, if it was found in the group's log.
  public var group: UInt32?

  /// What is wrong, and what was expected and found instead, where that is known.
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

public import Properties

/// How something failed: which property was violated, and how. Two failures with one signature
/// count as one bug, and a shrunk plan must keep its signature.
public struct Signature: Hashable, Sendable, CustomStringConvertible {
  public var property: Property
  public var what: String

  public init(_ violation: Violation) {
    property = violation.property
    what = violation.what
  }

  public init(_ property: Property, _ what: String) {
    self.property = property
    self.what = what
  }

  /// Whether it is no violation of a property but a lost update, which only a run that asks for
  /// them reports.
  public var isOfLostUpdate: Bool { property == .lostUpdate }

  /// "P5: a replica differs from the server at the same position".
  public var description: String { "\(property.id): \(what)" }

  /// Reads what `description` writes.
  public init?(text: String) {
    guard let colon = text.firstRange(of: ": ") else { return nil }
    self.init(id: String(text[..<colon.lowerBound]), String(text[colon.upperBound...]))
  }

  /// A signature by a property's short name such as "P5"; nil if there is no such property.
  public init?(id: String, _ what: String) {
    guard let property = Property(id: id) else { return nil }
    self.init(property, what)
  }
}

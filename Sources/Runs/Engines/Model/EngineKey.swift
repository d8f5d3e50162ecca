/// A type of data that an engine may have.
public enum EngineType: String, CaseIterable, Sendable {
  case register, map, counter, set, list, text
  /// A set with a limit.
  case seats
  /// What only the engine understands: it acts by a number, and shows a text.
  case own

  /// Whether its values are elements that are inserted and removed.
  var hasElements: Bool { self == .set || self == .list || self == .text || self == .seats }

  /// Whether its elements have places.
  var isOrdered: Bool { self == .list || self == .text }
}

/// A key of the generic model. Its name says its type: `counter-0`.
public struct EngineKey: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let type: EngineType
  public let number: Int
  public let description: String

  public init(_ type: EngineType, _ number: Int) {
    self.type = type
    self.number = number
    description = "\(type.rawValue)-\(number)"
  }

  /// The key with a name; nil if there is none.
  public init?(name: String) {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let type = EngineType(rawValue: String(parts[0])),
      let number = Int(parts[1]), number >= 0, String(number) == parts[1]
    else { return nil }
    self.init(type, number)
  }

  /// How many elements it may have; nil for as many as one likes.
  public var limit: Int? { type == .seats ? 2 + number % 2 : nil }

  public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}

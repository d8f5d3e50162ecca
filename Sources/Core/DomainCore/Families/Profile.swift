/// FAM-11: the sex, as far as nutrition targets need it.
public enum Sex: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case male = 0
  case female = 1
}

/// FAM-11: the profile fields with one value; weight and height have one for each day.
public enum ProfileField: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case name = 0
  case born = 1
  case sex = 2
  case photo = 3
  case allergies = 4
  case conditions = 5
  case emergencyContacts = 6
  case school = 7
  /// ACA-2: an athlete's sport and position, and the year of their studies.
  case sport = 8
  case position = 9
  case year = 10

  /// Whether the field holds a text.
  @inlinable public var isText: Bool { self != .born && self != .sex }
}

/// FAM-11: the fields that a child's profile needs; the birthday is given on joining.
public struct ProfileNeeds: OptionSet, BitwiseCopyable, Hashable, Sendable {
  public let rawValue: UInt8

  @inlinable public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  @inlinable public static var name: ProfileNeeds { ProfileNeeds(rawValue: 1) }
  @inlinable public static var sex: ProfileNeeds { ProfileNeeds(rawValue: 2) }
  @inlinable public static var weight: ProfileNeeds { ProfileNeeds(rawValue: 4) }
  @inlinable public static var height: ProfileNeeds { ProfileNeeds(rawValue: 8) }
}

/// FAM-11: the possible weights and heights, so that a typing error is refused.
public enum BodyRange {
  public static let weightGrams: ClosedRange<UInt32> = 500...500_000
  public static let heightMillimeters: ClosedRange<UInt32> = 200...2_750
}

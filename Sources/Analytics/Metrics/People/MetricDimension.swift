/// The dimensions by which every run segments its people.
public enum MetricDimension: Int32, CaseIterable, Sendable {
  /// The week of the run in which they joined.
  case cohort
  case product, role, platform
  /// Bands of years of age on the run's first day.
  case age
  /// Whether they ever joined a group.
  case group

  /// Its name in options and documents.
  public var name: String {
    // Not printed: that asks for the case by reflection, once for each figure of a run.
    switch self {
    case .cohort: "cohort"
    case .product: "product"
    case .role: "role"
    case .platform: "platform"
    case .age: "age"
    case .group: "group"
    }
  }

  /// The number of the week in which a person joined.
  public static func week(joinedRunDay day: Int32) -> Int32 { day / 7 + 1 }

  /// The upper ends of the age bands, in years.
  private static let ageEnds: [Int32] = [13, 18, 25, 35, 50, 65]

  /// The age band of a person, by their age in days.
  public static func ageBand(ofDays days: Int64) -> Int32 {
    let years = days * 100 / 36_525
    return Int32(ageEnds.firstIndex { years < $0 } ?? ageEnds.count)
  }

  public static func cohortName(week: Int32) -> String { "week \(week)" }

  public static func ageName(band: Int32) -> String {
    let band = Int(band)
    guard band < ageEnds.count else { return "\(ageEnds[ageEnds.count - 1]) and older" }
    return "\(band == 0 ? 0 : ageEnds[band - 1]) to \(ageEnds[band] - 1)"
  }

  public static func groupName(isInGroup: Bool) -> String { isInGroup ? "group" : "solo" }
}

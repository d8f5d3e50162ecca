/// By what people are told apart in every run, as products ask for it.
public enum MetricDimension: Int32, CaseIterable, Sendable {
  /// By the week of the run in which they joined.
  case cohort
  case product, role, platform
  /// By bands of years on the run's first day.
  case age
  /// Whether they ever joined a group.
  case group

  /// What it is called where somebody asks for it.
  public var name: String { "\(self)" }

  /// The number of the week in which somebody joined.
  public static func week(joinedRunDay day: Int32) -> Int32 { day / 7 + 1 }

  /// The ends of the bands of ages that products tell apart, in years.
  private static let ageEnds: [Int32] = [13, 18, 25, 35, 50, 65]

  /// The number of the band of somebody who is so many days old.
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

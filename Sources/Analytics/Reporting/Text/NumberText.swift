import Base

/// Number formatting, the same in every locale.
public enum NumberText {
  /// What stands where there is no number.
  public static let missing = "–"

  /// A whole number in groups of three digits: `1,234,567`.
  public static func grouped(_ number: Int64) -> String {
    Base.grouped(number)
  }

  /// A number with exactly `digits` decimals, halves rounded away from zero: `-1,234.50`.
  public static func fixed(_ number: Double, digits: Int) -> String {
    precondition(number.isFinite, "only finite numbers can be written out")
    let units = Int64(number.magnitude * Double(power(digits)) + 0.5)
    return (number < 0 && units > 0 ? "-" : "") + fixed(units: units, digits: digits)
  }

  /// A number given in units of its last digit: 12345 with two digits is `123.45`.
  public static func fixed(units: Int64, digits: Int) -> String {
    guard digits > 0 else { return grouped(units) }
    let power = power(digits)
    let fraction = String(units % power)
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(grouped(units / power)).\(zeros)\(fraction)"
  }

  /// A size in a fitting unit: `13.4 MiB`.
  static func bytes(_ count: Int64) -> String {
    if count < 1_024 { return "\(count) bytes" }
    return scaled(Double(count) / 1_024, base: 1_024, units: ["KiB", "MiB", "GiB", "TiB"])
  }

  /// A count for prose: exact below a million, then `3.41 million`.
  static func shortened(_ count: Int64) -> String {
    if count < 1_000_000 { return grouped(count) }
    return scaled(Double(count) / 1_000_000, base: 1_000, units: ["million", "billion"])
  }

  /// A count with its noun: `1 file`, `2,000 people`.
  public static func counted(_ count: Int64, _ one: String, _ many: String? = nil) -> String {
    "\(grouped(count)) \(count == 1 ? one : many ?? one + "s")"
  }

  /// A duration in a fitting unit: `640 ms`, `12.5 s`, `3.2 min`.
  static func duration(milliseconds: Int64) -> String {
    let steps: [(below: Int64, unit: Int64, name: String)] = [
      (60_000, 1_000, "s"), (3_600_000, 60_000, "min"), (86_400_000, 3_600_000, "h"),
      (.max, 86_400_000, "days"),
    ]
    if milliseconds < 1_000 { return "\(milliseconds) ms" }
    let step = steps.first { milliseconds < $0.below } ?? steps[3]
    return "\(significant(Double(milliseconds) / Double(step.unit))) \(step.name)"
  }

  /// A number in the largest unit in which it is at least one.
  private static func scaled(_ number: Double, base: Double, units: [String]) -> String {
    var (number, unit) = (number, 0)
    while number >= base && unit + 1 < units.count {
      number /= base
      unit += 1
    }
    return "\(significant(number)) \(units[unit])"
  }

  /// A number of at least one with three significant digits, or all digits before the point.
  private static func significant(_ number: Double) -> String {
    fixed(number, digits: number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2)
  }

  static func power(_ digits: Int) -> Int64 {
    var power: Int64 = 1
    for _ in 0..<digits { power *= 10 }
    return power
  }
}

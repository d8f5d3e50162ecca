import Base

/// When a load counts as failed: `latency.p99>250ms`, `errors>0.1%`, `rate<1900`.
public struct LoadThreshold: Sendable, Hashable {
  /// Why a text is no threshold.
  public struct Problem: Error, Hashable, Sendable {
    /// One sentence.
    public let message: String
  }

  /// What is measured.
  public enum Subject: Hashable, Sendable {
    /// A duration, compared in microseconds.
    case series(LoadSeries, Statistic)
    case errors
    /// Errors as a share of the arrivals.
    case errorShare
    /// Requests sent in a second.
    case rate
  }

  /// Which figure of a series counts.
  public enum Statistic: Hashable, Sendable {
    /// In thousandths of a percent.
    case percentile(Int)
    case longest
    case mean
  }

  /// As given.
  public let text: String
  public let subject: Subject
  /// Whether it is missed above the limit; otherwise below it.
  public let isAbove: Bool
  /// Microseconds for a series, a fraction for a share.
  public let limit: Double

  /// The series that it judges, if only loads of people have that.
  public var seriesOfPeople: LoadSeries? {
    if case .series(let series, _) = subject, series.needsPeople { series } else { nil }
  }

  /// Whether it judges how long a server takes, or how much it is asked, and not what it answers.
  public var isOfPace: Bool {
    switch subject {
    case .series, .rate: true
    case .errors, .errorShare: false
    }
  }

  /// The form of an expression, for help and errors.
  public static let form =
    "'SERIES.STATISTIC>DURATION', such as 'latency.p99>250ms', or 'errors>0.1%', 'errors>0' or "
    + "'rate<1900'"

  private static let statistics = ["p50", "p90", "p95", "p99", "p99.9", "p99.99", "max", "mean"]

  public init(_ text: String) throws(Problem) {
    self.text = text
    guard let place = text.firstIndex(where: { $0 == ">" || $0 == "<" }) else {
      throw Problem(
        message: "The threshold '\(text)' has neither '>' nor '<'. Its form is \(Self.form).")
    }
    isAbove = text[place] == ">"
    let name = text[..<place].filter { $0 != " " }
    let value = text[text.index(after: place)...].filter { $0 != " " }
    if name == "errors", value.hasSuffix("%") {
      limit = try Self.number(value.dropLast(), in: text) / 100
      subject = .errorShare
    } else if name == "errors" || name == "rate" {
      limit = try Self.number(value[...], in: text)
      subject = name == "errors" ? .errors : .rate
    } else {
      subject = try Self.series(String(name), in: text)
      limit = try Self.microseconds(value, in: text)
    }
    try checkSense(name: String(name), value: value)
  }

  /// A condition that says what should be true, and a share without its sign, would let loads pass
  /// that should fail.
  private func checkSense(name: String, value: String) throws(Problem) {
    if !isAbove, subject != .rate {
      throw Problem(
        message: "The threshold '\(text)' fails a load when '\(name)' is low: it says what must "
          + "not be true. Did you mean '\(name)>\(value)'?")
    }
    if subject == .errors, limit != limit.rounded() {
      throw Problem(
        message: "The threshold '\(text)' counts errors, and \(value) is no whole number. "
          + "Did you mean '\(name)>\(value)%'?")
    }
  }

  private static func number(_ digits: Substring, in text: String) throws(Problem) -> Double {
    guard let number = Double(digits), number.isFinite, number >= 0 else {
      throw Problem(
        message: "'\(digits)' in the threshold '\(text)' is not a number of at least 0. "
          + "Its form is \(form).")
    }
    return number
  }

  private static func series(_ name: String, in text: String) throws(Problem) -> Subject {
    let known = LoadSeries.allCases.map(\.rawValue)
    let words = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let first = words.first.map(String.init) ?? ""
    guard let series = LoadSeries(rawValue: first) else {
      throw Problem(
        message: "The threshold '\(text)' begins with '\(first)'"
          + suggestion(first, known + ["errors", "rate"])
          + " It can begin with \((known + ["errors", "rate"]).joined(separator: ", ")).")
    }
    guard words.count == 2 else {
      throw Problem(
        message: "The threshold '\(text)' has no statistic of '\(first)', such as '\(first).p99'. "
          + "There are \(statistics.joined(separator: ", ")).")
    }
    switch String(words[1]) {
    case "max": return .series(series, .longest)
    case "mean": return .series(series, .mean)
    case let name:
      if name.first == "p", let percent = Double(name.dropFirst()), percent > 0, percent <= 100 {
        return .series(series, .percentile(Int((percent * 1_000).rounded())))
      }
      throw Problem(
        message: "The threshold '\(text)' asks for '\(name)'" + suggestion(name, statistics)
          + " There are \(statistics.joined(separator: ", ")).")
    }
  }

  private static func suggestion(_ name: String, _ known: [String]) -> String {
    nearest(to: name, in: known).map { ". Did you mean '\($0)'?" } ?? ", which is not measured."
  }

  private static func microseconds(_ value: String, in text: String) throws(Problem) -> Double {
    for (unit, factor) in [("us", 1.0), ("µs", 1), ("ms", 1_000), ("s", 1_000_000)]
    where value.hasSuffix(unit) {
      return try number(value.dropLast(unit.count), in: text) * factor
    }
    throw Problem(
      message: "The duration '\(value)' in the threshold '\(text)' has no unit. "
        + "There are us, ms and s.")
  }
}

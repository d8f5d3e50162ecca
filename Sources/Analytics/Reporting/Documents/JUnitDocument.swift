/// A JUnit file in the form that build servers read: one suite, and a case per check.
public struct JUnitDocument: Sendable {
  /// One check.
  public struct Case: Sendable {
    /// What a case ended with.
    public enum Outcome: Sendable {
      case passed
      /// What was checked does not hold.
      case failed(message: String, text: String = "")
      /// It could not be checked.
      case errored(message: String, text: String = "")
      case skipped(message: String)
    }

    public var className: String
    public var name: String
    public var seconds: Double
    public var outcome: Outcome

    public init(className: String, name: String, seconds: Double = 0, _ outcome: Outcome) {
      self.className = className
      self.name = name
      self.seconds = seconds
      self.outcome = outcome
    }
  }

  private let suite: String
  private let seconds: Double
  private let cases: [Case]

  /// `seconds` is the duration of the whole suite.
  public init(suite: String, seconds: Double, cases: [Case]) {
    self.suite = suite
    self.seconds = seconds
    self.cases = cases
  }

  public var text: String {
    let (failures, errors) = (count(\.isFailed), count(\.isErrored))
    let name = Self.escaped(suite)
    let counts = #"tests="\#(cases.count)" failures="\#(failures)" errors="\#(errors)""#
    let time = #"time="\#(Self.time(seconds))""#
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuites name="\#(name)" \#(counts) \#(time)>"#,
      #"  <testsuite name="\#(name)" \#(counts) skipped="\#(count(\.isSkipped))" \#(time)>"#,
    ]
    for one in cases { lines += Self.lines(of: one) }
    return (lines + ["  </testsuite>", "</testsuites>"]).joined(separator: "\n") + "\n"
  }

  private func count(_ isCounted: (Case.Outcome) -> Bool) -> Int {
    cases.count { isCounted($0.outcome) }
  }

  private static func lines(of one: Case) -> [String] {
    let head =
      #"    <testcase classname="\#(escaped(one.className))" name="\#(escaped(one.name))""#
      + #" time="\#(time(one.seconds))""#
    let inner: String
    switch one.outcome {
    case .passed: return [head + "/>"]
    case .failed(let message, let text): inner = element("failure", "violated", message, text)
    case .errored(let message, let text): inner = element("error", "error", message, text)
    case .skipped(let message): inner = #"<skipped message="\#(escaped(message))"/>"#
    }
    return [head + ">", "      " + inner, "    </testcase>"]
  }

  private static func element(
    _ name: String, _ type: String, _ message: String, _ text: String
  ) -> String {
    let start = #"<\#(name) message="\#(escaped(message))" type="\#(type)""#
    return text.isEmpty ? start + "/>" : "\(start)>\(escaped(text))</\(name)>"
  }

  private static func time(_ seconds: Double) -> String {
    let units = Int64((max(0, seconds) * 1_000).rounded())
    let fraction = String(units % 1_000)
    return "\(units / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }

  /// XML has no way to write most control characters.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n": escaped += "&#10;"
      case "\t": escaped += "&#9;"
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}

extension JUnitDocument.Case.Outcome {
  fileprivate var isFailed: Bool { if case .failed = self { true } else { false } }
  fileprivate var isErrored: Bool { if case .errored = self { true } else { false } }
  fileprivate var isSkipped: Bool { if case .skipped = self { true } else { false } }
}

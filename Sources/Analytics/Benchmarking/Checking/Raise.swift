import Base

/// A limit that was raised, and what a user got for it: a line of a list of raises.
public struct Raise: Equatable, Sendable {
  /// The day, such as `2026-11-28`.
  public var date: String
  /// The workload and the figure, such as `default: instructionsPerOperation`.
  public var figure: String
  public var from: Double
  public var to: Double
  /// What a user got for it.
  public var gain: String

  public init(date: String, figure: String, from: Double, to: Double, gain: String) {
    self.date = date
    self.figure = figure
    self.from = from
    self.to = to
    self.gain = gain
  }

  /// The line of the list, without its end.
  public var line: String {
    let gain = String(gain.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    return [date, figure, Self.text(from), Self.text(to), gain].joined(separator: "\t")
  }

  /// A number without a fraction that is zero.
  static func text(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// The committed list of raises: a raise that nothing in it explains is refused.
public struct RaiseList: Equatable, Sendable {
  /// The first line of the file.
  public static let header = "date\tfigure\tfrom\tto\twhat a user got for it"

  public var raises: [Raise]

  public init(_ raises: [Raise] = []) {
    self.raises = raises
  }

  /// Reads a file: a header, and a line with five columns for each raise.
  public init(_ bytes: [UInt8]) throws(BenchmarkProblem) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw BenchmarkProblem("the bytes are not UTF-8")
    }
    raises = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in zip(1..., lines) where !line.isEmpty && !line.hasPrefix("#") {
      if line == Self.header { continue }
      do throws(BenchmarkProblem) {
        raises.append(try Self.raise(line))
      } catch {
        throw BenchmarkProblem("line \(number): \(error)")
      }
    }
  }

  private static func raise(_ line: Substring) throws(BenchmarkProblem) -> Raise {
    let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard cells.count == 5 else {
      throw BenchmarkProblem(
        "a raise has five columns separated by tabs (date, figure, from, to, what a user got for "
          + "it), not \(cells.count)")
    }
    guard isDate(cells[0]) else {
      throw BenchmarkProblem("'\(cells[0])' is not a day such as 2026-11-28")
    }
    let parts = cells[1].components(separatedBy: ": ")
    guard parts.count == 2, !parts[0].isEmpty else {
      throw BenchmarkProblem(
        "'\(cells[1])' is not a workload and a figure, such as 'default: instructionsPerOperation'")
    }
    guard BenchmarkFigure(rawValue: parts[1]) != nil else {
      let hint = nearest(to: parts[1], in: BenchmarkFigure.names).map { ". Did you mean '\($0)'?" }
      throw BenchmarkProblem("there is no figure '\(parts[1])'\(hint ?? "")")
    }
    guard let from = Double(cells[2]), let to = Double(cells[3]), from.isFinite, to.isFinite,
      to > from, from >= 0
    else {
      throw BenchmarkProblem(
        "'\(cells[2])' and '\(cells[3])' are not two numbers of which the second is larger")
    }
    guard !cells[4].allSatisfy(\.isWhitespace) else {
      throw BenchmarkProblem("it does not say what a user got for the raise")
    }
    return Raise(date: cells[0], figure: cells[1], from: from, to: to, gain: cells[4])
  }

  /// Whether a text is a day in the form of ISO 8601.
  public static func isDate(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, zip(parts, [4, 2, 2]).allSatisfy({ $0.count == $1 }) else {
      return false
    }
    let numbers = parts.compactMap { part in part.allSatisfy(\.isNumber) ? Int(part) : nil }
    return numbers.count == 3 && (1...12).contains(numbers[1]) && (1...31).contains(numbers[2])
  }

  /// The raises since the last release of a baseline; all of them if it has no release.
  public func since(_ release: BenchmarkRelease?) -> [Raise] {
    raises.filter { raise in release.map { raise.date >= $0.date } ?? true }
  }

  /// The limits of a baseline that are above those of its release without a line that says why.
  public func unexplained(in baseline: BenchmarkResult) -> [String] {
    let recent = since(baseline.release)
    return baseline.workloads.flatMap { workload in
      workload.figures.compactMap { figure -> String? in
        guard let limit = figure.limit, let released = figure.releasedLimit, limit > released else {
          return nil
        }
        let name = "\(workload.name): \(figure.figure.rawValue)"
        let highest = recent.filter { $0.figure == name }.map(\.to).max()
        if let highest, limit <= highest { return nil }
        return "'\(name)' rose from \(Raise.text(released)) to \(Raise.text(limit))"
      }
    }
  }
}

extension String {
  /// The parts between the places of a separator.
  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}

import JSONText
import Stress

/// The result of a seed.
enum SeedResult: Sendable {
  case simulated(SeedOutcome)
  case failed(StressFailure.Kind)
  /// The time limit was reached before it started.
  case notStarted
}

// Results as lines of JSON, which bring together what several processes ran.
extension SeedResult {
  /// The line of a seed; nil if it did not start.
  func line(of task: StressRequest.Task) -> String? {
    var fields: [(String, JSONNode)] = [
      ("scenario", .integer(task.scenario)), ("seed", .integer(task.seed)),
    ]
    switch self {
    case .notStarted: return nil
    case .simulated(let outcome): fields.append(("outcome", outcome.json))
    case .failed(.crashed(let words)): fields += [("crashed", .string(words))]
    case .failed(.timedOut): fields += [("timedOut", .boolean(true))]
    case .failed(.invalid(let words)): fields += [("invalid", .string(words))]
    // These are found behind the outcomes.
    case .failed(.violated), .failed(.differs): return nil
    }
    return JSONWriter(.compact).text(.object(fields))
  }

  /// Reads the result of a task; nil if the line is of another one.
  init?(line: some Sequence<UInt8>, of task: StressRequest.Task) {
    guard let json = try? JSONReader().read(Array(line)),
      json["scenario"]?.integer(as: Int.self) == task.scenario,
      json["seed"]?.integer(as: UInt64.self) == task.seed
    else { return nil }
    if let outcome = json["outcome"].flatMap(SeedOutcome.init) {
      self = .simulated(outcome)
    } else if let words = json["crashed"]?.string {
      self = .failed(.crashed(words))
    } else if json["timedOut"]?.boolean == true {
      self = .failed(.timedOut)
    } else if let words = json["invalid"]?.string {
      self = .failed(.invalid(words))
    } else {
      return nil
    }
  }
}

/// Why the outcomes of seeds cannot be taken from a file, as a sentence.
public struct SeedOutcomesError: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

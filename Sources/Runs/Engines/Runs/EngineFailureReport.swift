import JSONText
import RunPipeline
import Stress

/// A seed that failed, and the smallest plan that fails in the same way.
public struct EngineFailureReport: Sendable {
  public var violation: EngineViolation
  /// The property that it is reported as: that of the fault without which it does not fail.
  public var property: EngineProperty
  public var seed: UInt64
  /// How many steps the plan of the seed had.
  public var stepCount: Int
  public var plan: EnginePlan
  public var command: String
  public var isMinimal = false
  public var trials = 0
  public var timeline: [EngineEvent] = []
  public var reproduction: EngineReproduction?
  /// Where the reproduction was written.
  public var path: String?
  /// In real time: how often it was run again, and how often it failed in this way then.
  public var repeats: EngineRepeats?
  /// The command line that runs the seed again.
  public var words: [String] = []

  init(
    violation: EngineViolation, property: EngineProperty, seed: UInt64, stepCount: Int,
    plan: EnginePlan, command: String
  ) {
    self.violation = violation
    self.property = property
    self.seed = seed
    self.stepCount = stepCount
    self.plan = plan
    self.command = command
  }

  /// Equal for failures of one kind: "backup-safety: an acknowledged write is lost".
  public var signature: String { "\(property.rawValue): \(violation.what)" }

  /// The failure in words, with its timeline.
  public var text: String {
    var lines = [signature, "  \(EngineText.sentence(violation.detail))"]
    if property != violation.property {
      lines.append(
        "  It violates \(violation.property.rawValue), and not without \(Self.fault(of: property))."
      )
    }
    lines.append("  Seed \(seed): \(ShellQuoting.line(words))")
    if let repeats { lines.append("  \(repeats.sentence)") }
    if !timeline.isEmpty {
      let size = plan.sizeText
      lines.append(
        repeats != nil
          ? "  Tests in real time are not shrunk: the plan has \(size). Left out here is what "
            + "concerns other keys or came later."
          : trials == 0
            ? "  The plan has \(size)."
            : "  Shrunk from \(stepCount) to \(size) with \(trials) runs"
              + (isMinimal
                ? "."
                : "; the time was up, so it may not be the smallest. 'shakeout shrink' goes on."))
      let shown =
        repeats == nil
        ? timeline.filter { !$0.isRoutine }.map(\.line) : timelineInRealTime
      lines += [""] + shown.map { "  \($0)" }
    }
    if let path { lines += ["", "  shakeout replay \(ShellQuoting.quoted(path))"] }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The fault without which a failure does not occur, by the property that it is reported as.
  private static func fault(of property: EngineProperty) -> String {
    switch property {
    case .backupSafety: "a backup that is brought back"
    case .cloneSafety: "a second device on a copy"
    default: "a crash"
    }
  }

  var json: JSONNode {
    let again: [(String, JSONNode)] =
      repeats.map { [("repeats", .integer($0.runs)), ("repeatsFailed", .integer($0.failed))] } ?? []
    return .object(members + again)
  }

  private var members: [(String, JSONNode)] {
    [
      ("signature", .string(signature)), ("property", .string(property.rawValue)),
      ("violated", .string(violation.property.rawValue)), ("description", .string(violation.what)),
      ("detail", .string(violation.detail)),
      ("replica", violation.replica.map { .string($0) } ?? .null), ("at", .integer(violation.time)),
      ("seed", .integer(seed)), ("steps", .integer(plan.size)),
      ("stepsBefore", .integer(stepCount)),
      ("minimal", .boolean(isMinimal)), ("command", .string(ShellQuoting.line(words))),
      ("reproduction", path.map { .string($0) } ?? .null),
    ]
  }
}

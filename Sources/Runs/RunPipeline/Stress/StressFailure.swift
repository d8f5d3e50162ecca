public import Properties
public import Stress

/// A seed that failed.
public struct StressFailure: Sendable {
  /// How a seed failed.
  public enum Kind: Sendable {
    /// Properties were violated.
    case violated([String])
    /// The worker crashed; with the end of its error output.
    case crashed(String)
    /// The seed exceeded the time limit.
    case timedOut
    /// A rerun of the seed differs; with the first event that differs.
    case differs(String)
    /// The seed could not run at all.
    case invalid(String)
  }

  public var scenario: String
  public var draw: SwarmDraw
  public var kind: Kind
  /// The text that failures with the same cause share.
  public var signature: String
  /// The first violation, if there was one.
  public var violation: Violation?
  /// The failure of the smallest plan, in words.
  public var explanation = ""
  /// The command that reruns the seed.
  public var command: String
  /// The file with the smallest plan that fails in the same way, and the command that replays it.
  public var reproduction: String?
  public var replayCommand: String?
  public var shrinking: String?

  /// A full description of the failure.
  public var text: String {
    var lines = ["\(signature)", "  seed \(draw.seed) of '\(scenario)'"]
    let kinds = draw.kinds.map(\.name).joined(separator: ", ")
    lines.append("  drawn, each kind with probability \(draw.share): \(kinds)")
    lines += draw.effectiveKinds.map { "    \($0.name): \($0.settings.joined(separator: " "))" }
    switch kind {
    case .violated(let violations): lines += violations.map { "  in the seed: \($0)" }
    case .crashed(let words), .differs(let words), .invalid(let words):
      lines += words.split(separator: "\n").map { "  \($0)" }
    case .timedOut: break
    }
    if !explanation.isEmpty { lines.append("  in the smallest plan: \(explanation)") }
    if let shrinking { lines.append("  \(shrinking)") }
    lines.append("  reproduce: \(command)")
    if let replayCommand { lines.append("  smallest plan: \(replayCommand)") }
    return lines.joined(separator: "\n") + "\n"
  }
}

public import Properties
public import Stress

/// A seed that failed.
public struct StressFailure: Sendable {
  /// In what way.
  public enum Kind: Sendable {
    /// Promises were broken.
    case violated([String])
    /// A trap ended the process; with what it said at last.
    case trapped(String)
    /// The seed did not come to an end in time.
    case endless
    /// The seed was lived twice and not in the same way; with the first event that differs.
    case differs(String)
    /// It could not be lived at all.
    case refused(String)
  }

  public var scenario: String
  public var draw: SwarmDraw
  public var kind: Kind
  /// What failures of one cause have in common.
  public var signature: String
  /// The first promise that was broken, where one was.
  public var violation: Violation?
  /// What goes wrong in the smallest plan, in words.
  public var explanation = ""
  /// The command that lives the seed again.
  public var command: String
  /// The file with the smallest plan that fails in the same way, and the command that lives it.
  public var reproduction: String?
  public var replayCommand: String?
  public var shrinking: String?

  /// Everything that is known of the failure.
  public var text: String {
    var lines = ["\(signature)", "  seed \(draw.seed) of '\(scenario)'"]
    let kinds = draw.kinds.map(\.name).joined(separator: ", ")
    lines.append("  drawn, each kind with probability \(draw.share): \(kinds)")
    lines += draw.effectiveKinds.map { "    \($0.name): \($0.settings.joined(separator: " "))" }
    switch kind {
    case .violated(let violations): lines += violations.map { "  in the seed: \($0)" }
    case .trapped(let words), .differs(let words), .refused(let words):
      lines += words.split(separator: "\n").map { "  \($0)" }
    case .endless: break
    }
    if !explanation.isEmpty { lines.append("  in the smallest plan: \(explanation)") }
    if let shrinking { lines.append("  \(shrinking)") }
    lines.append("  again: \(command)")
    if let replayCommand { lines.append("  smallest: \(replayCommand)") }
    return lines.joined(separator: "\n") + "\n"
  }
}

public import Chronology
import Datasets
import Properties
public import Stress

/// A replay of a reproduction.
public struct Replay: Sendable {
  public let reproduction: Reproduction
  public let timeline: Timeline

  public init(of path: String) throws(ReplayError) {
    reproduction = try Self.read(path)
    timeline = Timeline(
      of: reproduction.plan, withControlRun: ControlRun.shows(reproduction.signature))
  }

  public var stillFails: Bool {
    timeline.violations.contains { Signature($0) == reproduction.signature }
  }

  /// The result in words.
  public var verdict: String {
    guard
      let violation = timeline.violations.first(where: { Signature($0) == reproduction.signature })
    else {
      let others = timeline.violations.map { "\n\($0.sentence)" }.joined()
      return "It no longer fails in this way: \(reproduction.signature)\(others)\n"
    }
    return Timeline.paragraph(of: violation, in: reproduction.plan) + "\n"
  }

  /// The timeline up to an instant, or by default until just after the failure.
  public func excerpt(until end: Instant?) -> Timeline {
    timeline.cut(until: end, behind: reproduction.signature)
  }

  /// The excerpt as a self-contained HTML page.
  public func page(until end: Instant?) -> String {
    TimelinePage(excerpt(until: end), title: "\(reproduction.signature)", verdict: verdict).text
  }

  /// A smaller reproduction of the same failure, with a summary.
  public struct Shrunk: Sendable {
    public let text: String
    public let summary: String
  }

  /// Returns nil if the reproduction no longer fails.
  public static func shrunk(_ path: String, seconds: Double) throws(ReplayError) -> Shrunk? {
    var reproduction = try read(path)
    let begun = Machine.seconds
    var shrinker = Shrinker(reproduction.plan, failing: reproduction.signature) {
      Machine.seconds - begun < seconds && !Interruption.isRequested
    }
    guard let violation = shrinker.run() else { return nil }
    reproduction.plan = shrinker.plan
    return Shrunk(
      text: reproduction.text,
      summary: Timeline.paragraph(of: violation, in: shrinker.plan)
        + "\n\(Timeline.counted(shrinker.trials, "plan", "plans")) executed"
        + (shrinker.isMinimal ? ".\n" : "; time limit reached; not minimal.\n"))
  }

  private static func read(_ path: String) throws(ReplayError) -> Reproduction {
    guard let bytes = FileSource.bytes(of: path) else {
      throw ReplayError(sentence: "\(path): this file cannot be read")
    }
    do {
      return try Reproduction(reading: bytes)
    } catch {
      throw ReplayError(sentence: "\(path):\(error)")
    }
  }
}

/// Why a file cannot be replayed, with its path and the place of the error.
public struct ReplayError: Error, CustomStringConvertible {
  let sentence: String

  public var description: String { sentence }
}

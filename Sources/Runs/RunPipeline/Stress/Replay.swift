public import Chronology
import Datasets
import Properties
public import Stress

/// A reproduction that was lived again.
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

  /// What has come of it, in words.
  public var verdict: String {
    guard
      let violation = timeline.violations.first(where: { Signature($0) == reproduction.signature })
    else {
      let others = timeline.violations.map { "\n\($0.sentence)" }.joined()
      return "It does not fail any more in this way: \(reproduction.signature)\(others)\n"
    }
    return Timeline.paragraph(of: violation, in: reproduction.plan) + "\n"
  }

  /// What is told of the story: up to an instant, or without one a little more than what breaks.
  public func told(until end: Instant?) -> Timeline {
    timeline.cut(until: end, behind: reproduction.signature)
  }

  /// What is told of the story as a page that stands by itself.
  public func page(until end: Instant?) -> String {
    TimelinePage(told(until: end), title: "\(reproduction.signature)", verdict: verdict).text
  }

  /// A smaller reproduction of the same failure, and what there is to say of it.
  public struct Shrunk: Sendable {
    public let text: String
    public let summary: String
  }

  /// Nil when it does not fail any more.
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
        + "\n\(Timeline.counted(shrinker.trials, "plan was", "plans were")) lived"
        + (shrinker.isMinimal ? ".\n" : "; time was up; not minimal yet.\n"))
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

/// Why a file cannot be replayed, with its name and place.
public struct ReplayError: Error, CustomStringConvertible {
  let sentence: String

  public var description: String { sentence }
}

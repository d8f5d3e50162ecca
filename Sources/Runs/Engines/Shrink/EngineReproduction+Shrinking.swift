import RunPipeline
import Stress

extension EngineReproduction {
  /// A smaller reproduction of the same failure, with a summary.
  public struct Shrunk: Sendable {
    public let text: String
    public let summary: String
  }

  /// Makes it smaller; nil if it does not fail, or no longer.
  public func shrunk(
    seconds: Double, start: (() throws(EngineFailure) -> any EngineLink)? = nil
  ) throws(EngineFailure) -> Shrunk? {
    guard realTime == nil else {
      throw .misspoke(
        "This failure is of a test in real time. Such a test does not go the same way twice, so it "
          + "cannot be shrunk; 'shakeout replay' runs it again.")
    }
    let runner = try EngineRunner(start ?? request.start)
    defer { runner.dismiss() }
    var options = EngineWorld.Options()
    options.waitsForLate = signature.property == .boundedStaleness
    let trial = { (plan: EnginePlan) in runner.run(plan, options) }
    let first = trial(plan)
    if let failure = first.failure { throw failure }
    guard first.violations.contains(where: { $0.signature == signature }) else { return nil }
    let cause = EngineAttribution.cause(of: signature, in: plan, run: trial)
    let begun = Machine.seconds
    var shrinker = EngineShrinker(
      plan, failing: signature, dueTo: cause,
      mayContinue: { Machine.seconds - begun < seconds && !Interruption.isRequested }, run: trial)
    shrinker.shrink()
    var smaller = self
    smaller.plan = shrinker.plan
    smaller.property = cause?.property ?? signature.property
    return Shrunk(
      text: smaller.text,
      summary: "\(smaller.property.rawValue): \(signature.what)\n"
        + "\(shrinker.plan.sizeText), \(Timeline.counted(shrinker.trials, "plan", "plans")) executed"
        + (shrinker.isMinimal ? ".\n" : "; time limit reached; not minimal.\n"))
  }
}

import RunPipeline

// Failures in real time: they may not show again, so they are counted, and not shrunk.
extension EngineStress {
  /// A run without a fault shows the fault's part only if it is tried more than once.
  private static let trialsWithoutFault = 2

  /// A failure, run again a few times if it is the first of its kind. Nil if it may be due to a
  /// busy machine.
  func repeated(
    _ violation: EngineViolation, _ plan: EnginePlan, _ seed: UInt64, _ outcome: EngineOutcome
  ) -> EngineFailureReport? {
    let signature = violation.signature
    var failure = EngineFailureReport(
      violation: violation, property: violation.property, seed: seed,
      stepCount: plan.steps.count, plan: plan, command: request.command)
    failure.words = request.words + ["--from", "\(seed)", "--seeds", "1"]
    if let known = report.failures.first(where: { $0.violation.signature == signature }) {
      failure.property = known.property
      return failure
    }
    let repeats = runAgain(plan, signature)
    // What takes too long once may do so because other programs took the processor.
    if repeats.failed == 0, [.boundedStaleness, .liveness].contains(signature.property),
      !outcome.isOfServer
    {
      report.unconfirmed += 1
      return nil
    }
    if request.shrinkSeconds > 0, repeats.failed * 2 > repeats.runs {
      failure.property = cause(of: signature, in: plan)?.property ?? failure.property
    }
    failure.repeats = repeats
    failure.timeline = outcome.timeline
    failure.reproduction = EngineReproduction(
      of: request, hello: runner.hello, signature: signature, property: failure.property,
      seed: seed, plan: plan)
    failure.reproduction?.realTime = request.realTime
    failure.reproduction?.repeats = repeats
    return failure
  }

  private func runAgain(_ plan: EnginePlan, _ signature: EngineSignature) -> EngineRepeats {
    var repeats = EngineRepeats()
    while repeats.runs < EngineRepeats.runsMax, !Interruption.isRequested {
      let again = runner.run(plan, Self.options(for: signature), isFresh: true)
      if again.failure != nil { break }
      repeats.runs += 1
      if again.violations.contains(where: { $0.signature == signature }) { repeats.failed += 1 }
    }
    return repeats
  }

  private func cause(
    of signature: EngineSignature, in plan: EnginePlan
  ) -> EngineAttribution.Cause? {
    EngineAttribution.cause(of: signature, in: plan) { candidate in
      var outcome = EngineOutcome()
      for _ in 0..<Self.trialsWithoutFault {
        outcome = runner.run(candidate, Self.options(for: signature))
        if outcome.violations.contains(where: { $0.signature == signature }) { break }
      }
      return outcome
    }
  }

  static func options(for signature: EngineSignature) -> EngineWorld.Options {
    var options = EngineWorld.Options()
    options.recordsTimeline = true
    options.waitsForLate = signature.property == .boundedStaleness
    return options
  }
}

extension EngineOutcome {
  /// Whether the first violation is that the server ended or did not start: no matter of time.
  fileprivate var isOfServer: Bool { violation?.replica == EnginePlan.server }
}

import Stress

/// Makes a failing plan of an engine as small as it can, while it fails in the same way.
///
/// What the network does to messages is at first drawn by their keys; then only those are listed
/// that matter, so that a person reads "this message is lost" and not "40 % are lost".
public struct EngineShrinker {
  private let signature: EngineSignature
  private let cause: EngineAttribution.Cause?
  private let run: (EnginePlan) -> EngineOutcome
  private let mayContinue: () -> Bool
  public private(set) var plan: EnginePlan
  /// How many plans were run.
  public private(set) var trials = 0
  /// Whether nothing more can be removed; false when the time was up.
  public private(set) var isMinimal = false

  init(
    _ plan: EnginePlan, failing signature: EngineSignature, dueTo cause: EngineAttribution.Cause?,
    mayContinue: @escaping () -> Bool, run: @escaping (EnginePlan) -> EngineOutcome
  ) {
    self.plan = plan
    self.signature = signature
    self.cause = cause
    self.run = run
    self.mayContinue = mayContinue
  }

  /// Shrinks, until nothing can be removed or the time is up.
  public mutating func shrink() {
    cutEnd()
    takeOutSteps()
    calmNetwork()
    var size = -1
    while size != self.size, mayContinue() {
      size = self.size
      takeOutSteps()
      takeOutDeliveries()
      takeOutIntents()
      takeOutReplicas()
      simplifySettings()
      simplifyDeliveries()
    }
    isMinimal = mayContinue()
  }

  private var size: Int {
    plan.size + plan.replicaCount - plan.absent.count + plan.skews.count
      + (plan.saveDelay > 0 ? 1 : 0)
      + plan.steps.reduce(0) { size, step in
        if case .write(let intents) = step.action { size + intents.count } else { size }
      }
  }

  // MARK: Trials

  /// Keeps a smaller plan if it fails in the same way.
  @discardableResult
  private mutating func keep(_ candidate: EnginePlan) -> EngineOutcome? {
    guard mayContinue() else { return nil }
    if let cause, !cause.isIn(candidate) { return nil }
    trials += 1
    let outcome = run(candidate)
    guard outcome.failure == nil, outcome.violations.contains(where: { $0.signature == signature })
    else { return nil }
    if let cause {
      // The fault must still be needed, or another failure has taken the place of this one.
      trials += 1
      let without = run(cause.without(candidate))
      if without.violations.contains(where: { $0.signature == signature }) { return nil }
    }
    plan = candidate
    return outcome
  }

  private mutating func keep(_ change: (inout EnginePlan) -> Void) {
    var candidate = plan
    change(&candidate)
    if candidate != plan { keep(candidate) }
  }

  // MARK: Passes

  private mutating func cutEnd() {
    let whole = plan
    _ = leastCount(upTo: whole.steps.count) { count in
      var candidate = whole
      candidate.steps = Array(whole.steps[..<count])
      return count == whole.steps.count || keep(candidate) != nil
    }
  }

  private mutating func takeOutSteps() {
    let whole = plan
    _ = minimum(of: whole.steps, mayContinue: mayContinue) { kept in
      var candidate = whole
      candidate.steps = kept
      return keep(candidate) != nil
    }
  }

  /// Replaces what is drawn for messages by a list, or by nothing.
  private mutating func calmNetwork() {
    guard plan.deliveries == nil else { return }
    var calm = plan
    calm.network = EnginePlan.Network()
    calm.deliveries = [:]
    if keep(calm) != nil { return }
    // Those that are lost, doubled or late matter more than a few milliseconds.
    let all = run(plan).deliveries
    trials += 1
    var listed = calm
    listed.deliveries = all.filter {
      $0.value.delay == nil || $0.value.copyAfter != nil || ($0.value.delay ?? 0) > 500
    }
    if keep(listed) != nil { return }
    listed.deliveries = all
    keep(listed)
  }

  private mutating func takeOutDeliveries() {
    guard let deliveries = plan.deliveries, !deliveries.isEmpty else { return }
    let whole = plan
    _ = minimum(of: deliveries.keys.sorted(), mayContinue: mayContinue) { kept in
      var candidate = whole
      candidate.deliveries = deliveries.filter { kept.contains($0.key) }
      return keep(candidate) != nil
    }
  }

  private mutating func takeOutIntents() {
    for place in plan.steps.indices {
      guard case .write(let intents) = plan.steps[place].action, intents.count > 1 else { continue }
      let whole = plan
      _ = minimum(of: intents, mayContinue: mayContinue) { kept in
        guard !kept.isEmpty else { return false }
        var candidate = whole
        candidate.steps[place].action = .write(kept)
        return keep(candidate) != nil
      }
    }
  }

  /// Leaves out replicas that do nothing. The others keep their names, and their messages their
  /// keys.
  private mutating func takeOutReplicas() {
    for replica in 1...plan.replicaCount {
      let least = plan.shape == .peers ? 2 : 1
      guard plan.replicaCount - plan.absent.count > least, !plan.absent.contains(replica),
        !plan.steps.contains(where: { $0.replica == replica })
      else { continue }
      keep { $0.absent.insert(replica) }
    }
  }

  private mutating func simplifySettings() {
    keep { $0.saveDelay = 0 }
    for name in plan.skews.keys.sorted() { keep { $0.skews[name] = nil } }
  }

  /// Makes what happens to a message plainer: a copy without a delay, or a delay without a copy.
  private mutating func simplifyDeliveries() {
    for key in (plan.deliveries ?? [:]).keys.sorted() {
      guard let delivery = plan.deliveries?[key], delivery.copyAfter != nil,
        delivery.delay != EnginePlan.Delivery.calm.delay
      else { continue }
      keep {
        $0.deliveries?[key] = EnginePlan.Delivery(
          delay: EnginePlan.Delivery.calm.delay, copyAfter: delivery.copyAfter)
      }
      keep { $0.deliveries?[key] = EnginePlan.Delivery(delay: delivery.delay, copyAfter: nil) }
    }
  }
}

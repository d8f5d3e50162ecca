public import Chronology

/// A source of steps: the workload of simulated people, a plan, or a shrunk plan.
public protocol StepSource: ~Copyable {
  /// When the next steps are due; nil when there are no more.
  var nextTime: Instant? { get }

  /// Performs the steps that are due next. The world has advanced to their time.
  mutating func act(in world: inout World)
}

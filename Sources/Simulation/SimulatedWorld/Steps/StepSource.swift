public import Chronology

/// Who decides what happens: people who live, a plan that is read, a plan with parts taken away.
public protocol StepSource: ~Copyable {
  /// When the next steps are due; nil when there are no more.
  var nextTime: Instant? { get }

  /// Performs the steps that are due next. The world has come to their time.
  mutating func act(in world: inout World)
}

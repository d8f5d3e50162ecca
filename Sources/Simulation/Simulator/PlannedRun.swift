public import Chronology
public import Plans
import Workload
import Population
import Scenarios
public import Properties
import SimulatedWorld

/// A plan whose communities can be run.
public final class PlannedRun: Sendable {
  private let plan: Plan
  private let settings: WorldSettings

  /// With `reportsLostUpdates`, a lost update counts like a violation. A plan is run to find out
  /// what went wrong, so every scope is checked at each step unless `checksEveryScope` is false.
  public init(_ plan: Plan, reportsLostUpdates: Bool = false, checksEveryScope: Bool = true) {
    self.plan = plan
    settings = WorldSettings(
      plan.scenario, texts: plan.texts, calendarTexts: plan.calendarTexts,
      reportsLostUpdates: reportsLostUpdates, checksEveryScope: checksEveryScope)
  }

  /// Runs one of the communities, by its index in the plan.
  public func simulated(_ index: Int, recording: Recording = .nothing) -> Community {
    var community = founded(index, recording)
    var steps = PlannedSteps(of: plan.communities[index], in: &community.world)
    community.run(&steps)
    return community
  }

  /// The same, but the server is read so many days later.
  public func simulated(_ index: Int, waitingDays days: Int) -> Community {
    var community = founded(index, .nothing)
    var steps = PlannedSteps(of: plan.communities[index], in: &community.world)
    community.run(&steps, waiting: Int64(days) * Span.day)
    return community
  }

  /// The same, but the server is read once everything has reached it.
  public func runToQuiescence(_ index: Int) -> Community {
    var community = founded(index, .nothing)
    var steps = PlannedSteps(of: plan.communities[index], in: &community.world)
    community.runSettled(&steps)
    return community
  }

  /// Runs one of the communities, and at some instants shows what the ground truth would be if the
  /// run had ended then. The last instant ends it.
  public func simulate(
    _ index: Int, lookingAt moments: [Instant],
    _ look: (Int, borrowing Community) throws -> Void
  ) rethrows {
    var community = founded(index, .nothing)
    var steps = PlannedSteps(of: plan.communities[index], in: &community.world)
    try community.run(&steps, lookingAt: moments, look)
  }

  /// A violation that was found in a run, and how many messages that took.
  public struct FoundViolation: Sendable {
    public var violation: Violation
    public var messages: Int64

    public init(violation: Violation, messages: Int64) {
      self.violation = violation
      self.messages = messages
    }
  }

  /// Runs one of the communities until it has the violation that is looked for; nil if it has not,
  /// or not before so many messages have been sent.
  public func found(
    in index: Int, messagesMax: Int64 = .max, where isLookedFor: (Violation) -> Bool
  ) -> FoundViolation? {
    var community = founded(index, .nothing)
    var steps = PlannedSteps(of: plan.communities[index], in: &community.world)
    var seen = 0
    var found: Violation?
    let isOver = community.run(&steps) { world in
      if world.violationCount != seen {
        seen = world.violationCount
        found = world.violations.first(where: isLookedFor)
      }
      return found != nil || world.events.counters.messages > messagesMax
    }
    let messages = community.world.events.counters.messages
    return isOver ? found.map { FoundViolation(violation: $0, messages: messages) } : nil
  }

  /// The end of the run.
  public var watermark: Instant { settings.watermark }

  private func founded(_ index: Int, _ recording: Recording) -> Community {
    var community = Community(
      plan.communities[index].setup, under: settings,
      deadlineHours: plan.scenario.sync.deadlineHours,
      keeping: GroundTruthOptions(plan.scenario.metrics))
    community.world.record(recording)
    return community
  }
}

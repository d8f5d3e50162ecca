public import Plans
import Life
import Population
import World

/// A plan as its communities are lived.
public final class PlannedRun: Sendable {
  private let plan: Plan
  private let settings: WorldSettings

  public init(_ plan: Plan) {
    self.plan = plan
    settings = WorldSettings(plan.scenario, calendarTexts: plan.calendarTexts)
  }

  /// Lives one of the communities, by its place in the plan.
  public func lived(_ index: Int, recording: Recording = .nothing) -> Community {
    let planned = plan.communities[index]
    var community = Community(
      planned.inventory, under: settings, deadlineHours: plan.scenario.sync.deadlineHours,
      keeping: BookRecording(plan.scenario.metrics))
    community.world.record(recording)
    var steps = PlannedSteps(of: planned, in: &community.world)
    community.run(&steps)
    return community
  }
}

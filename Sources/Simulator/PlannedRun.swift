import Plans
import Population
import World

/// A plan as its communities are lived.
final class PlannedRun: Sendable {
  private let plan: Plan
  private let settings: WorldSettings

  init(_ plan: Plan) {
    self.plan = plan
    settings = WorldSettings(plan.scenario, calendarTexts: plan.calendarTexts)
  }

  func lived(_ index: Int) -> Community {
    let planned = plan.communities[index]
    var community = Community(
      planned.inventory, under: settings, deadlineHours: plan.scenario.sync.deadlineHours)
    var steps = PlannedSteps(of: planned, in: &community.world)
    community.run(&steps)
    return community
  }
}

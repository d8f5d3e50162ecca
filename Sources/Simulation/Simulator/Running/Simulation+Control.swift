import Metrics
import Plans
import Scenarios
import SimulatedWorld
import Workload

extension Simulation {
  /// Runs the steps that a community has recorded in a world without faults of devices, networks
  /// and servers, as its plan without faults (`Plan.faultFree`) does.
  ///
  /// The steps are handed over as they are: to write a plan and to read it twice took longer than
  /// to run it. Its logs are not folded again at the end: it is there to be compared with, and no
  /// one reads its violations.
  public func withoutFaults(
    _ recorded: borrowing Community, recording: Recording = .nothing
  ) -> Community {
    let causes = BiasCause.ofControlRuns
    let calm = scenario.corrected(of: causes)
    var community = Community(
      recorded.setup,
      under: WorldSettings(
        calm, texts: texts, calendarTexts: settings.calendarTexts, reportsLostUpdates: false,
        checksEveryScope: true, foldsLogs: false),
      deadlineHours: calm.sync.deadlineHours, keeping: GroundTruthOptions(calm.metrics))
    community.world.record(recording)
    var steps = RecordedSteps(
      recorded.world.events.journal ?? [], leavingOut: causes.compactMap(\.faultSteps),
      texts: texts)
    community.run(&steps)
    return community
  }
}

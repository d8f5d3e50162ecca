import Base
import Chronology
import Environment
import SimulatedWorld

// Faults of the community's server. Their steps carry the name of the first household.
extension WorkloadGenerator {
  mutating func planServer(
    _ day: Int32, by clock: DayClock, _ world: borrowing World
  ) {
    let community = UInt64(world.setup.community)
    if !behaviorContext.diskFaults.areDisabled { planServerDisk(day, by: clock, world) }
    if let outage = behaviorContext.serverFaults.outage(of: community, on: clock.day) {
      schedule.schedule(
        at: clock.instant(at: outage.milliseconds), kind: WorkloadEvent.serverIsDown.rawValue,
        target: 0,
        payload: UInt32(day))
    }
    guard let failover = behaviorContext.serverFaults.failover(of: community, on: clock.day) else {
      return
    }
    schedule.schedule(
      at: clock.instant(at: failover.milliseconds), kind: WorkloadEvent.serverFails.rawValue,
      target: 0,
      payload: UInt32(day))
  }

  func startOutage(on day: Int32, _ world: inout World) {
    let community = UInt64(world.setup.community)
    guard let outage = behaviorContext.serverFaults.outage(of: community, on: date(of: day)) else {
      return
    }
    let id = StepID(
      who: world.directory.households[0].number, day: day, session: StepID.ofHousehold,
      verb: .outage)
    world.perform(Step(id, at: world.now, .outage(until: world.now + outage.length)))
  }

  func failOver(on day: Int32, _ world: inout World) {
    let community = UInt64(world.setup.community)
    guard let failover = behaviorContext.serverFaults.failover(of: community, on: date(of: day))
    else {
      return
    }
    let id = StepID(
      who: world.directory.households[0].number, day: day, session: StepID.ofHousehold,
      verb: .failOver)
    world.perform(Step(id, at: world.now, .failOver(behind: failover.behind)))
  }
}

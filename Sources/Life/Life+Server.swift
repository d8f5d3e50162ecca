import Base
import Chronology
import Faults
import SimulationKernel
import World

// What the community's server goes through. It is told in the name of the first household.
extension Life {
  mutating func planServer(
    _ day: Int32, on date: LocalDay, dayStart: Instant, _ world: borrowing World
  ) {
    let community = UInt64(world.inventory.community)
    if let outage = ways.serverFaults.outage(of: community, on: date) {
      schedule.schedule(
        at: dayStart + outage.milliseconds, kind: LifeEvent.serverIsDown.rawValue, target: 0,
        payload: UInt32(day))
    }
    guard let failover = ways.serverFaults.failover(of: community, on: date) else { return }
    schedule.schedule(
      at: dayStart + failover.milliseconds, kind: LifeEvent.serverFails.rawValue, target: 0,
      payload: UInt32(day))
  }

  func goDown(on day: Int32, _ world: inout World) {
    let community = UInt64(world.inventory.community)
    guard let outage = ways.serverFaults.outage(of: community, on: date(of: day)) else { return }
    let id = StepID(
      who: world.households[0].number, day: day, session: StepID.ofHousehold, verb: .outage)
    world.perform(Step(id, at: world.now, .outage(until: world.now + outage.length)))
  }

  func failOver(on day: Int32, _ world: inout World) {
    let community = UInt64(world.inventory.community)
    guard let failover = ways.serverFaults.failover(of: community, on: date(of: day)) else {
      return
    }
    let id = StepID(
      who: world.households[0].number, day: day, session: StepID.ofHousehold, verb: .failOver)
    world.perform(Step(id, at: world.now, .failOver(behind: failover.behind)))
  }
}

import Base
import Chronology
import Environment
import SimulatedWorld

// What happens to the disks of devices and of the server.
extension WorkloadGenerator {
  mutating func planDisk(
    of device: Int, _ day: Int32, by clock: DayClock, _ world: borrowing World
  ) {
    for kind in DiskFaultKind.allCases {
      guard
        let fault = behaviorContext.diskFaults.fault(
          kind, ofDevice: world.fleet.devices[device].who, on: clock.day)
      else { continue }
      schedule.schedule(
        at: clock.instant(at: fault.moment), kind: WorkloadEvent.diskFails.rawValue,
        detail: UInt16(kind.rawValue), target: UInt32(device), payload: UInt32(day))
    }
  }

  func failDisk(of device: Int, _ detail: UInt16, day: Int32, _ world: inout World) {
    guard let kind = DiskFaultKind(rawValue: UInt8(detail)),
      let fault = behaviorContext.diskFaults.fault(
        kind, ofDevice: world.fleet.devices[device].who, on: date(of: day))
    else { return }
    let id = id(.disk, device: device, day: day, world, number: Int(detail))
    world.perform(Step(id, at: world.now, .diskFault(device: device, fault.fault)))
  }

  mutating func planServerDisk(_ day: Int32, by clock: DayClock, _ world: borrowing World) {
    for kind in DiskFaultKind.allCases {
      guard
        let fault = behaviorContext.diskFaults.serverFault(
          kind, of: UInt64(world.setup.community), on: clock.day)
      else { continue }
      schedule.schedule(
        at: clock.instant(at: fault.moment), kind: WorkloadEvent.serverDiskFails.rawValue,
        detail: UInt16(kind.rawValue), target: 0, payload: UInt32(day))
    }
  }

  func failServerDisk(_ detail: UInt16, day: Int32, _ world: inout World) {
    guard let kind = DiskFaultKind(rawValue: UInt8(detail)),
      let fault = behaviorContext.diskFaults.serverFault(
        kind, of: UInt64(world.setup.community), on: date(of: day))
    else { return }
    let id = StepID(
      who: world.directory.households[0].number, day: day, session: StepID.ofHousehold,
      verb: .serverDisk, number: Int(detail))
    world.perform(Step(id, at: world.now, .serverDiskFault(fault.fault)))
  }
}

import Base
import Chronology
import Environment
import SQLiteStores
import SimulatedDisk
import SyncCore

// The drives that the replicas of a fleet rest on, if they rest on any.
extension Fleet {
  var isStored: Bool { factory.disks != nil }

  /// Where a replica's storage is. The name does not depend on other households, so that draws stay
  /// when those are removed from a plan.
  func spot(_ replica: Int) -> ReplicaSpot {
    let placement = placements[replica]
    let guest = placement.person - devices[placement.device].owner
    let isBefore = devices[placement.device].version == .before
    let rows = isBefore ? Int.max : readPartially[replica] ?? 0
    return ReplicaSpot(
      device: placement.device, name: (placement.isGroup ? "group" : "family") + "\(guest)",
      rowsReadPartially: hasMixedVersions ? rows : 0)
  }

  /// The app on a replica's device was updated: of the rows until now it has what the earlier
  /// version could read.
  mutating func noteReadPartially(_ replica: Int) {
    let head = replicas[replica].store.head
    readPartially[replica] = Int(head.position - head.positionFounded)
  }

  /// Adds a device, with a drive.
  mutating func addDevice(_ record: DeviceRecord) {
    devices.append(record)
    factory.disks?.addDevice(record.who)
  }

  /// Ends the processes that have a replica's storage open: the next one that opens it is another.
  func end(_ replica: Int) {
    guard let disks = factory.disks else { return }
    let device = placements[replica].device
    if disks.secondProcess(on: device)?.replica == replica { disks.endSecondProcess(on: device) }
    let drive = disks.drive(device)
    drive.kill(process: replica)
    drive.process = replica
  }

  /// A second process opens the family's database beside the app of a device.
  func openSecondProcess(on device: Int, afterCalls: UInt32) {
    let family = devices[device].family
    factory.disks?.open(beside: family, spot(family).name, on: device, afterCalls: afterCalls)
  }

  /// A step or a message begins, which may write on a device's drive.
  func beginWriting(on device: Int, _ address: UInt64) {
    factory.disks?.drive(device).begin(step: UInt32(truncatingIfNeeded: address ^ address >> 32))
  }

  /// Whether something of a device's drive may fail now.
  func isAtRisk(_ device: Int) -> Bool {
    guard let drive = factory.disks?.drive(device) else { return false }
    return drive.isArmed || drive.wasDamaged || drive.mayRollBack
  }

  /// Whether something on a device's drive has changed that no one had written.
  func wasDamaged(_ device: Int) -> Bool { factory.disks?.drive(device).wasDamaged ?? false }

  /// Keeps what is whole in a replica's damaged storage.
  mutating func salvage(
    _ replica: Int, isCopy: Bool, as install: InstallNonce
  ) throws(StorageError) -> SalvageReport {
    end(replica)
    return try factory.salvage(at: spot(replica), isCopy: isCopy, install: install)
  }

  /// A device's drive has no room, or has some again.
  func setFull(_ device: Int, _ isFull: Bool) {
    factory.disks?.drive(device).capacity = isFull ? 0 : .max
  }
}

import SQLiteStores
import SimulatedDisk
import SyncCore

/// What outlasts the process of a journey's replica or server.
final class Medium {
  private enum Kind {
    case replicaLog(SimulatedReplicaStorage.Log)
    case serverLog(SimulatedServerStorage.Log)
    case drive(Drive, StorePlace)
  }

  private let kind: Kind
  private let watch: CrashWatch?

  init(_ log: SimulatedReplicaStorage.Log) {
    kind = .replicaLog(log)
    watch = nil
  }

  init(_ log: SimulatedServerStorage.Log) {
    kind = .serverLog(log)
    watch = nil
  }

  /// On a drive of its own.
  init(_ disk: Disk, _ name: String, number: UInt32, for use: CrashWatch.Use, _ rehearsal: DiskRun)
  {
    let drive = disk.makeDrive(name, number: number)
    drive.trigger = rehearsal.trigger
    // Both kinds of disks, in each journey.
    drive.isPowersafe = number % 2 == 0
    let place = StorePlace(database: "\(name)/store.db", fileSystem: disk.name)
    kind = .drive(drive, place)
    watch = rehearsal.draws > 0 ? CrashWatch(drive, use, rehearsal) : nil
  }

  /// The simulated log of a replica, where there is one.
  var replicaLog: SimulatedReplicaStorage.Log {
    guard case .replicaLog(let log) = kind else {
      preconditionFailure("the replica is not on a simulated log")
    }
    return log
  }

  /// The simulated log of a server, where there is one.
  var serverLog: SimulatedServerStorage.Log? {
    if case .serverLog(let log) = kind { log } else { nil }
  }

  /// A tap or a message: what a drive draws from here on has its number.
  func begin(step: UInt32) {
    if case .drive(let drive, _) = kind { drive.begin(step: step) }
  }

  func replicaStorage() throws(StorageError) -> StageReplicaStorage {
    switch kind {
    case .replicaLog(let log): return StageReplicaStorage(on: log)
    case .drive(let drive, let place):
      let watch = watch
      drive.restart()
      return try StageReplicaStorage(at: place) { watch?.committed() }
    case .serverLog: preconditionFailure("a server's medium has no replica")
    }
  }

  func serverStorage() throws(StorageError) -> StageServerStorage {
    switch kind {
    case .serverLog(let log): return StageServerStorage(on: log)
    case .drive(let drive, let place):
      let watch = watch
      drive.restart()
      return try StageServerStorage(at: place) { watch?.committed() }
    case .replicaLog: preconditionFailure("a replica's medium has no server")
    }
  }
}

/// How a run of a journey uses simulated disks.
final class DiskRun {
  let trigger: DiskTrigger
  /// How often the power is cut at each call, on a copy of the drive; zero where it is not.
  let draws: Int
  /// Cuts it at each so many calls only.
  let stride: Int
  let seed: UInt64
  var broken: [String] = []
  var cuts = 0

  init(_ trigger: DiskTrigger, seed: UInt64 = 1, draws: Int = 0, stride: Int = 1) {
    self.trigger = trigger
    self.seed = seed
    self.draws = draws
    self.stride = stride
  }
}

import Base
import SQLiteStores
import SimulatedDisk
import SyncCore

/// The simulated disks of a world: a drive for each device and one for the server.
final class WorldDisks {
  private let disk: Disk
  private var devices: [Drive] = []
  /// By device, the process that has a database open beside the app, if there is one.
  private var secondProcesses: [SecondProcess?] = []
  private let logFramesMax: Int
  let server: Drive
  private var journals = 0

  /// Devices copy a log back when it has more than `logFramesMax` frames.
  init(seed: UInt64, logFramesMax: Int) {
    self.logFramesMax = logFramesMax
    _ = Self.created
    Disk.restartDrawsOfLibrary(seed: seed)
    disk = Disk(seed: seed)
    server = disk.makeDrive("server", number: .max)
  }

  /// Adds the drive of the next device, whose draws have the device's key.
  func addDevice(_ who: UInt64) {
    devices.append(
      disk.makeDrive(
        "device\(devices.count)", number: UInt32(truncatingIfNeeded: who & 0xFFF_FFFF)))
    secondProcesses.append(nil)
  }

  func drive(_ device: Int) -> Drive { devices[device] }

  /// Where a replica lies on its device's drive.
  func place(_ name: String, on device: Int) -> StorePlace {
    StorePlace(
      database: "\(devices[device].name)/\(name)", fileSystem: disk.name, patienceMilliseconds: 0,
      logFramesMax: logFramesMax)
  }

  // MARK: Second processes

  /// A second process opens a replica's database beside the app, and the one before it ends. If
  /// that fails, there is none.
  func open(beside replica: Int, _ name: String, on device: Int, afterCalls: UInt32) {
    endSecondProcess(on: device)
    secondProcesses[device] = try? SecondProcess(
      beside: replica, at: place(name, on: device), name, on: devices[device],
      afterCalls: afterCalls)
    secondProcesses[device]?.listen()
  }

  /// The process that has a database open beside the app of a device.
  func secondProcess(on device: Int) -> SecondProcess? { secondProcesses[device] }

  func endSecondProcess(on device: Int) {
    secondProcesses[device]?.end()
    secondProcesses[device] = nil
  }

  // MARK: Replicas

  /// The files of a database that was just created, so that it need not be created again for each
  /// replica: opening one takes a twentieth of that time.
  private static let created: [(ending: String, bytes: [UInt8])] = {
    Disk.restartDrawsOfLibrary(seed: 1)
    let disk = Disk()
    let drive = disk.makeDrive("new", number: 0)
    do throws(StoreOpeningError) {
      _ = try SQLiteReplicaStorage(at: StorePlace(database: "new/a", fileSystem: disk.name))
    } catch {
      preconditionFailure("a database can be created on an empty disk: \(error)")
    }
    return drive.names.map { (String($0.dropFirst(1)), drive.bytes(of: $0)) }
  }()

  /// Replaces a replica's files with those of a new database.
  func create(_ name: String, on device: Int) {
    remove(name, from: device)
    for file in Self.created { devices[device].put(file.bytes, into: name + file.ending) }
  }

  private func remove(_ name: String, from device: Int) {
    let drive = devices[device]
    for file in drive.names where file == name || Self.belongs(file, to: name) {
      drive.remove(file)
    }
  }

  private static func belongs(_ file: String, to name: String) -> Bool {
    file.hasPrefix(name + "-") || file.hasPrefix(name + ".")
  }

  /// What a backup keeps of a replica: the database with its log, and nothing that lies beside it.
  func image(of name: String, on device: Int) -> ReplicaImage {
    let drive = devices[device]
    return ReplicaImage(database: drive.bytes(of: name), log: drive.bytes(of: name + "-wal"))
  }

  /// Replaces a replica's files with a backup.
  func restore(_ image: ReplicaImage, as name: String, on device: Int) {
    remove(name, from: device)
    devices[device].put(image.database, into: name)
    devices[device].put(image.log, into: name + "-wal")
  }

  // MARK: The server

  /// The place of the server's journal.
  var journalPlace: StorePlace { journalPlace(journals) }

  /// The place of the next journal, empty, for a server that fails over.
  func nextJournalPlace() -> StorePlace {
    for file in server.names where file.hasPrefix("journal\(journals + 1)") {
      server.remove(file)
    }
    return journalPlace(journals + 1)
  }

  /// The next journal is the current one from now on.
  func adoptNextJournal() { journals += 1 }

  private func journalPlace(_ number: Int) -> StorePlace {
    StorePlace(
      database: "server/journal\(number)", fileSystem: disk.name, patienceMilliseconds: 0)
  }
}

/// The files of a replica in a backup.
struct ReplicaImage {
  var database: [UInt8]
  var log: [UInt8]
}

extension StoreOpeningError {
  /// What it means for a storage that this program has written itself.
  var storageError: StorageError {
    switch self {
    case .storage(let error, _): error
    // Its identity is damaged.
    case .newerVersion, .otherProgram: .damaged(.record)
    case .notWritable: .unavailable
    }
  }
}

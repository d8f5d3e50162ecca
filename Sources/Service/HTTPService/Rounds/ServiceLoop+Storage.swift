import CMicroHTTPD
import JSONText
import PostgreSQLStores
import SQLiteStores
import ServiceCore
import SyncCore
import SystemLibrary

// The storage behind the service: how it is opened, and what happens when it fails.
extension ServiceLoop {
  /// Opens the storage, and reads the journal in it. With PostgreSQL this returns when this process
  /// is the one that writes; until then it stands by.
  func open() throws(ServiceStartError) -> FamilyService<ServiceStorage> {
    let storage = try storage()
    do throws(StorageError) {
      let service = try FamilyService.open(
        storage, limits: settings.limits, isRestored: isRestored
      ) {
        var random = SystemRandomNumberGenerator()
        // A system call each: four, and not one for each byte.
        return Secret(
          random: (0..<4).flatMap { _ in
            withUnsafeBytes(of: random.next() as UInt64) { Array($0) }
          })
      }
      if isRestored {
        log.event("restored", [("incarnation", .integer(service.server.core.incarnation))])
      }
      isRestored = false
      return service
    } catch {
      let problem = writer.map { " (\($0.problem))" } ?? ""
      throw ServiceStartError(
        "The storage '\(settings.store.name)' cannot be read: \(error)\(problem)")
    }
  }

  private func storage() throws(ServiceStartError) -> ServiceStorage {
    switch settings.store {
    case .memory:
      guard !isRestored else {
        throw ServiceStartError(
          "'--restored' needs '--store sqlite:PATH' or '--store postgres:CONNINFO'; the store "
            + "'memory' has nothing to restore.", kind: .options)
      }
      return ServiceStorage()
    case .sqlite(let path):
      // Checked before SQLite makes files beside it.
      guard FileSource.isRegular(path) || !FileSource.exists(path) else {
        throw ServiceStartError("The store '\(path)' is a folder or a device, and must be a file.")
      }
      guard !isRestored || FileSource.exists(path) else {
        throw ServiceStartError("'--restored' needs a store that is there, and '\(path)' is not.")
      }
      let place = StorePlace(
        database: path, fileSystem: settings.diskFaults == nil ? nil : TrialDisk.name,
        patienceMilliseconds: 2_000)
      try refuseOtherFiles(at: place)
      try takeClaim(of: place)
      let isNew = !FileSource.exists(path)
      do throws(StoreOpeningError) {
        if isRestored { try SQLiteServerStorage.acceptShorterLog(at: place) }
        return ServiceStorage(try SQLiteServerStorage(at: place))
      } catch {
        if isNew {
          SQLiteServerStorage.remove(at: place)
          claim = nil
        }
        guard case .storage(.damaged(.end), _) = error else {
          throw ServiceStartError(error.description)
        }
        throw ServiceStartError(
          "\(error) If it comes from a backup, start the service once with '--restored'.")
      }
    case .postgres(let parameters):
      if writer == nil { writer = try Self.writer(parameters, settings) }
      guard let writer else { throw ServiceStartError("There is no connection to PostgreSQL.") }
      return ServiceStorage(
        PostgreSQLServerStorage(writer) { [unowned self] in standBy() })
    }
  }

  /// What cannot become this service's journal is left as it is, without files beside it.
  private func refuseOtherFiles(at place: StorePlace) throws(ServiceStartError) {
    let path = place.database
    if !FileSource.exists(path) && SQLiteServerStorage.hasCommitted(at: place) && !isRestored {
      throw ServiceStartError(
        "The store '\(path)' is gone, and the files beside it say that it was there. Bring it "
          + "back, or remove those too to begin with an empty one.")
    }
    do throws(StoreOpeningError) {
      try SQLiteServerStorage.refuseOtherPrograms(at: place)
    } catch {
      throw ServiceStartError(error.description)
    }
  }

  /// Makes sure that no other process serves from the same file.
  private func takeClaim(of place: StorePlace) throws(ServiceStartError) {
    guard claim == nil else { return }
    do throws(StoreOpeningError) {
      claim = try StoreClaim(of: place)
    } catch {
      throw ServiceStartError(error.description)
    }
    guard claim != nil else {
      throw ServiceStartError(
        "Another server is running over the store '\(place.database)', and only one can at a time. "
          + "End it, or give this one a store of its own.")
    }
  }

  /// Puts the faults that a file asks for between SQLite and the disk.
  static func prepareDisk(_ settings: ServiceSettings) throws(ServiceStartError) {
    guard let path = settings.diskFaults else { return }
    guard case .sqlite = settings.store else {
      throw ServiceStartError(
        "'--disk-faults' needs '--store sqlite:PATH', and the store is '\(settings.store.name)'.",
        kind: .options)
    }
    var faults = try DiskFaults(path)
    guard TrialDisk.register({ faults.current() }) else {
      throw ServiceStartError("SQLite does not take the file system of '--disk-faults'.")
    }
  }

  static func writer(
    _ parameters: String, _ settings: ServiceSettings
  ) throws(ServiceStartError) -> PostgreSQLWriter {
    do throws(PostgreSQLOpeningError) {
      return try PostgreSQLWriter(parameters, patienceSeconds: settings.takeoverSeconds) {
        ServiceClock.bootNanoseconds
      }
    } catch {
      throw ServiceStartError(error.description)
    }
  }

  /// The service may be ahead of its storage now, so it is opened again before it answers anything.
  func storageFailed(_ error: StorageError) {
    metrics.noteStorageFailure()
    log.event(
      "storageFailed", level: "error",
      [
        ("reason", .string(error.description)),
        ("detail", .string(writer?.problem ?? "")),
      ])
    service = nil
    // A connection that has failed is not used again, and with it ends the right to write.
    writer = nil
    reopensAt = ServiceClock.monotonicNanoseconds
  }

  func reopenIfDue() {
    // That it fails is rare, and this is asked in each turn of the loop.
    guard reopensAt < .max, service == nil, !isStopping,
      ServiceClock.monotonicNanoseconds >= reopensAt
    else { return }
    // While it stands by, turns of the loop come from within `open`.
    reopensAt = .max
    do throws(ServiceStartError) {
      service = try open()
      log.event("storageOpened", [("journalEntries", .integer(service?.entryCount ?? 0))])
    } catch {
      writer = nil
      reopensAt = ServiceClock.monotonicNanoseconds + 1_000_000_000
      if !isStopping {
        log.event("storageFailed", level: "error", [("reason", .string(error.description))])
      }
    }
  }

  /// Shows others that this process lives and writes.
  func beatIfDue() {
    guard service != nil, let writer, writer.isBeatDue else { return }
    do throws(StorageError) { try writer.beat() } catch { storageFailed(error) }
  }

  /// P12: makes sure that no one else has taken over before anything is answered. A process that
  /// was stopped for a while must not read from what it remembers.
  func confirmRight() throws(StorageError) {
    guard let writer, !writer.mayServe else { return }
    try writer.beat()
  }
}

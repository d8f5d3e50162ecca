import SyncCore

/// What a database says that it is.
struct StoreIdentity {
  let application: Int64
  let version: Int64
  let isEmpty: Bool

  init(_ connection: Connection) throws(StorageError) {
    application = try connection.number("PRAGMA application_id")
    version = try connection.number("PRAGMA user_version")
    isEmpty = try connection.number("SELECT count(*) FROM sqlite_schema") == 0
  }

  /// Fails if a database is there and is another program's. Writes nothing.
  static func refuseOtherPrograms(
    at place: StorePlace, _ layout: StoreLayout
  ) throws(StoreOpeningError) {
    let identity: StoreIdentity
    do throws(StorageError) {
      guard try SideFile.exists(place.database, fileSystem: place.fileSystem) else { return }
      identity = try StoreIdentity(Connection(place.database, fileSystem: place.fileSystem))
    } catch {
      if case .damaged = error { throw .otherProgram(path: place.database) }
      throw RecordFile.failed(error, place)
    }
    let isNew = identity.application == 0 && identity.isEmpty
    guard isNew || identity.application == Int64(layout.application) else {
      throw .otherProgram(path: place.database)
    }
  }
}

import SyncCore

/// The right of one process to serve from a storage. It ends with the process, however that ends.
///
/// A storage can be written by several processes, one transaction after the other. A server answers
/// from what it remembers, so that another one behind it would be a second truth.
public final class StoreClaim {
  private let lock: SideFile

  /// Takes the right; nil if another process keeps it for longer than the patience of the place.
  public init?(of place: StorePlace) throws(StoreOpeningError) {
    do throws(StorageError) {
      // Not on the file system of trials: its faults are those of the storage.
      guard let lock = try SideFile(Self.path(of: place), .lock, fileSystem: nil), lock.share()
      else { throw .stopped }
      self.lock = lock
      try lock.lock(patienceMilliseconds: place.patienceMilliseconds)
    } catch {
      if error == .busy { return nil }
      throw error == .unavailable
        ? .notWritable(path: place.database) : .storage(error, path: place.database)
    }
  }

  static func path(of place: StorePlace) -> String { place.beside + ".server" }

  deinit { lock.unlock() }
}

import SQLiteStores
import SyncCore

/// Copies of a service's store.
public enum ServiceBackup {
  /// Copies the journal in a file of SQLite, also while a service writes to it.
  public static func copy(_ path: String, to copy: String) throws(ServiceStartError) {
    do throws(StorageError) {
      try SQLiteServerStorage.backUp(path, to: copy)
    } catch {
      throw ServiceStartError(error.description)
    }
  }
}

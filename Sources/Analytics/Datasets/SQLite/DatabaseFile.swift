import CSQLite
import SystemLibrary

/// Creates database files whose bytes depend only on their contents.
///
/// The history of inserts and deletes is visible in a file's free pages, row order and counters. So
/// the tables are filled in a scratch file, which is then copied row by row into a new file.
public enum DatabaseFile {
  /// The application's fields in the header of the file.
  public struct Identity: Sendable {
    /// The application identifier, by which `file` and other programs recognize the database.
    public let application: Int32
    /// The version of the tables' layout.
    public let version: Int32

    public init(application: Int32, version: Int32) {
      self.application = application
      self.version = version
    }
  }

  private static let pageByteCount = 4096

  /// Creates the database at `path`, where no file may exist, with the contents from `fill`.
  public static func build(
    at path: String, _ identity: Identity,
    fill: (borrowing Database) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    guard access(path, F_OK) != 0 else {
      throw DatabaseError(code: SQLITE_CANTOPEN, message: "it exists already", path: path)
    }
    let scratch = path + ".building"
    unlink(scratch)
    defer { unlink(scratch) }
    let database = try Database(path: scratch, mode: .create)
    // The scratch file needs no durability: if it is lost, the run is lost as well. Nothing is ever
    // rolled back in it either: an error ends it.
    try database.execute(
      """
      PRAGMA page_size = \(pageByteCount);
      PRAGMA encoding = 'UTF-8';
      PRAGMA auto_vacuum = NONE;
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA application_id = \(identity.application);
      PRAGMA user_version = \(identity.version);
      """)
    try fill(database)
    do {
      var copy = try database.prepare("VACUUM INTO ?")
      try copy.run(.text(path))
    } catch {
      unlink(path)
      throw error
    }
  }
}

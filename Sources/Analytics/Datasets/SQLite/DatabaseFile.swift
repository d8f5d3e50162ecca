import CSQLite
import Glibc

/// Makes database files whose bytes depend on their contents alone.
///
/// A file that has been written to and deleted from tells its story in free pages, scattered
/// rows and counters. So the tables are filled in a scratch file, which is then copied row by
/// row into a fresh one: how the rows were grouped into transactions leaves no trace.
public enum DatabaseFile {
  /// What a file says of itself in its header, besides the format.
  public struct Identity: Sendable {
    /// A number by which `file` and others know what the database is for.
    public let application: Int32
    /// The version of the tables' layout.
    public let version: Int32

    public init(application: Int32, version: Int32) {
      self.application = application
      self.version = version
    }
  }

  private static let pageByteCount = 4096

  /// Makes the database at `path`, where no file may be yet, with what `fill` puts into it.
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
    // What matters is the copy; should the scratch file be lost, so is the run that makes it.
    try database.execute(
      """
      PRAGMA page_size = \(pageByteCount);
      PRAGMA encoding = 'UTF-8';
      PRAGMA auto_vacuum = NONE;
      PRAGMA journal_mode = MEMORY;
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

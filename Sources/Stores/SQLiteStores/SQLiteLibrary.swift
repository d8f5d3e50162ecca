import CSQLite

/// The library that the storages rest on.
public enum SQLiteLibrary {
  /// Its version, such as "3.40.1". Another one may make other calls of the file system, so that a
  /// fault of a simulated disk meets another one.
  public static var version: String { String(cString: sqlite3_libversion()) }
}
